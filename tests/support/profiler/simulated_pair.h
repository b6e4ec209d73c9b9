#pragma once

#include "profiler/tables/profile.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace testing {

/// Two profiles of an interleaved measurement on a simulated machine with the effects of real ones:
/// each operator varies by 2 %, successive runs are correlated, the clock drifts and changes once,
/// and 3 % of the runs are strongly disturbed. The same seed gives the same pair.
struct PairShape {
    std::vector<double> operatorNs; ///< times in A
    std::vector<double> factors; ///< time in B divided by that in A; empty: all 1
    std::uint32_t rounds = 20;
    std::uint32_t runsPerBlock = 3;
    std::uint64_t seed = 1;
    bool isSteady = false; ///< without the clock's drift and change: only noise
    std::string name = "op"; ///< operators' name before their number, to test unusual names
};
std::array<std::shared_ptr<const profiler::Profile>, 2> simulatedPair(const PairShape& shape);

/// Twenty operators of 10 µs to 2 ms, 10 ms in total; the one at `largeOperator` takes 1 ms.
std::vector<double> twentyOperators();
inline constexpr std::size_t largeOperator = 4;

} // namespace testing
