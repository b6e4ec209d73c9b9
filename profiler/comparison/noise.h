#pragma once

#include "profiler/comparison/comparison.h"
#include "profiler/comparison/pair_benchmark.h"

#include <cstddef>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace profiler {

/// Noise of this machine: one thing is compared with itself, and every difference found is an error
/// of the measurement. Helps to choose the limit of a gate.

/// Result of one comparison of equal things.
struct NoiseTry {
    Change wall;
    std::uint32_t rounds = 0;
    std::size_t operators = 0; ///< number of tested operators
    std::size_t operatorAlarms = 0; ///< tested operators called faster or slower
};
NoiseTry noiseTry(const Comparison& comparison);

struct Noise {
    std::size_t tries = 0;
    std::uint32_t rounds = 0; ///< rounds per try
    double wallNs = 0; ///< median of the tries
    std::size_t alarms = 0; ///< walls called faster or slower
    std::size_t operators = 0;
    std::size_t operatorAlarms = 0;
    double largest = 0; ///< largest change of a wall, as a share
    /// Half of the 95 % interval of a wall's change, median over the tries.
    double resolution = 0;
    /// The smallest usual limit for which every try would give a decision; nothing if the machine
    /// is too noisy for all of them.
    std::optional<double> gate;
    /// 95th percentile of the difference between consecutive tries: smaller differences cannot be
    /// found by separate measurements. It is measured in one process; two program starts may differ
    /// more. Nothing with fewer than two tries.
    std::optional<double> apart;
};
Noise summariseNoise(std::span<const NoiseTry> tries);

/// Measures something interleaved with itself, for use without a model. Fails like
/// runPairBenchmark.
support::Result<Comparison> compareWithItself(
    const RunOnce& runOnce, const PairOptions& options, std::stop_token stop);

} // namespace profiler
