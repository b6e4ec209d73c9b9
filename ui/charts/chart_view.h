#pragma once

#include "ui/charts/chart_parts.h"
#include "ui/tables/table_copy.h"

#include <QWidget>

#include <optional>

class QMenu;

namespace ui {

class ActionTable;

/// A chart as all of ours behave: tool tips, copying (what is current, its data as text, CSV and
/// Markdown, its picture), a context menu, a visible focus, and parts that assistive tools can
/// read. A subclass draws its content and says what its parts are.
class ChartView : public QWidget, public ChartParts {
    Q_OBJECT

public:
    ChartView(ActionTable& actions, const QString& name, QWidget* parent);

    bool isPartSelected(int part) const override { return part == currentPart(); }
    /// The chart without focus frame, at the pixel ratio of its screen.
    QPixmap picture();
    /// What the chart shows, as a table.
    virtual QString chartText(TableForm form) const = 0;

protected:
    /// Draws everything but the focus.
    virtual void paintChart(QPainter& painter) = 0;
    /// The part under a point; nothing beside them.
    virtual std::optional<int> partAt(QPointF point) const = 0;
    /// The subclass's own entries, above those for copying.
    virtual void fillMenu(QMenu&) { }

    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

    /// Chooses the next part or one before; the first if none is chosen yet.
    void stepPart(int by);

    /// A font for axes and bars.
    QFont smallFont() const;

private:
    void addCopying(ActionTable& actions);
    void copyCurrent();
};

} // namespace ui
