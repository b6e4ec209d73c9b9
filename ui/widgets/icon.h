#pragma once

#include <QColor>
#include <QIcon>
#include <QPainter>
#include <QRectF>

namespace ui {

/// Returns the icon with this name in resources/icons/icons.json. It is drawn in the theme's text
/// colour of the QIcon mode, at any size and pixel ratio. An unknown name gives a null icon.
QIcon icon(const char* name);
/// The same in one theme colour (`accent`, `error`). Follows changes of the theme.
QIcon icon(const char* name, const char* token);
/// Draws an icon straight into a painter (canvas badges).
void drawIcon(QPainter& painter, const char* name, const QRectF& rect, const QColor& colour);
/// The icon of the application: a small graph.
QIcon applicationIcon();

} // namespace ui
