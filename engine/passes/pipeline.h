#pragma once

#include "engine/passes/patch.h"
#include "engine/plan/run_request.h"
#include "engine/program/facts.h"

#include <memory>

namespace engine {

class Pattern;

/// What a pass may look at besides the program, for as long as the program stays as it is.
struct PassContext {
    const Facts& facts;
    const RunRequest& request;
    /// Made by the first pass that asks for it (patternOf), for all after it.
    mutable std::shared_ptr<const Pattern> pattern = {};
};

using FindPatch = Patch (*)(const Program&, const PassContext&);

struct Pass {
    std::string_view name; ///< shown as what decided a node's fate
    Optimisation level; ///< lowest level at which it runs
    FindPatch find;
};

/// All passes in the order they run in; the order is a decision, see pipeline.cpp.
std::span<const Pass> passes();

/// Runs the passes of a level until they find nothing more. `inputs` are the types of the main
/// block's inputs.
void optimise(Program& program, std::span<const model::ValueType> inputs, const RunRequest& request,
    MemoryPool& pool);

} // namespace engine
