#pragma once

#include "profiler/statistics/statistics.h"

#include <vector>

namespace profiler {

/// The longest chain of steps that wait for each other's values, at their median times. It is the
/// time that would be left of the operators if everything else ran in parallel to it. Steps inside
/// a Loop or If count with the step that contains them. Step::after must be known.
struct CriticalPath {
    std::vector<engine::StepId> steps; ///< in order of execution
    double lengthNs = 0;
    double operatorsNs = 0; ///< sum over all outermost steps

    /// Returns the upper limit of parallelism; 1 = nothing can run in parallel.
    double parallelism() const { return lengthNs > 0 ? operatorsNs / lengthNs : 1; }
};

/// Returns an empty path if no step has Step::after.
CriticalPath criticalPath(const Profile& profile, const Statistics& statistics);

} // namespace profiler
