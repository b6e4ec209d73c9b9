#pragma once

#include "profiler/comparison/comparison.h"

namespace profiler {

/// Builds the waterfall from the wall `aNs` to the wall `bNs`. The rows must have their verdicts.
Waterfall waterfallOf(const Profile& a, const Profile& b, const StepAlignment& alignment,
    const std::vector<ComparedRow>& rows, double aNs, double bNs);

} // namespace profiler
