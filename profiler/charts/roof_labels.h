#pragma once

#include "profiler/charts/charts.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// A roof as it is drawn, in pixels.
struct RoofLine {
    Point from;
    Point to;
    std::string words;
    double width = 0; ///< of the words as they are drawn; 0: estimated
    /// Where their box lay, its top left: it stays there while that is free and about as good.
    std::optional<Point> before;
};

/// Upright, pixels of the figure.
struct Box {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;

    double right() const { return x + width; }
    double bottom() const { return y + height; }
    bool overlaps(const Box& other) const;
};

/// Where the words of a roof lie. Those that cannot lie at their line are led to it.
struct RoofLabel {
    std::size_t line = 0;
    Box box;
    Point onBox;
    Point onLine;
    bool isLed = false; ///< a stroke from onBox to onLine tells whose words they are
};

/// Of words in the small font of a figure, from above: fonts are not known here.
double estimatedWidth(std::string_view words);

/// A place for each line's words within `area`: never on each other, on no line and on no dot as
/// long as there is such a place, and then near the line. Words without room for them are left out.
/// O(places + dots) for each line but for strokes, of which few are compared.
std::vector<RoofLabel> placeRoofLabels(
    std::span<const RoofLine> lines, std::span<const Shape> dots, const Box& area);

} // namespace profiler
