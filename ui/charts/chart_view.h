#pragma once

#include "ui/charts/chart_parts.h"
#include "ui/tables/table_copy.h"

#include <QWidget>

#include <optional>

class QMenu;

namespace ui {

class ActionTable;

/// Base class of charts: tool tips, copying (the current part, the data as text, CSV and Markdown,
/// the picture), a context menu, a visible focus, and parts for assistive tools. A subclass draws
/// the content and describes its parts.
class ChartView : public QWidget, public ChartParts {
    Q_OBJECT

public:
    ChartView(ActionTable& actions, const QString& name, QWidget* parent);

    bool isPartSelected(int part) const override { return part == currentPart(); }
    /// The chart without the focus frame, at the device pixel ratio of its screen.
    QPixmap picture();
    /// Sets the table with the same data; may be null.
    void setTable(const QAbstractItemModel* table) { m_table = table; }
    /// The data of the chart as a table. Here: all rows of setTable().
    virtual QString chartText(TableForm form) const;

protected:
    /// Draws everything except the focus frame.
    virtual void paintChart(QPainter& painter) = 0;
    /// The part at a point; empty if there is none.
    virtual std::optional<int> partAt(QPointF point) const = 0;
    /// Adds the subclass's own entries above those for copying.
    virtual void fillMenu(QMenu&) { }

    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

    /// Moves the current part by `by`, within the first and last part; selects the first part if
    /// none is current.
    void stepPart(int by);

private:
    void addCopying(ActionTable& actions);
    void copyCurrent();

    const QAbstractItemModel* m_table = nullptr;
};

} // namespace ui
