#pragma once

#include "ui/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace ui {

/// A text of the window in the user's language, for functions outside of classes with `Q_OBJECT`.
/// Takes what QObject::tr() takes. `n` is the number for `%n`, and chooses the plural form.
inline QString tr(const char* text, const char* disambiguation = nullptr, int n = -1)
{
    return QCoreApplication::translate("ui", text, disambiguation, n);
}

/// `1 node`, `10,214 nodes`, of the text `%1 node(s)`.
inline QString countOf(std::uint64_t count, const char* text)
{
    constexpr std::uint64_t most = std::numeric_limits<int>::max();
    return tr(text, nullptr, static_cast<int>(std::min(count, most))).arg(countText(count));
}

} // namespace ui
