#pragma once

#include "engine/verify/verify.h"
#include "profiler/engines/engine_side.h"
#include "profiler/statistics/statistics.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// Answers which engine is fastest for a model on this machine: all engines take turns.
///
///     round 1   A A A  B B B  C C C  C C C  B B B  A A A       the order of the engines is random
///     round 2   C C C  A A A  B B B  B B B  A A A  C C C
///
/// The runs of the rounds are not recorded, because profilers slow engines down differently. After
/// the rounds each engine makes recorded runs of its own, for the times of its operators. The first
/// run of a block is not counted: another engine has just used the caches and the cores.

/// An engine that takes part. The request gives everything but the threads.
struct EngineEntry {
    std::string name; ///< `opscope`, `onnxruntime`
    std::string title; ///< `ONNX Runtime`
    std::optional<EngineRequest> engine; ///< nothing: Opscope's
    support::Result<void> found; ///< why it cannot run
};

struct EngineComparisonOptions {
    std::vector<int> threadCounts { 1 };
    std::uint32_t rounds = 20;
    std::uint32_t runsPerBlock = 0; ///< 0 = by their duration
    std::uint32_t recordedRuns = 10;
    std::chrono::nanoseconds limit { 0 }; ///< for the rounds of one number of threads; 0 = none
    std::optional<std::uint64_t> orderSeed;
};

/// What is known about an engine besides its times.
struct EngineResult {
    std::string name;
    std::string title;
    std::string problem; ///< why it was not measured, or not to the end; empty if it was
    std::string version;
    std::string where; ///< where its library was found
    EngineFacts facts; ///< of other engines
    std::optional<engine::Difference>
        difference; ///< of all outputs, from Opscope's; not of Opscope
    std::int64_t openNs = 0;
    std::int64_t firstRunNs = 0;
    std::uint64_t peakBytes = 0;
    std::size_t steps = 0;
};

/// The measurement of an engine with one number of threads.
struct EngineMeasurement {
    std::size_t engine = 0; ///< index into EngineComparison::engines
    int threads = 1;
    std::vector<double> wallNs; ///< of all counted runs, in order
    std::vector<double> roundNs; ///< median of each round
    Distribution wall;
    std::shared_ptr<const Profile> profile; ///< of the recorded runs
};

/// The fastest engine with one number of threads, and the next one.
struct EngineVerdict {
    int threads = 1;
    std::size_t fastest = 0; ///< index into EngineComparison::engines
    std::optional<std::size_t> next; ///< nothing if only one ran
    double difference = 0; ///< (next - fastest) / next
    std::optional<Interval> interval; ///< of `difference`, 95 %
    double p = 1;
    bool isShown = false; ///< a difference is shown
};

struct EngineComparison {
    std::uint32_t rounds = 0; ///< most that were measured
    std::uint64_t orderSeed = 0;
    std::vector<int> threadCounts;
    std::vector<EngineResult> engines;
    std::vector<EngineMeasurement> measurements;
    std::vector<EngineVerdict> verdicts;
    BenchmarkEnd end = BenchmarkEnd::Complete;
};

struct EngineProgress {
    std::string_view engine;
    int threads = 1;
    std::uint32_t round = 0; ///< from 1; 0 before the rounds
    std::uint32_t rounds = 0;
    std::int64_t wallNs = 0;
};

/// Measures the engines. An engine that fails is left out from then on, with the reason in its
/// result. Fails if none can run, or with Cancelled if it was stopped before the first round was
/// complete.
support::Result<EngineComparison> compareEngines(std::span<const EngineEntry> entries,
    const engine::RunRequest& request, const engine::Inputs& inputs,
    const EngineComparisonOptions& options, std::stop_token stop = {},
    const std::function<void(const EngineProgress&)>& onRun = {});

} // namespace profiler
