#pragma once

#include "profiler/statistics/statistics.h"

namespace profiler {

/// Splits one run so that the parts add up to its wall time exactly. `run` is an index into
/// Profile::runs.
Account accountOf(const Profile& profile, std::uint32_t run);
/// The same for several runs, in their order, in one pass over the profile.
std::vector<Account> accountsOf(const Profile& profile, std::span<const std::uint32_t> runs);

} // namespace profiler
