#pragma once

#include "model/support/result.h"
#include "profiler/counters/count_runs.h"
#include "profiler/device/device_collector.h"
#include "profiler/record/environment.h"
#include "profiler/record/environment_sampler.h"
#include "profiler/record/machine_noise.h"
#include "profiler/record/run_log.h"
#include "profiler/tables/metadata.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace profiler {

/// Runs something repeatedly, and keeps the figures and what is needed to judge them.
///
/// First come warm-up runs. Then rounds of four runs, P U U P or U P P U, chosen by a random seed
/// that is kept: P with recording, U without. Slow drift (clock, temperature, other programs)
/// affects both kinds equally. So the cost of recording is a figure with an interval too.

enum class Unprofiled { Interleave, None };

struct Benchmark;
/// Called between some runs with what is measured so far. Runs from `firstNew` on were not in an
/// earlier call. Times use a first estimate of the clock's rate.
using OnPartialResult = std::function<void(const Benchmark& soFar, std::uint32_t firstNew)>;

struct BenchmarkOptions {
    std::uint32_t runs = 100; ///< with recording; the same number again without
    /// Fixed number of warm-up runs. Nothing = until isSteady(), at most 50 runs; after 1 s warm-up
    /// ends with the third or a later run.
    std::optional<std::uint32_t> warmUpRuns;
    std::chrono::nanoseconds limit
        = std::chrono::seconds(10); ///< of measuring, without warm-up; 0 = none
    std::uint32_t fewestRuns = 10; ///< are done even after the limit, unless stopped
    /// Stop when the interval of the median is within ± this share of the median; 0 = do all runs.
    double until = 0;
    Unprofiled unprofiled = Unprofiled::Interleave;
    RecordLevel level = RecordLevel::Steps;
    std::uint32_t threads = 0; ///< threads recorded at RecordLevel::Threads; 0 = all of the machine
    std::size_t recorderBytes = std::size_t(512) << 20;
    /// Folder for events that do not fit into `recorderBytes`. Empty: a full recorder ends the
    /// recording.
    std::filesystem::path spillFolder;
    std::optional<std::uint64_t> orderSeed; ///< nothing: drawn at random
    std::function<void()> beforeRun; ///< not timed; for example frees outputs of the last run
    /// Records what the device does in runs with recording. It also records the first warm-up runs,
    /// which are not kept, so its instrumentation and the driver's loading of code happen before
    /// the measurement. Null = no device.
    DeviceCollector* device = nullptr;
    /// Hardware counters of the device to measure, in separate runs after all others
    /// (profilePreparation).
    std::optional<MetricSet> counters;
    TicksOfRun ticksOfRun; ///< for runs of another process
    /// Logical processors on which the engine's thread is kept while it is measured. Empty = any.
    std::vector<std::uint32_t> engineProcessors;
    /// Whether to count events of the processor per step, in separate runs after all others
    /// (profilePreparation).
    bool countsProcessor = false;
    std::vector<NamedEvent> countedEvents; ///< further events; only with countsProcessor
    OnPartialResult onPartialResult; ///< not timed; takes at most a twentieth of the time
    /// Profile file; runs are saved beside it while measuring (profilePreparation).
    std::filesystem::path target;
    /// The model file is a copy with this many edits that its original has not.
    std::uint32_t unsavedEdits = 0;
    Metadata notes; ///< what the user says about the measurement; becomes part of its metadata
};

/// State of a benchmark after a run.
struct BenchmarkProgress {
    Side side = Side::WarmUp;
    std::uint32_t run = 0; ///< number among the runs of its side, from 1
    std::uint32_t runs = 0; ///< planned runs of its side; 0 = unknown
    std::int64_t wallNs = 0;
    double medianNs = 0; ///< of the runs of this side so far
};

enum class BenchmarkEnd {
    Complete,
    Stopped, ///< by the stop token; complete runs are kept
    TimeLimit,
    SteadyEnough, ///< BenchmarkOptions::until
    RecorderFull,
};
std::string_view benchmarkEndName(BenchmarkEnd end);

/// What was recorded of one stream of a measurement under load.
struct StreamRecord {
    std::unique_ptr<Recorder> recorder;
    std::vector<std::uint32_t> places; ///< by run of the stream: its index in Benchmark::runs
};

struct Benchmark {
    std::vector<Run> runs; ///< in order of time, times in ns after `zeroNs`
    std::unique_ptr<Recorder> recorder; ///< null if `streams` has them
    std::vector<StreamRecord> streams; ///< only under load (load_run.h)
    std::shared_ptr<const LoadRecord> load; ///< null unless measured under load
    ClockScale scale;
    std::int64_t zeroNs = 0; ///< CLOCK_MONOTONIC at the start
    std::int64_t startedAtNs = 0; ///< UTC since 1970
    std::vector<ConditionReading> conditions; ///< read before the first run, the load too
    EnvironmentSampler::Readings readings; ///< during the runs; empty below RecordLevel::Threads
    std::optional<DeviceTrace> device; ///< set after all runs; only with BenchmarkOptions::device
    std::optional<ProcessorCounting> processor; ///< only with BenchmarkOptions::countsProcessor
    BenchmarkEnd end = BenchmarkEnd::Complete;
    BenchmarkOptions options;
    std::uint32_t warmUpRuns = 0;
    bool isSteady = true; ///< warm-up reached a steady state, or its length was fixed
};

/// Creates the recorder that the options describe.
std::unique_ptr<Recorder> recorderFor(const BenchmarkOptions& options);

/// Runs a benchmark. Fails with the error of the run, or with Cancelled if it was stopped before
/// one recorded run was complete. `onRun` is called after each run.
support::Result<Benchmark> runBenchmark(const RunOnce& runOnce,
    const BenchmarkOptions& options = {}, std::stop_token stop = {},
    const std::function<void(const BenchmarkProgress&)>& onRun = {});

/// What is read before the first run.
struct BenchmarkStart {
    unsigned processors = 0; ///< of the machine
    NoiseReading noise;
    ClockPair clock;
};
/// Sets the conditions and the start of a benchmark.
BenchmarkStart startBenchmark(Benchmark& benchmark);
/// Adds what disturbed the machine since the start, and the setting of huge pages, to the
/// conditions.
void addDisturbances(Benchmark& benchmark, const BenchmarkStart& start);

/// Adds runs, slices, conditions and settings of a benchmark to a profile. Slices are added for the
/// runs from `firstRun` on. The steps must already be in the builder.
void addBenchmark(ProfileBuilder& builder, const Benchmark& benchmark, std::uint32_t firstRun = 0);

} // namespace profiler
