#pragma once

#include <QCoreApplication>

namespace ui {

/// A text of the inspector in the user's language.
inline QString words(const char* text) { return QCoreApplication::translate("Inspector", text); }

}
