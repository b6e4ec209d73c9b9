#pragma once

#include "model/support/result.h"
#include "profiler/device/device_collector.h"
#include "profiler/record/environment.h"
#include "profiler/record/environment_sampler.h"
#include "profiler/record/run_log.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace profiler {

/// Runs something again and again and keeps what a second person needs to believe the figures.
///
/// First warm-up. Then rounds of four runs, P U U P or U P P U, chosen by a random seed that is
/// kept: P with recording, U without. Whatever drifts slowly (clock, temperature, other programs)
/// meets both kinds alike, so the cost of recording is itself a figure with an interval.

struct WarmUp {
    /// Fixed number of runs; nothing = until steady: at least 3 runs, then until the last five
    /// differ little, at most 1 s or 50 runs.
    std::optional<std::uint32_t> runs;
};

enum class Unprofiled { Interleave, None };

struct Benchmark;
/// Told between runs, seldom: what is measured so far, of which the runs from `firstNew` on have
/// not been told. Times are by a first estimate of the clock's rate.
using OnPiece = std::function<void(const Benchmark& soFar, std::uint32_t firstNew)>;

struct BenchmarkOptions {
    std::uint32_t runs = 100; ///< with recording; as many again without
    WarmUp warmUp;
    std::chrono::nanoseconds limit
        = std::chrono::seconds(10); ///< of measuring, warm-up not counted; 0 = none
    std::uint32_t fewestRuns = 10; ///< are done even past the limit, unless stopped
    double until
        = 0; ///< stop when the interval of the median is within ± this share of it; 0 = do all runs
    Unprofiled unprofiled = Unprofiled::Interleave;
    RecordLevel level = RecordLevel::Steps;
    std::uint32_t threads = 0; ///< whose work is told at RecordLevel::Threads; 0 = of the machine
    std::size_t recorderBytes = std::size_t(512) << 20;
    std::filesystem::path
        spillFolder; ///< for what does not fit into them; empty: ends the recording
    std::optional<std::uint64_t> orderSeed; ///< nothing: drawn, so that no two tries toss alike
    std::function<void()> beforeRun; ///< not timed: frees what the last run left, say
    /// Records what the device does in runs with recording, and in the first ones of the warm-up,
    /// which are not kept: what it instruments and loads is then there. Null = no device.
    DeviceCollector* device = nullptr;
    /// Hardware counters of the device, in runs of their own after all others
    /// (profilePreparation).
    std::optional<MetricSet> counters;
    OnPiece onPiece; ///< not timed; what it takes is at most a twentieth of the time
    /// Profile file that the runs are kept in while measuring (profilePreparation).
    std::filesystem::path target;
};

/// After each run.
struct BenchmarkProgress {
    Side side = Side::WarmUp;
    std::uint32_t run = 0; ///< of its kind, from 1
    std::uint32_t runs = 0; ///< of its kind in all, as far as known
    std::int64_t wallNs = 0;
    double medianNs = 0; ///< of the kind so far
    std::int64_t remainingNs = 0; ///< estimate for everything that is left
};

enum class BenchmarkEnd {
    Complete,
    Stopped, ///< by the stop token: what was done is kept
    TimeLimit,
    SteadyEnough, ///< BenchmarkOptions::until
    RecorderFull,
};
std::string_view benchmarkEndName(BenchmarkEnd end);

struct Benchmark {
    std::vector<Run> runs; ///< in order of time, times in ns after `zeroNs`
    std::unique_ptr<Recorder> recorder;
    ClockScale scale;
    std::int64_t zeroNs = 0; ///< CLOCK_MONOTONIC at the start
    std::int64_t startedAtNs = 0; ///< UTC since 1970
    std::vector<ConditionReading> conditions; ///< before the first run; load is that of then
    EnvironmentSampler::Readings readings; ///< meanwhile; empty below RecordLevel::Threads
    std::optional<DeviceTrace> device; ///< when all runs are done, with BenchmarkOptions::device
    BenchmarkEnd end = BenchmarkEnd::Complete;
    BenchmarkOptions options;
    std::uint32_t warmUpRuns = 0;
    bool isSteady = true; ///< warm-up ended by itself, or was fixed
};

/// Fails with the run's error, or with Cancelled if it was stopped before one recorded run was
/// complete.
support::Result<Benchmark> runBenchmark(const RunOnce& runOnce,
    const BenchmarkOptions& options = {}, std::stop_token stop = {},
    const std::function<void(const BenchmarkProgress&)>& onRun = {});

/// Runs, slices, conditions and settings of a benchmark as tables; slices of the runs from
/// `firstRun` on. The steps must be in the builder already.
void addBenchmark(ProfileBuilder& builder, const Benchmark& benchmark, std::uint32_t firstRun = 0);

} // namespace profiler
