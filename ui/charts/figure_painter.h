#pragma once

#include "profiler/charts/charts.h"

#include <QColor>
#include <QRectF>

class QPainter;

namespace ui {

/// Draws a figure of the report in the theme's colours and the painter's font.
void paintFigure(QPainter& painter, const profiler::Figure& figure);

/// The current theme's colour for `paint`; an invalid colour for Paint::Kind::None.
QColor colourOf(const profiler::Paint& paint);
/// The bounding rectangle of a shape; for text, an empty rectangle at the start of its baseline.
QRectF boundsOf(const profiler::Shape& shape);

} // namespace ui
