#pragma once

#include <QCoreApplication>

namespace ui {

/// A text of the timeline in the user's language; `count` stands for `%n`.
inline QString timelineText(const char* text, int count = -1)
{
    return QCoreApplication::translate("Timeline", text, nullptr, count);
}

}
