#pragma once

#include "profiler/report.h"

#include <string>

/// Charts of the HTML report as inline SVG. Colours are classes of the page's style, so that light and dark need no second picture; each shape
/// has a <title>. Empty text if the profile has nothing to draw.
namespace profiler::html {

constexpr int chartWidth = 1080;

/// Steps of the median run by depth, at most one rectangle per pixel.
std::string timelineChart(const Report& report);
/// Every run as a dot, warm-up grey.
std::string runsChart(const Report& report);
/// Planned live bytes by step, the peak marked.
std::string memoryChart(const Report& report);
/// A bar for a share, for table cells.
std::string shareBar(double share, std::string_view categoryClass);

/// Class of an operator's category: `c3`.
std::string categoryClass(const Profile& profile, StringId domain, StringId opType);

struct MemoryPeak {
    std::uint64_t bytes = 0;
    std::uint32_t step = 0;
    std::vector<const Lifetime*> live; ///< largest first
};
MemoryPeak memoryPeak(const Profile& profile);

} // namespace profiler::html
