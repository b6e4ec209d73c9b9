#pragma once

#include "ui/canvas/kept_view.h"

#include <QString>

class QJsonObject;

namespace ui {

/// A tab of a document, as it is kept for the next start.
struct KeptTab {
    QString path;
    qint64 bytes = -1; ///< of the file; another file is shown from its start
    qint64 writtenMs = -1; ///< since 1970
    KeptViews views; ///< none: the graph was not shown
    int group = 0; ///< of tabs, from the left
    bool isInFront = false; ///< of its group
};

QJsonObject toJson(const KeptTab& tab);
/// Reads what toJson() wrote. What is missing or makes no sense is left out: the text may come from
/// another version, or have been changed by hand.
KeptTab keptTabOf(const QJsonObject& json);

} // namespace ui
