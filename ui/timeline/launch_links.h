#pragma once

#include "ui/timeline/timeline_geometry.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace profiler {
class Timeline;
}

namespace ui {

/// From where the host asked for work to that work: a call, or the step where calls were not
/// recorded, and a kernel or copy.
struct LaunchLink {
    std::uint32_t from = 0; ///< slices
    std::uint32_t to = 0;
    bool isFirst = false; ///< of its step in its run: drawn stronger
};

struct LinkRequest {
    const profiler::Timeline& timeline;
    profiler::TimeSpan view;
    const std::vector<bool>& isSelectedStep;
    std::optional<std::uint32_t> slice; ///< chosen: then only its links
};
/// Of selected steps, as far as they are in view. None where so many spans are in view that no
/// line could be told from another.
std::vector<LaunchLink> launchLinks(const LinkRequest& request);

} // namespace ui
