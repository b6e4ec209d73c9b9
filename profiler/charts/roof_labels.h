#pragma once

#include "profiler/charts/charts.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// A roof line in pixels, with its label.
struct RoofLine {
    Point from;
    Point to;
    std::string caption;
    double width = 0; ///< drawn width of the words; 0: estimated
    /// Top left of the label's last box. It is kept if it is free and almost as good as the best
    /// place.
    std::optional<Point> before;
};

/// An axis-parallel rectangle in pixels of the figure.
struct Box {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;

    double right() const { return x + width; }
    double bottom() const { return y + height; }
    bool overlaps(const Box& other) const;
};

/// Position of the label of a roof. A label that is not beside its line is connected to it by a
/// stroke.
struct RoofLabel {
    std::size_t line = 0;
    Box box;
    Point onBox;
    Point onLine;
    bool isLed = false; ///< a stroke from onBox to onLine connects the label with its line
};

/// Returns an upper estimate of the width of words in the small font of a figure, since fonts are
/// not known here.
double estimatedWidth(std::string_view caption);

/// Finds a place for the label of each line within `area`. Labels never overlap each other. Places
/// on a line or a dot are avoided if possible, and places near the line are preferred. Labels
/// without room are left out. Takes O(places + dots) per line, except for strokes, which are
/// compared for few places only.
std::vector<RoofLabel> placeRoofLabels(
    std::span<const RoofLine> lines, std::span<const Shape> dots, const Box& area);

} // namespace profiler
