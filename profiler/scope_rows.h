#pragma once

#include "profiler/profile.h"
#include "profiler/statistics.h"

#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// The part of a label before its last `/`, else before its last `.`; empty without either:
/// `/stage1/conv1/Conv` is in `/stage1/conv1`.
std::string_view scopeOf(std::string_view label);

/// Steps that ran and have something in common, together.
struct SummedSteps {
    std::string name; ///< the scope or the implementation; may be empty
    bool isInserted = false; ///< of scopes: steps that come from no node
    std::vector<engine::StepId> steps; ///< in their order
    TypeRow figures; ///< opType and domain stay empty
};

/// By scope: empty is the top level. Steps that come from no node (reorders, copies) are one row of
/// their own. Largest median first. Own times are summed run by run, so that rows add up as
/// operators do.
std::vector<SummedSteps> scopeRows(const Profile& profile, const Statistics& statistics);

/// The same by what ran (Step::implementation), inserted steps as all others; empty: the profile
/// does not say.
std::vector<SummedSteps> kernelRows(const Profile& profile, const Statistics& statistics);

/// What all labels begin with, up to and with its last `/` or `.`: `/model/`. Inserted steps do not
/// count.
std::string commonPrefix(const Profile& profile);

} // namespace profiler
