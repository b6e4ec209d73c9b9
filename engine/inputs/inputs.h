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

/// Values for every input of a model, and what had to be decided for them.
struct Inputs {
    std::vector<PreparedInput> values; ///< in the order of the model's inputs that are no weights
    model::Binding dims; ///< every named dimension of the inputs with the size used
    std::vector<std::string>
        unboundDims; ///< of them, those that nobody bound: they are 1, or follow from others
    std::map<std::string, std::string>
        linkedDims; ///< of these, those that follow, and how: `s15 + s70`, and why

    std::vector<RuntimeValue> runtimeValues() const;
    std::vector<model::ValueType> types() const;
};

/// Reads or makes the inputs. Sizes of named dimensions come from files first, then from the
/// request, else they are 1. Fails if the folder of the request gives no input, if a file
/// does not fit the declared type, if two sources disagree about a dimension, or if an input can
/// only come from a file.
Result<Inputs> makeInputs(const RunRequest& request, MemoryPool& pool);

/// Refuses a tensor whose element type, rank or fixed sizes are not those that the model declares.
/// Named sizes may be anything.
Result<void> checkDeclared(const TensorType& found, const model::ValueType& declared);

/// Random numbers, zeros or ones; the same for the same seed on every machine.
Result<Tensor> generate(
    const InputSpec& spec, const TensorType& type, std::uint64_t seed, MemoryPool& pool);

} // namespace engine
