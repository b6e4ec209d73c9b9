#pragma once

#include "profiler/tables/time_span.h"
#include "ui/timeline/timeline_lanes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ui {

/// Maps time and lanes to widget coordinates of the timeline. Labels are at the left, the ruler is
/// at the top. Device-independent pixels.
struct TimelineGeometry {
    static constexpr int rulerHeight = 24;
    static constexpr int labelWidth = 96;

    profiler::TimeSpan visible { 0, 1 };
    std::vector<TimelineLane> lanes;
    int width = 0;
    int height = 0;
    int scroll = 0; ///< scroll offset in pixels; positive: lanes are moved up

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
    int yOf(const TimelineLane& lane) const { return rulerHeight + lane.top - scroll; }
    /// The lane at y; null above and below the lanes.
    const TimelineLane* laneAt(int y) const
    {
        if (y < rulerHeight)
            return nullptr;
        const auto found = std::ranges::find_if(lanes, [&](const TimelineLane& lane) {
            return yOf(lane) <= y && y < yOf(lane) + lane.height;
        });
        return found != lanes.end() ? &*found : nullptr;
    }
    /// The first lane of this kind and index; null if there is none.
    const TimelineLane* lane(TimelineLane::Kind kind, std::size_t index = 0) const
    {
        const auto found = std::ranges::find_if(lanes,
            [&](const TimelineLane& lane) { return lane.kind == kind && lane.index == index; });
        return found != lanes.end() ? &*found : nullptr;
    }
    int contentHeight() const { return lanes.empty() ? 0 : lanes.back().top + lanes.back().height; }
    int largestScroll() const { return std::max(0, contentHeight() - (height - rulerHeight)); }
};

} // namespace ui
