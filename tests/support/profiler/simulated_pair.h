#pragma once

#include "profiler/tables/profile.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace testing {

/// Two profiles of an interleaved measurement on a made-up machine with everything that real ones
/// do: each operator varies by 2 %, neighbouring runs resemble each other, the clock drifts and
/// steps once, three runs in a hundred are disturbed for long. The same seed gives the same pair.
struct PairShape {
    std::vector<double> operatorNs; ///< in A
    std::vector<double> factors; ///< B's time over A's; empty: all 1
    std::uint32_t rounds = 20;
    std::uint32_t runsPerLetter = 3;
    std::uint64_t seed = 1;
    bool isSteady = false; ///< without the clock's drift and step: noise only
    std::string name = "op"; ///< of operators, before their number: to try names that bite
};
std::array<std::shared_ptr<const profiler::Profile>, 2> simulatedPair(const PairShape& shape);

/// Twenty operators of 10 µs to 2 ms, 10 ms in all; the one at `largeOperator` takes 1 ms.
std::vector<double> twentyOperators();
inline constexpr std::size_t largeOperator = 4;

} // namespace testing
