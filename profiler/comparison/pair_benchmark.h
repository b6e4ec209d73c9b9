#pragma once

#include "profiler/engines/engine_side.h"
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

/// Measures two things interleaved in one process.
///
///     round 1   A A A   B B B   B B B   A A A        one of ABBA and BAAB by a kept random seed
///     round 2   B B B   A A A   A A A   B B B
///
/// Each round gives one difference of medians. Drift (clock, temperature, other programs) affects
/// both sides of a round equally, and the random order makes the signed rank test exact. If the two
/// were measured one after the other, equal things would be called different in 20 to 78 % of
/// tries.

struct PairOptions {
    std::uint32_t rounds = 20;
    std::uint32_t runsPerBlock = 0; ///< 0 = by their duration: 1 (slow) to 25 (fast), mostly 3
    std::optional<std::uint32_t> warmUpRuns; ///< per side; nothing = until both are steady
    std::chrono::nanoseconds limit { 0 }; ///< of measuring, applied after fewestRounds; 0 = none
    std::uint32_t fewestRounds = 8;
    /// Whether each recorded run has one without recording beside it. Wall times are then those of
    /// runs without recording. For engines whose profiler slows them down.
    Unprofiled unprofiled = Unprofiled::None;
    RecordLevel level = RecordLevel::Steps;
    std::size_t recorderBytes = std::size_t(256) << 20; ///< per side
    std::optional<std::uint64_t> orderSeed; ///< nothing: drawn at random
    std::function<void()> beforeRun; ///< not timed
    /// Called before all rounds but the first, not timed. Both sides may be slower after it for a
    /// few runs. Such runs are made first and count as warm-up.
    std::function<support::Result<void>()> beforeRound;
    /// Warm-up runs per side before each round; only with beforeRound.
    std::uint32_t settlingRuns = 2;
    /// Recorders of the device for runs of A and of B; null: the side runs on the CPU. Both may be
    /// the same collector, which then records the sides alternately.
    std::array<DeviceCollector*, 2> devices {};
    std::array<TicksOfRun, 2> ticksOfRun; ///< for sides in another process
};

struct PairProgress {
    Side side = Side::WarmUp;
    std::uint32_t round = 0; ///< from 1; 0 during warm-up
    std::uint32_t rounds = 0;
    std::int64_t wallNs = 0;
};
using OnPairRun = std::function<void(const PairProgress&)>;

/// Returns the benchmarks of A and B, with equal round numbers and the same zero of time. Fails
/// with the error of a run, or with Cancelled if it was stopped before the first round was
/// complete.
support::Result<std::array<Benchmark, 2>> runPairBenchmark(const std::array<RunOnce, 2>& runOnce,
    const PairOptions& options = {}, std::stop_token stop = {}, const OnPairRun& onRun = {});

/// Metadata key with the same value in both profiles of a pair.
inline constexpr std::string_view pairKey = "comparison.pair";

struct ProfiledPair {
    std::array<std::shared_ptr<const Profile>, 2> profiles;
    BenchmarkEnd end = BenchmarkEnd::Complete;
    std::vector<DeviceLimit> deviceLimits; ///< what could not be recorded of the device
};

/// Measures two plans. Both are loaded at once, each with its own session. The preparations must
/// have plans.
///
/// The position of weights and values in memory changes the time of an operator by up to 20 %
/// (which pages share sets of a cache). It stays the same as long as a plan is loaded, and does not
/// depend on what is compared (Mytkowicz et al., Producing Wrong Data Without Doing Anything
/// Obviously Wrong, ASPLOS 2009). So both plans are prepared again before each round. The effect
/// then varies from round to round, and the test treats it as noise.
///
/// For sides on a device, one DeviceCollector records the device for both sides. Steps are compared
/// by the time in which the device worked for them.
support::Result<ProfiledPair> profilePair(const std::array<const engine::RunRequest*, 2>& requests,
    std::array<engine::Preparation, 2> preparations, const PairOptions& options = {},
    std::stop_token stop = {}, const OnPairRun& onRun = {});

/// Measures two sides of which one at least is another engine. Each is loaded once: the effect of
/// its place in memory is the same in all rounds and part of its time.
support::Result<ProfiledPair> profileEnginePair(const std::array<EngineSide*, 2>& sides,
    const PairOptions& options = {}, std::stop_token stop = {}, const OnPairRun& onRun = {});

} // namespace profiler
