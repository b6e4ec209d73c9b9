#pragma once

#include "profiler/charts/charts.h"

#include <string>
#include <vector>

namespace profiler {

/// Create the basic shapes of figures.
Shape textAt(double x, double y, std::string words, Shape::Anchor anchor = Shape::Anchor::Start,
    Paint fill = Paint::of("textSecondary"));
Shape lineOf(std::vector<Point> points, Paint stroke, double width = 1);
Shape rectangleOf(double x, double y, double width, double height, Paint fill);
Shape circleOf(Point centre, double radius, Paint fill);

} // namespace profiler
