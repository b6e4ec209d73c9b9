#pragma once

#include <QSet>
#include <QTimer>
#include <QTreeView>

namespace ui {

class ActionTable;

/// A flat table as all of ours look: rows of one height, selected as a whole, cells drawn by
/// CellDelegate, sorting by SortRole where the model sorts, copying as text, CSV and Markdown.
/// Numbers (cells aligned to the right) are not elided: their columns grow with what is visible,
/// unless the user chose the width.
class TableView : public QTreeView {
    Q_OBJECT

public:
    TableView(ActionTable& actions, QWidget* parent = nullptr);
    void setModel(QAbstractItemModel* model) override;

signals:
    /// A cell with LinkRole was clicked or activated.
    void linkActivated(const QModelIndex& index);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void fitNumbers();

    QTimer m_fitSoon; ///< once after many changes
    QSet<int> m_chosen; ///< columns whose width the user chose
};

/// The look shared by tables and trees.
void styleItemView(QTreeView& view);

} // namespace ui
