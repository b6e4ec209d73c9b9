#pragma once

class QWidget;

namespace ui {

class ActionTable;

/// All actions with their keys, filterable.
void showKeys(const ActionTable& actions, QWidget* parent);

} // namespace ui
