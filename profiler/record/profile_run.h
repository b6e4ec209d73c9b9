#pragma once

#include "engine/plan/engine.h"
#include "profiler/file/recording_file.h"
#include "profiler/record/benchmark.h"
#include "profiler/tables/profile.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace profiler {

/// A measured model: the profile, and what the command line reports about the run in addition.
struct ProfiledRun {
    std::shared_ptr<const Profile> profile;
    engine::RunResult result; ///< of the last run
    engine::PrepareReport report;
    std::uint64_t peakBytes = 0; ///< of the session
    BenchmarkEnd end = BenchmarkEnd::Complete;
    std::vector<DeviceLimit> deviceLimits; ///< what could not be recorded of the device
    std::vector<MissingCounter> missingCounters; ///< what could not be counted
    /// Set with BenchmarkOptions::target: contains the runs so far. The caller finishes it with the
    /// profile.
    std::optional<RecordingFile> file;
};

/// Prepares a model, measures it and builds a Profile. Each size of a sweep is such a run;
/// `opscope-cli profile` calls profilePreparation. The stop token ends the measurement and keeps
/// the complete runs. Errors are those of engine::prepare and of the run.
support::Result<ProfiledRun> profileRun(const engine::RunRequest& request,
    const BenchmarkOptions& options = {}, std::stop_token stop = {},
    const std::function<void(const BenchmarkProgress&)>& onRun = {});

/// Does the same for a prepared plan. With BenchmarkOptions::target, measured runs are saved in its
/// part file (RecordingFile) during the measurement. If a run fails, the part file stays and the
/// error message names it.
support::Result<ProfiledRun> profilePreparation(const engine::RunRequest& request,
    const engine::Preparation& preparation, const BenchmarkOptions& options = {},
    std::stop_token stop = {}, const std::function<void(const BenchmarkProgress&)>& onRun = {});

/// A profile in the making: plan, costs, machine and settings are known before the first run.
/// Benchmarks add the runs.
class ProfileDraft {
public:
    /// The preparation must have a plan. Steps of `others`, plans of the same model, follow its
    /// steps.
    ProfileDraft(const engine::RunRequest& request, const engine::Preparation& preparation,
        std::stop_token stop = {}, std::span<const engine::Preparation> others = {});

    std::size_t steps() const { return m_tables.steps.size(); }
    /// Adds to the metadata.
    void describe(const Metadata& more);
    /// Appends the runs from `firstNew` on to the part file. An error is ignored so that the
    /// measurement goes on; writing the profile at the end reports it if it persists.
    void save(RecordingFile& file, const Benchmark& soFar, std::uint32_t firstNew) const;
    /// Builds the profile of a finished benchmark. `more` is added to the metadata.
    std::shared_ptr<const Profile> with(
        const Benchmark& benchmark, const Metadata& more = {}) const;

private:
    Profile m_tables;
    std::string m_id;
};

/// Keeps the runs before a failed run in the part file, and adds its name to the error.
support::Error keepRuns(support::Error error, std::optional<RecordingFile>& file);

/// Creates the recorder of the device on which a request runs. Null for the CPU, and for a device
/// whose plugin has no collector: then a run waits for the device after each step.
support::Result<std::unique_ptr<DeviceCollector>> collectorFor(const engine::RunRequest& request);

/// Returns a UUID version 7: the time in ms, then random bits. File names with it sort by time.
std::string newProfileId(std::int64_t utcNs);

} // namespace profiler
