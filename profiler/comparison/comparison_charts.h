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

/// Charts of a comparison. The window and the HTML report draw the same shapes.

/// Returns the width of a text in pixels. Longer names are elided in the middle.
using TextWidth = std::function<double(std::string_view)>;
/// Estimates the width where it cannot be measured: an HTML page uses the reader's fonts.
double roughTextWidth(std::string_view text);

/// One bar of a waterfall: its begin and end in integer nanoseconds.
struct WaterfallBar {
    std::string label;
    std::int64_t fromNs = 0;
    std::int64_t toNs = 0;
    enum class Kind { Total, Faster, Slower, Noise } kind = Kind::Noise;

    /// Returns its figure as text: the wall for a total, otherwise the signed difference.
    std::string figure() const;
};
/// Returns the bars: the walls at both ends, the largest parts between them, and one bar for the
/// others; at most `most`. Each bar begins where the one before ended; the last part ends at B's
/// wall.
std::vector<WaterfallBar> waterfallBars(const Waterfall& waterfall, std::size_t most);

/// Draws the causes of the difference of two walls. If the parts would be too small to see, the
/// scale begins above 0, and the figure says so.
Figure waterfallFigure(const std::vector<WaterfallBar>& bars, double width, double height,
    const TextWidth& textWidth = roughTextWidth);

/// Draws a forest plot: the change of the wall and of the rows with the largest differences, each
/// with its interval, as shares of A. At most `most` rows. Rows that ran on one side only or have
/// no interval are left out. Empty if neither the wall nor a row has one.
Figure effectsFigure(const Comparison& comparison, std::size_t most, double width,
    const TextWidth& textWidth = roughTextWidth);

/// Returns `+1.12 ms`, `−3.40 µs`.
std::string signedDurationText(double ns);

} // namespace profiler
