#pragma once

#include <QTreeView>

namespace ui {

class ActionTable;

/// A flat table as all of ours look: rows of one height, selected as a whole, cells drawn by
/// CellDelegate, sorting by SortRole where the model sorts, copying as text, CSV and Markdown.
class TableView : public QTreeView {
    Q_OBJECT

public:
    TableView(ActionTable& actions, QWidget* parent = nullptr);

signals:
    /// A cell with LinkRole was clicked or activated.
    void linkActivated(const QModelIndex& index);
};

/// The look shared by tables and trees.
void styleItemView(QTreeView& view);

} // namespace ui
