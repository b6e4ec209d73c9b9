#pragma once

#include "profiler/tables/profile.h"

#include <memory>

namespace testing {

/// Clock of every step in withCounts(), in Hz, and what its misses fetch in units of the step's
/// least traffic.
constexpr double countedHertz = 3.2e9;
constexpr double countedL1 = 4;
constexpr double countedL2 = 2;
constexpr double countedLastLevel = 0.75;

/// A copy of a profile with made counts of every step. It ran at `countedHertz` all the time, step
/// i with 1 + i % 3 instructions per cycle and i % 4 page faults. Its misses are those of its least
/// traffic, times the factors above.
std::shared_ptr<const profiler::Profile> withCounts(const profiler::Profile& profile);

} // namespace testing
