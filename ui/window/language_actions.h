#pragma once

#include <QString>

#include <functional>

class QObject;

namespace ui {

class ActionTable;

/// Connects Help > Language. A chosen language is kept, and shown from the next start on; `say`
/// tells the user.
void connectLanguageActions(
    const ActionTable& actions, QObject* window, std::function<void(const QString&)> say);

} // namespace ui
