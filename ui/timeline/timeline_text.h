#pragma once

#include <QCoreApplication>

namespace ui {

/// Translates a text of the timeline; `count` replaces `%n`.
inline QString timelineText(const char* text, int count = -1)
{
    return QCoreApplication::translate("Timeline", text, nullptr, count);
}

}
