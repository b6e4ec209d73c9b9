#pragma once

#include "engine/kernel/memory.h"
#include "engine/plan/run_request.h"
#include "engine/program/program.h"
#include "model/support/result.h"

namespace engine {

/// Most bodies inside each other that the engine runs, and most operators after inlining: above, a
/// file is more likely hostile than useful.
constexpr std::uint32_t deepestBody = 200;
constexpr std::size_t mostOps = 1'000'000;

struct BuildOptions {
    MissingWeights missingWeights = MissingWeights::Refuse;
    std::uint64_t seed = 0;
};

struct BuiltProgram {
    Program program;
    std::vector<std::string>
        randomWeights; ///< names of weights that were missing and are random now
};

/// Makes the program of a model: functions inlined, Constant nodes and weights loaded as values.
/// Fails (ErrorKind::File) for a graph that cannot be put in an order, reads undefined values, or
/// calls functions recursively; (ErrorKind::Unsupported) with all their names if weights are
/// missing and may not be random.
support::Result<BuiltProgram> buildProgram(
    std::shared_ptr<const model::Model> model, const BuildOptions& options, MemoryPool& pool);

} // namespace engine
