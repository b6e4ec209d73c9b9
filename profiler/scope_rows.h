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

/// All steps of one scope together; steps that come from no node (reorders, copies) are one row of
/// their own.
struct ScopeRow {
    std::string scope; ///< empty: top level, or inserted
    bool isInserted = false;
    TypeRow figures; ///< opType and domain stay empty
};

/// Largest median first. Own times are summed run by run, so that rows add up as operators do.
std::vector<ScopeRow> scopeRows(const Profile& profile, const Statistics& statistics);

/// What all labels begin with, up to and with its last `/` or `.`: `/model/`. Inserted steps do not
/// count.
std::string commonPrefix(const Profile& profile);

} // namespace profiler
