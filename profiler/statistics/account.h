#pragma once

#include "profiler/statistics/statistics.h"

namespace profiler {

/// Splits the wall time of one run into parts that add up to it exactly. `run` is an index into
/// Profile::runs.
Account accountOf(const Profile& profile, std::uint32_t run);
/// Does the same for several runs in one pass over the profile. The result has the order of `runs`.
std::vector<Account> accountsOf(const Profile& profile, std::span<const std::uint32_t> runs);
/// Returns the three largest parts of the time in no operator: `dispatch 12 µs`, `reorders 3 µs`.
std::vector<support::Sentence> largestParts(const Account& account);

} // namespace profiler
