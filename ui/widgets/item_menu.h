#pragma once

#include <QList>
#include <QString>

#include <functional>

class QAbstractItemView;
class QModelIndex;

namespace ui {

class Panel;
struct SelectedItem;

/// Makes a view whose rows stand for nodes and values offer, in its context menu, what can be done
/// with the row: show it in the graph, copy its name, select all of its type, look at its values;
/// then the view's own actions. `more` gives what else can be done with a row, above all that.
struct ItemCommand {
    QString text;
    std::function<void()> follow;
};
using MoreCommands = std::function<QList<ItemCommand>(const QModelIndex& row)>;
void addItemMenu(QAbstractItemView& view, Panel& panel, MoreCommands more = {});

/// Selects a node or value, shows it in the graph and goes there.
void showInGraph(Panel& panel, const SelectedItem& item);

} // namespace ui
