#pragma once

#include "profiler/record/benchmark.h"
#include "profiler/record/profile_run.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace profiler {

/// Measures two things against each other, now, in one process.
///
///     round 1   A A A   B B B   B B B   A A A        one of ABBA and BAAB by a kept random seed
///     round 2   B B B   A A A   A A A   B B B
///
/// Each round gives one difference of medians. Whatever drifts (clock, temperature, other programs)
/// meets both sides of a round alike, and the toss of the order makes the signed rank test exact:
/// measured one after the other, equal things are called different in 20 to 78 % of tries.

struct PairOptions {
    std::uint32_t rounds = 20;
    std::uint32_t runsPerLetter = 0; ///< 0 = by their length: 1 (slow) to 25 (fast), mostly 3
    std::optional<std::uint32_t> warmUpRuns; ///< of each side; nothing = until both are steady
    std::chrono::nanoseconds limit { 0 }; ///< of measuring, after fewestRounds; 0 = none
    std::uint32_t fewestRounds = 8;
    RecordLevel level = RecordLevel::Steps;
    std::size_t recorderBytes = std::size_t(256) << 20; ///< of each side
    std::optional<std::uint64_t> orderSeed; ///< nothing: drawn, so that no two tries toss alike
    std::function<void()> beforeRun; ///< not timed
    /// Before all rounds but the first, not timed. Both sides may be slower after it for a run or
    /// two, which are made and count as warm-up.
    std::function<support::Result<void>()> beforeRound;
    std::uint32_t settlingRuns = 2; ///< of each side after beforeRound, not counted
    /// Record what the device does in runs of A and of B; null: the side runs on the CPU. Both may
    /// be the same, which then records one side after the other.
    std::array<DeviceCollector*, 2> devices {};
};

struct PairProgress {
    Side side = Side::WarmUp;
    std::uint32_t round = 0; ///< from 1; 0 while warming up
    std::uint32_t rounds = 0;
    std::int64_t wallNs = 0;
};
using OnPairRun = std::function<void(const PairProgress&)>;

/// A and B, with rounds of the same numbers and times after the same zero. Fails with a run's
/// error, or with Cancelled if it was stopped before the first round was complete.
support::Result<std::array<Benchmark, 2>> runPairBenchmark(const std::array<RunOnce, 2>& runOnce,
    const PairOptions& options = {}, std::stop_token stop = {}, const OnPairRun& onRun = {});

/// In the metadata of both profiles of a pair, the same text.
inline constexpr std::string_view pairKey = "comparison.pair";

struct ProfiledPair {
    std::array<std::shared_ptr<const Profile>, 2> profiles;
    BenchmarkEnd end = BenchmarkEnd::Complete;
    std::vector<DeviceLimit> deviceLimits; ///< what could not be told of a device that one runs on
};

/// Both plans are loaded at once, each with a session of its own. The preparations have plans.
///
/// Where weights and values lie in memory is worth up to 20 % to an operator (which pages share
/// sets of a cache), stays as long as a plan is loaded, and has nothing to do with what is compared
/// (Mytkowicz et al., Producing Wrong Data Without Doing Anything Obviously Wrong, ASPLOS 2009). So
/// both are prepared anew before each round: then it differs from round to round, as noise does,
/// and the test takes it for that.
///
/// Of a side on a device, the device tells what it did itself (DeviceCollector), one collector for
/// both sides; steps are compared by the time in which it worked for them.
support::Result<ProfiledPair> profilePair(const std::array<const engine::RunRequest*, 2>& requests,
    std::array<engine::Preparation, 2> preparations, const PairOptions& options = {},
    std::stop_token stop = {}, const OnPairRun& onRun = {});

} // namespace profiler
