#pragma once

#include "profiler/engines/engine_process.h"
#include "profiler/engines/profile_engine.h"
#include "profiler/tables/profile_builder.h"

namespace profiler {

/// Writes model, machine, engine and settings of a measurement in another engine.
void describeEngineRun(Metadata& metadata, const EngineRequest& engine, const EngineFacts& facts,
    const engine::RunRequest& request, const engine::Inputs& inputs);

/// Adds the operators that the engine executed as steps, their times as slices, and the nodes of
/// the model to which they are attributed. `graph` is the executed graph that the engine saved;
/// without it names are matched. The runs must be in the builder.
void addEngineOperators(ProfileBuilder& builder, OtherEngine engine,
    const RecordedOperators& recorded, const std::filesystem::path& graph,
    const std::shared_ptr<const model::Model>& model, const model::Binding& dims);

} // namespace profiler
