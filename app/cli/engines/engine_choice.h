#pragma once

#include "app/cli/command.h"
#include "profiler/engines/profile_engine.h"

#include <optional>
#include <vector>

namespace cli {

/// Returns the options for running a model in another engine: `--engine`, `--engine-library`,
/// `--engine-option`, `--engine-timeout`.
std::vector<Option> engineOptions();

/// Returns those about the other engine, without `--engine`.
std::vector<Option> engineSettingOptions();

/// Returns a request to an engine with the settings of `engineSettingOptions`. `memoryLimit`: bytes
/// that its process may take; 0 = no limit.
support::Result<profiler::EngineRequest> engineRequest(
    const Arguments& arguments, profiler::OtherEngine engine, std::uint64_t memoryLimit);

/// Returns the engine that the options name; nothing for Opscope's own. Fails with ErrorKind::Usage
/// for settings that the engine does not have, also for those of Opscope's engine, and with
/// ErrorKind::Resource if its library is not found.
support::Result<std::optional<profiler::EngineRequest>> chosenEngine(
    const Invocation& invocation, const engine::RunRequest& request);

/// Returns the inputs of a run in another engine: the same values as in ours.
support::Result<engine::Inputs> inputsForEngine(
    const Invocation& invocation, const engine::RunRequest& request);

/// Writes to stderr what the engine says about itself.
void printEngineFacts(const Invocation& invocation, const profiler::EngineRequest& engine,
    const profiler::EngineFacts& facts);

/// Writes the members of a document that describe a run in another engine: engine, threads, seed,
/// dims, dims_by_default.
void writeEngineSettings(support::JsonWriter& json, const profiler::EngineRequest& engine,
    const profiler::EngineFacts& facts, const engine::RunRequest& request,
    const engine::Inputs& inputs);

/// Writes the member `attribution` of a profile of another engine: the share of the operators' time
/// by rule, and the share that is proven. Nothing for other profiles.
void writeAttribution(support::JsonWriter& json, const profiler::Profile& profile);

} // namespace cli
