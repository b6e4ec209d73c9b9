#pragma once

#include "profiler/engines/engine_library.h"
#include "profiler/engines/engine_process.h"
#include "profiler/record/profile_run.h"

namespace profiler {

/// What another engine is to run, and how.
struct EngineRequest {
    EngineLibrary library;
    std::map<std::string, std::string, std::less<>> options; ///< EngineSettings::options
    EngineLimits limits;
};

/// A measurement of another engine. The peak is that of the process's resident memory.
struct EngineRun {
    ProfiledRun run;
    EngineFacts facts;
};

/// Returns the settings of a session for a request to our engine: model and threads are the same.
EngineSettings settingsFor(const engine::RunRequest& request, const EngineRequest& engine);

/// Measures a model in another engine as profilePreparation does in ours, and builds a profile
/// whose steps are the operators that the engine executed. Steps are attributed to nodes of the
/// model (profiler/attribution). If the engine crashes, the runs before it are kept in the part
/// file, without the times of operators.
support::Result<EngineRun> profileEngine(const EngineRequest& engine,
    const engine::RunRequest& request, const engine::Inputs& inputs,
    const BenchmarkOptions& options = {}, std::stop_token stop = {},
    const std::function<void(const BenchmarkProgress&)>& onRun = {});

} // namespace profiler
