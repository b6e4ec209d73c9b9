#pragma once

#include <QJsonObject>
#include <QString>
#include <QStringList>

namespace ui {

/// Facts of the plan event of the process that runs the model, one per line.
QStringList planLines(const QJsonObject& plan);
/// The operators that a GPU plan leaves to the CPU; empty if none.
QString fallbackText(const QJsonObject& plan);
/// The outputs that a partial run does not compute; empty if it computes all.
QString missingText(const QJsonObject& plan);

} // namespace ui
