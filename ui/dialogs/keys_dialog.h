#pragma once

class QWidget;

namespace ui {

class ActionTable;

/// Shows all actions with their shortcuts, with a filter.
void showKeys(const ActionTable& actions, QWidget* parent);

} // namespace ui
