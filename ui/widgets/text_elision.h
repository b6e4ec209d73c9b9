#pragma once

#include <QString>

namespace ui {

/// Shortens a text to about `limit` characters in the middle: for tabs, menus and the status bar.
inline QString elided(const QString& text, int limit)
{
    return text.size() <= limit ? text : text.left(limit / 2) + u'\u2026' + text.right(limit / 2);
}

} // namespace ui
