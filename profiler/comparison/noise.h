#pragma once

#include "profiler/comparison/comparison.h"
#include "profiler/comparison/pair_benchmark.h"

#include <cstddef>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace profiler {

/// What one thing measured against itself differs by on this machine: whoever chooses a gate wants
/// to know it. Every difference that is found is an error of the measurement.

/// One comparison of equal things.
struct NoiseTry {
    Change wall;
    std::uint32_t rounds = 0;
    std::size_t operators = 0; ///< that were tested
    std::size_t operatorAlarms = 0; ///< of them called faster or slower
};
NoiseTry noiseTry(const Comparison& comparison);

struct Noise {
    std::size_t tries = 0;
    std::uint32_t rounds = 0; ///< of a try
    double wallNs = 0; ///< median of the tries
    std::size_t alarms = 0; ///< walls called faster or slower
    std::size_t operators = 0;
    std::size_t operatorAlarms = 0;
    double largest = 0; ///< change of a wall, as a share
    double resolution = 0; ///< half of the 95 % interval of a wall's change, median of the tries
    /// The smallest usual limit that every try would have decided; nothing if the machine is too
    /// noisy for any.
    std::optional<double> gate;
    /// What 95 % of the tries differ by from the one before: what measuring apart cannot see. In
    /// one process, so two starts may differ by more. Nothing with fewer than two tries.
    std::optional<double> apart;
};
Noise summariseNoise(std::span<const NoiseTry> tries);

/// A fixed piece of arithmetic in turns with itself, where no model is at hand. Fails as
/// runPairBenchmark does.
support::Result<Comparison> compareWithItself(
    const RunOnce& runOnce, const PairOptions& options, std::stop_token stop);

} // namespace profiler
