#pragma once

#include "profiler/charts/charts.h"
#include "profiler/comparison/comparison.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// Charts of a comparison: the window and the HTML report draw the same shapes.

/// Pixels that a text takes; names that take more than there is are elided in the middle.
using TextWidth = std::function<double(std::string_view)>;
/// Where nobody can measure: a page is drawn with the reader's fonts.
double roughTextWidth(std::string_view text);

/// One bar of a waterfall in whole nanoseconds: where it begins and ends.
struct WaterfallBar {
    std::string label;
    std::int64_t fromNs = 0;
    std::int64_t toNs = 0;
    enum class Kind { Total, Faster, Slower, Noise } kind = Kind::Noise;

    /// Its figure: the wall of a total, else the difference with its sign.
    std::string figure() const;
};
/// The walls at the ends, the largest parts between them, the others in one bar: at most `most`.
/// Each bar begins where the one before ended, the last part ends at B's wall.
std::vector<WaterfallBar> waterfallBars(const Waterfall& waterfall, std::size_t most);

/// Where the difference of two walls comes from. The scale begins above 0 if the parts would else
/// be too small to see, and says so.
Figure waterfallFigure(const std::vector<WaterfallBar>& bars, double width, double height,
    const TextWidth& textWidth = roughTextWidth);

/// The change of the wall and of the rows with the largest differences, each with its interval, on
/// one scale of shares of A (a forest plot). At most `most` rows; those that ran on one side only
/// or have no interval are left out. Empty if the wall has no interval either.
Figure effectsFigure(const Comparison& comparison, std::size_t most, double width,
    const TextWidth& textWidth = roughTextWidth);

/// `+1.12 ms`, `−3.40 µs`.
std::string signedDurationText(double ns);

} // namespace profiler
