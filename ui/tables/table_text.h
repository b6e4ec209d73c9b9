#pragma once

#include <QCoreApplication>

namespace ui {

/// Translates a text of the tools above tables.
inline QString tableText(const char* text)
{
    return QCoreApplication::translate("TableTools", text);
}

}
