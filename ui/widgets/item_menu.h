#pragma once

#include <QList>
#include <QString>

#include <functional>

class QAbstractItemView;
class QModelIndex;

namespace ui {

class Panel;
struct SelectedItem;

/// An additional entry of a context menu.
struct ItemCommand {
    QString text;
    std::function<void()> follow;
};
using MoreCommands = std::function<QList<ItemCommand>(const QModelIndex& row)>;
/// Adds a context menu to a view whose rows are nodes and values: show the row's item in the graph,
/// copy its name, select all nodes of its type, add a note, view its values; then the view's own
/// actions. `more` returns additional commands for a row; they come first.
void addItemMenu(QAbstractItemView& view, Panel& panel, MoreCommands more = {});

/// Selects a node or value and switches to the graph view.
void showInGraph(Panel& panel, const SelectedItem& item);

} // namespace ui
