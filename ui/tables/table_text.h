#pragma once

#include <QCoreApplication>

namespace ui {

/// A text of the tools above tables in the user's language.
inline QString tableText(const char* text)
{
    return QCoreApplication::translate("TableTools", text);
}

}
