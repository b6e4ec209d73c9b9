#pragma once

#include "engine/kernel/memory.h"
#include "engine/plan/run_request.h"
#include "engine/program/program.h"
#include "model/support/result.h"

namespace engine {

/// The largest nesting depth of bodies and the largest number of operators after inlining. Models
/// above these limits are refused, because inlining a hostile file could take all memory.
constexpr std::uint32_t maxBodyDepth = 200;
constexpr std::size_t maxOps = 1'000'000;

struct BuildOptions {
    MissingWeights missingWeights = MissingWeights::Refuse;
    std::uint64_t seed = 0;
};

struct BuiltProgram {
    Program program;
    std::vector<std::string> randomWeights; ///< names of the missing weights that got random values
};

/// Builds the program of a model: inlines functions, loads Constant nodes and weights as values.
/// Fails with ErrorKind::File for a graph with a cycle, for undefined values that are read and for
/// recursive functions. Fails with ErrorKind::Unsupported for models above the limits, and with the
/// names if weights are missing and may not be random.
support::Result<BuiltProgram> buildProgram(
    std::shared_ptr<const model::Model> model, const BuildOptions& options, MemoryPool& pool);

} // namespace engine
