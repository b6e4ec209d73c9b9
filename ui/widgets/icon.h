#pragma once

#include <QColor>
#include <QIcon>
#include <QPainter>
#include <QRectF>

namespace ui {

/// An icon of the bundled set by its name in resources/icons/icons.json, stroked in the theme's
/// text colour of the asked mode at any size and pixel ratio. An unknown name gives an empty icon.
QIcon icon(const char* name);
/// The same in a fixed theme colour (`accent`, `error`), followed when the theme changes.
QIcon icon(const char* name, const char* token);
/// Draws an icon straight into a painter (canvas badges).
void drawIcon(QPainter& painter, const char* name, const QRectF& rect, const QColor& colour);
/// Our application icon: a small graph, drawn.
QIcon applicationIcon();

} // namespace ui
