#pragma once

#include "ui/timeline/timeline_geometry.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace profiler {
class Timeline;
}

namespace ui {

/// A link from a launch on the host to the launched work: from an API call, or from the step if
/// calls were not recorded, to a kernel or copy.
struct LaunchLink {
    std::uint32_t from = 0; ///< slice ids
    std::uint32_t to = 0;
    bool isFirst = false; ///< first link of its step in its run; drawn stronger
};

struct LinkRequest {
    const profiler::Timeline& timeline;
    profiler::TimeSpan view;
    const std::vector<bool>& isSelectedStep;
    std::optional<std::uint32_t> slice; ///< the clicked slice, if any: then only its links
};
/// The links of selected steps in the view. Empty if too many slices are visible to tell the lines
/// apart.
std::vector<LaunchLink> launchLinks(const LinkRequest& request);

} // namespace ui
