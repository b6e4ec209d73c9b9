#pragma once

#include "profiler/comparison/comparison.h"

namespace profiler {

/// Fills from the rows, which have their verdicts. `aNs` and `bNs` are the walls it leads from and
/// to.
Waterfall waterfallOf(const Profile& a, const Profile& b, const StepAlignment& alignment,
    const std::vector<ComparedRow>& rows, double aNs, double bNs);

} // namespace profiler
