#pragma once

#include <QPainter>
#include <QString>

namespace ui {

/// Shortens a text to about `limit` characters in the middle: for tabs, menus and the status bar.
inline QString elided(const QString& text, int limit)
{
    return text.size() <= limit ? text : text.left(limit / 2) + u'\u2026' + text.right(limit / 2);
}

/// Draws one line of text at the left of a rectangle, shortened at its end if it is too long.
inline void drawElided(QPainter& painter, const QRectF& rect, const QString& text)
{
    if (rect.width() >= 1)
        painter.drawText(rect, Qt::AlignVCenter | Qt::AlignLeft,
            painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(rect.width())));
}

} // namespace ui
