#pragma once

#include "profiler/engines/profile_engine.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace profiler {

/// A model that is loaded in an engine, ours or another one, and can be run and measured.
class EngineSide {
public:
    virtual ~EngineSide() = default;

    /// Runs the model once; with an observer the time of each operator is recorded.
    virtual support::Result<void> run(engine::Observer* observer) = 0;
    /// For runs of another process; empty for ours.
    virtual TicksOfRun ticksOfRun() { return {}; }
    /// Frees what the last run left, so that every run starts with the same memory.
    virtual void freeOutputs() { }
    /// Returns the outputs of the last run.
    virtual support::Result<std::vector<engine::NamedValue>> outputs() = 0;
    /// Builds the profile of finished measurements; `more` is added to the metadata. No recorded
    /// run may follow.
    virtual support::Result<std::shared_ptr<const Profile>> profile(
        const Benchmark& benchmark, const Metadata& more)
        = 0;
    /// Appends the runs from `firstNew` on to the part file.
    virtual void save(
        RecordingFile& file, const Benchmark& soFar, std::uint32_t firstNew) const = 0;
    /// Returns the peak of the memory: of our session, or resident memory of the other process.
    virtual std::uint64_t peakBytes() const = 0;
    /// Returns the time to prepare or to load the model.
    virtual std::chrono::nanoseconds openTime() const = 0;
    /// Returns what another engine tells about itself; null for ours.
    virtual const EngineFacts* facts() const { return nullptr; }
};

/// Prepares a model in our engine. Fails with the error of preparing.
support::Result<std::unique_ptr<EngineSide>> openOwnSide(
    const engine::RunRequest& request, std::stop_token stop = {});

/// Loads a model in our engine in a child process, for plain runs only. Of the request, the model
/// file, the threads and the precision count.
support::Result<std::unique_ptr<EngineSide>> openOwnProcess(
    const engine::RunRequest& request, const engine::Inputs& inputs, std::stop_token stop = {});

/// Loads a model in another engine, for recorded and plain runs. The request gives model and
/// threads.
support::Result<std::unique_ptr<EngineSide>> openOtherSide(const EngineRequest& engine,
    const engine::RunRequest& request, const engine::Inputs& inputs, std::stop_token stop = {});

} // namespace profiler
