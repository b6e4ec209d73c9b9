#pragma once

#include <QCoreApplication>

namespace ui {

/// Translates a text of the inspector.
inline QString inspectorText(const char* text)
{
    return QCoreApplication::translate("Inspector", text);
}

}
