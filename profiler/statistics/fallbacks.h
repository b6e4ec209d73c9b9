#pragma once

#include "profiler/tables/profile.h"

#include <string>
#include <vector>

namespace profiler {

/// An operator that ran on the CPU although the run was on a GPU, because the GPU refused it.
/// Operators that belong on the CPU anyway (shapes, few integers) are not fallbacks.
struct Fallback {
    engine::StepId step;
    std::string reason; ///< `cuda native: an image of 4 axes, expected at most 3`
    /// Copies to the CPU before it, and back to the GPU after it.
    std::vector<engine::StepId> copies;
};

/// Returns the fallbacks in the order of steps. Empty for runs on the CPU and for profiles without
/// a device in their settings.
std::vector<Fallback> fallbacksOf(const Profile& profile);

/// Returns the line of a step's `refusals` (one per line) that comes from the device of the run;
/// empty if there is none.
std::string_view deviceRefusal(std::string_view refusals, std::string_view device);

} // namespace profiler
