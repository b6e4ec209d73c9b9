#pragma once

#include "engine/passes/patch.h"
#include "engine/plan/run_request.h"
#include "engine/program/facts.h"

#include <memory>

namespace engine {

class Pattern;

/// Input of a pass besides the program. Valid as long as the program is not changed.
struct PassContext {
    const Facts& facts;
    const RunRequest& request;
    /// Made by the first pass that uses it (patternOf) and shared by all after it.
    mutable std::shared_ptr<const Pattern> pattern = {};
};

using FindPatch = Patch (*)(const Program&, const PassContext&);

struct Pass {
    std::string_view name; ///< shown as the reason of a node's fate
    Optimisation level; ///< lowest level at which it runs
    FindPatch find;
    bool needsContents = false; ///< reads the contents of large values that constants decide
};

/// Returns all passes in execution order; pipeline.cpp explains the order.
std::span<const Pass> passes();

/// Runs the passes of a level until they find nothing more. `inputs` are the types of the main
/// block's inputs.
void optimise(Program& program, std::span<const model::ValueType> inputs, const RunRequest& request,
    MemoryPool& pool);

} // namespace engine
