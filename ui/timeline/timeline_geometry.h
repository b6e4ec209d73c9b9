#pragma once

#include "profiler/time_span.h"

#include <cstddef>
#include <cstdint>

namespace ui {

/// Where time and rows lie in the timeline's widget: labels on the left, the ruler above. Pixels
/// are device independent.
struct TimelineGeometry {
    static constexpr int rulerHeight = 24;
    static constexpr int rowHeight = 20;
    static constexpr int labelWidth = 96;

    profiler::TimeSpan visible { 0, 1 };
    int width = 0;
    int height = 0;
    int scroll = 0; ///< pixels that the rows are scrolled up

    double plotWidth() const { return width > labelWidth ? width - labelWidth : 1; }
    double nsPerPixel() const { return static_cast<double>(visible.lengthNs()) / plotWidth(); }
    double xOf(std::int64_t ns) const
    {
        return labelWidth + profiler::pixelOf(visible, plotWidth(), ns);
    }
    std::int64_t timeAt(double x) const
    {
        return profiler::timeAt(visible, plotWidth(), x - labelWidth);
    }
    int yOf(std::size_t row) const
    {
        return rulerHeight + static_cast<int>(row) * rowHeight - scroll;
    }
    /// Row at a position; negative above the rows.
    int rowAt(int y) const { return y < rulerHeight ? -1 : (y - rulerHeight + scroll) / rowHeight; }
};

} // namespace ui
