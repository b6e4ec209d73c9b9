#pragma once

#include "profiler/statistics/statistics.h"

#include <vector>

namespace profiler {

/// The longest chain of steps that wait for each other's values, at their median times: what would
/// be left of the operators' time if everything else ran beside it. Steps inside a Loop or If count
/// with the step they are in. `after` of the steps must be known.
struct CriticalPath {
    std::vector<engine::StepId> steps; ///< in order of execution
    double lengthNs = 0;
    double operatorsNs = 0; ///< sum over all outermost steps

    /// How much could run at the same time, at most: 1 = nothing.
    double parallelism() const { return lengthNs > 0 ? operatorsNs / lengthNs : 1; }
};

/// Empty if no step knows what it waits for.
CriticalPath criticalPath(const Profile& profile, const Statistics& statistics);

} // namespace profiler
