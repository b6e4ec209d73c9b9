#pragma once

#include <QSet>
#include <QTimer>
#include <QTreeView>

#include <initializer_list>

class QSortFilterProxyModel;

namespace ui {

class ActionTable;

/// Base of all tables: rows of equal height, selection of entire rows, cells drawn by CellDelegate,
/// sorting by SortRole if the model sorts, copying as text, CSV and Markdown. Number columns
/// (aligned right) grow with their visible cells, so that no number is elided, unless the user set
/// the width.
class TableView : public QTreeView {
    Q_OBJECT

public:
    TableView(ActionTable& actions, QWidget* parent = nullptr);
    void setModel(QAbstractItemModel* model) override;
    /// Shows a table through a proxy that sorts by SortRole, at first by this column (-1: in the
    /// table's own order). The first columns get these widths.
    void setSortedModel(QSortFilterProxyModel& sorted, QAbstractItemModel* table, int column,
        Qt::SortOrder order, std::initializer_list<int> widths = {});
    /// Makes the row current and visible; clears the selection if `index` is invalid.
    void showRow(const QModelIndex& index);

signals:
    /// A cell with LinkRole was clicked or activated.
    void linkActivated(const QModelIndex& index);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void fitNumbers();

    QTimer m_fitSoon; ///< joins several changes
    QSet<int> m_chosen; ///< columns whose width the user set
};

/// Applies the common style of tables and trees.
void styleItemView(QTreeView& view);

} // namespace ui
