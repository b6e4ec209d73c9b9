#pragma once

#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile.h"

#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// The part of a label before its last `/`, else before its last `.`; empty without either:
/// `/stage1/conv1/Conv` is in `/stage1/conv1`.
std::string_view scopeOf(std::string_view label);
/// Of a step with a node: what the model tells of it (Step::scope), else by its first label.
std::string_view scopeOf(const Profile& profile, const Step& step);

/// Steps that ran and have something in common, together.
struct SummedSteps {
    std::string name; ///< the scope, kernel or implementation; may be empty
    bool isInserted = false; ///< of scopes: steps that come from no node
    std::vector<engine::StepId> steps; ///< in their order
    TypeRow figures; ///< opType and domain stay empty; calls of kernels of a device are launches
};

/// By scope: empty is the top level. Steps that come from no node (reorders, copies) are one row of
/// their own. Largest median first. Own times are summed run by run, so that rows add up as
/// operators do.
std::vector<SummedSteps> scopeRows(const Profile& profile, const Statistics& statistics);

/// The same by what ran, inserted steps as all others. Of steps that a device worked for these are
/// its kernels by their short names (shortKernelName), launch by launch, and copies and sets by
/// their kinds; of others Step::implementation, empty where the profile does not say. A kernel has
/// the work of its steps if nothing else ran for them; else that work is not known.
std::vector<SummedSteps> kernelRows(const Profile& profile, const Statistics& statistics);

/// What all labels begin with, up to and with its last `/` or `.`: `/model/`. Inserted steps do not
/// count.
std::string commonPrefix(const Profile& profile);

} // namespace profiler
