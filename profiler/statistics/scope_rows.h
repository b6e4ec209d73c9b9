#pragma once

#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile.h"

#include <string>
#include <vector>

namespace profiler {

/// Sums over steps that ran and have a scope, kernel or implementation in common.
struct SummedSteps {
    std::string name; ///< the scope, kernel or implementation; may be empty
    bool isInserted = false; ///< for scopes: the row of steps without node
    std::vector<engine::StepId> steps; ///< in order of id
    TypeRow figures; ///< opType and domain stay empty; for kernels of a device, calls are launches
};

/// Returns rows by scope (StepScopes), largest median first. An empty name is the top level. Steps
/// without node (reorders, copies) have one row of their own. Own times are summed run by run, so
/// rows add up like operators.
std::vector<SummedSteps> scopeRows(const Profile& profile, const Statistics& statistics);

/// Returns rows by what ran, inserted steps included. For steps that ran on a device these are its
/// kernels by short name (shortKernelName), one call per launch, and copies and sets by kind. For
/// other steps it is Step::implementation, empty if the profile does not have it. A kernel gets the
/// work of a step only if nothing else ran for that step; otherwise that work is unknown.
std::vector<SummedSteps> kernelRows(const Profile& profile, const Statistics& statistics);

/// Returns the common prefix of all labels, up to and including its last `/` or `.`: `/model/`.
/// Inserted steps do not count.
std::string commonPrefix(const Profile& profile);

} // namespace profiler
