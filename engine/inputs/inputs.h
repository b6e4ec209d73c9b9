#pragma once

#include "engine/kernel/memory.h"
#include "engine/plan/run_request.h"

#include <map>
#include <string>
#include <vector>

namespace engine {

struct PreparedInput {
    std::string name;
    RuntimeValue value;
    std::string how; ///< `random 0..1, seed 0`, `zeros`, `file x.pb`
};

/// Values for every input of a model, and the decisions made for them.
struct Inputs {
    std::vector<PreparedInput> values; ///< in the order of the model's inputs without weights
    model::Binding dims; ///< every named dimension of the inputs with the size used
    std::vector<std::string>
        unboundDims; ///< those of `dims` that nothing sets: 1, or derived from others
    std::map<std::string, std::string>
        linkedDims; ///< those that are derived, and how: `s15 + s70`, and why

    /// Empty, or the types to plan for, one per value. Sizes that are names or expressions of them
    /// are left open: the plan serves every size.
    std::vector<model::ValueType> open = {};

    /// Numbers of outputs that the caller only gives back as inputs: they may be in growing memory
    /// (engine/kernel/growing_cache.h), on the CPU. Without passes they are not.
    std::vector<std::size_t> growing = {};

    std::vector<RuntimeValue> runtimeValues() const;
    /// Returns `open`, or the types of the values if that is empty.
    std::vector<model::ValueType> types() const;
};

/// Returns the file that the request or its folder has for an input; empty if there is none.
/// `number`: its place among the inputs without weights.
std::filesystem::path inputFile(
    const RunRequest& request, std::size_t number, const std::string& name);

/// Reads or makes the inputs. The size of a named dimension comes from files, else from the
/// request, else from an image or from linked dimensions, else it is 1. Fails if the folder of the
/// request gives no input, if a file does not fit the declared type, if two sources disagree about
/// a dimension, or if an input can only come from a file.
Result<Inputs> makeInputs(const RunRequest& request, MemoryPool& pool);

/// Checks that element type, rank and fixed sizes of a tensor are those that the model declares.
/// Named sizes may be anything.
Result<void> checkDeclared(const TensorType& found, const model::ValueType& declared);

/// Makes random numbers, zeros or ones. The same seed gives the same numbers on every machine.
Result<Tensor> generate(
    const InputSpec& spec, const TensorType& type, std::uint64_t seed, MemoryPool& pool);

} // namespace engine
