#pragma once

#include "profiler/charts/charts.h"

#include <QColor>
#include <QRectF>

class QPainter;

namespace ui {

/// Replays a chart that the report draws too: its shapes in the theme's colours and the painter's
/// font.
void paintFigure(QPainter& painter, const profiler::Figure& figure);

/// A colour by meaning, in the current theme; invalid for none.
QColor colourOf(const profiler::Paint& paint);
/// What a shape covers; texts only their baseline's start.
QRectF boundsOf(const profiler::Shape& shape);

} // namespace ui
