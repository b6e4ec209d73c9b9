#pragma once

#include <QJsonObject>
#include <QString>
#include <QStringList>

namespace ui {

/// What the process that runs the model said of its plan.
QStringList planLines(const QJsonObject& plan);
/// Which operators a GPU leaves to the CPU; empty if none.
QString fallbackText(const QJsonObject& plan);
/// What a run around unsupported operators does without; empty if it computes everything.
QString missingText(const QJsonObject& plan);

} // namespace ui
