#pragma once

class QAbstractItemView;

namespace ui {

class Panel;

/// Makes a view whose rows stand for nodes and values offer, in its context menu, what can be done
/// with the row: show it in the graph, copy its name, select all of its type, look at its values;
/// then the view's own actions.
void addItemMenu(QAbstractItemView& view, Panel& panel);

} // namespace ui
