#pragma once

#include "ui/charts/accessible_chart.h"
#include "ui/tables/table_copy.h"

#include <optional>

class QMenu;

namespace ui {

class ActionTable;

/// Base class of charts that can be copied: the current part, the data as text, CSV and Markdown,
/// or the picture. They have a context menu, and the tool tip of a part is its text.
class ChartView : public AccessibleChart {
    Q_OBJECT

public:
    ChartView(ActionTable& actions, const QString& name, QWidget* parent);

    /// The chart without the focus frame, at the device pixel ratio of its screen.
    QPixmap picture();
    /// Sets the table with the same data; may be null.
    void setTable(const QAbstractItemModel* table) { m_table = table; }
    /// The data of the chart as a table. Here: all rows of setTable().
    virtual QString chartText(TableForm form) const;

protected:
    /// The part at a point; empty if there is none.
    virtual std::optional<int> partAt(QPointF point) const = 0;
    /// Adds the subclass's own entries above those for copying.
    virtual void fillMenu(QMenu&) { }

    QString tipAt(QPoint point) const override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    /// Chooses the part at the point.
    void mousePressEvent(QMouseEvent* event) override;
    /// Left, Right, Home and End choose the part before, behind, the first and the last one.
    void keyPressEvent(QKeyEvent* event) override;

    /// The part whose middle is nearest, if it is within `reach` pixels.
    std::optional<int> partNear(QPointF point, double reach) const;

    /// Moves the current part by `by`, within the first and last part; selects the first part if
    /// none is current.
    void stepPart(int by);

private:
    void addCopying(ActionTable& actions);
    void copyCurrent();

    const QAbstractItemModel* m_table = nullptr;
};

} // namespace ui
