#pragma once

#include "profiler/tables/profile.h"

#include <string>
#include <vector>

namespace profiler {

/// An operator that ran on the CPU although the run was one of a GPU, which would not or could not
/// take it. What belongs on the CPU anyway (shapes, few integers) is none.
struct Fallback {
    engine::StepId step;
    std::string reason; ///< `cuda native: an image of 4 axes, expected at most 3`
    std::vector<engine::StepId> copies; ///< to the CPU for it, and back to the GPU after it
};

/// By step. Nothing of runs on the CPU, and of profiles that do not say what they ran on.
std::vector<Fallback> fallbacksOf(const Profile& profile);

/// What the device of a run says in a step's `refusals` (one per line); empty if it says nothing.
std::string_view deviceRefusal(std::string_view refusals, std::string_view device);

} // namespace profiler
