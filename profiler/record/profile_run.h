#pragma once

#include "engine/plan/engine.h"
#include "profiler/file/recording_file.h"
#include "profiler/record/benchmark.h"
#include "profiler/tables/profile.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace profiler {

/// A measured model: the profile, and what the command line says about the run besides.
struct ProfiledRun {
    std::shared_ptr<const Profile> profile;
    engine::RunResult result; ///< of the last run
    engine::PrepareReport report;
    std::uint64_t peakBytes = 0; ///< of the session
    BenchmarkEnd end = BenchmarkEnd::Complete;
    std::vector<DeviceLimit> deviceLimits; ///< what could not be told of a device that it ran on
    /// With BenchmarkOptions::target: holds the runs so far, to be finished with the profile.
    std::optional<RecordingFile> file;
};

/// Told before the first run, when the plan is there.
using OnPrepared = std::function<void(const engine::Preparation&)>;

/// Prepares a model, measures it and makes a Profile: what `opscope-cli profile` and the window's
/// worker do. The stop token ends it and keeps the runs that are complete. Errors are those of
/// engine::prepare and of the run.
support::Result<ProfiledRun> profileRun(const engine::RunRequest& request,
    const BenchmarkOptions& options = {}, std::stop_token stop = {},
    const std::function<void(const BenchmarkProgress&)>& onRun = {},
    const OnPrepared& onPrepared = {});

/// The same for a plan that is there. With BenchmarkOptions::target what is measured is kept in its
/// part meanwhile; if a run fails, the part stays and the message names it.
support::Result<ProfiledRun> profilePreparation(const engine::RunRequest& request,
    const engine::Preparation& preparation, const BenchmarkOptions& options = {},
    std::stop_token stop = {}, const std::function<void(const BenchmarkProgress&)>& onRun = {});

/// The tables of what a benchmark measured: plan, costs, runs, machine and settings; `more` is
/// added to the metadata. The preparation has a plan.
std::shared_ptr<const Profile> profileOf(const engine::RunRequest& request,
    const engine::Preparation& preparation, const Benchmark& benchmark, std::stop_token stop = {},
    const Metadata& more = {});

/// What records the device that a request runs on. Null for the CPU, and for a device whose module
/// records nothing: then a run waits for the device after each step.
support::Result<std::unique_ptr<DeviceCollector>> collectorFor(const engine::RunRequest& request);

/// UUID version 7: the time in ms, then random bits, so that names of files sort by time.
std::string newProfileId(std::int64_t utcNs);

} // namespace profiler
