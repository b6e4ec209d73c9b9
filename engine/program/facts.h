#pragma once

#include "engine/kernel/kernel.h"
#include "engine/kernel/memory.h"
#include "engine/plan/run_request.h"
#include "engine/program/program.h"
#include "model/inference/inference_context.h"

#include <optional>
#include <vector>

namespace engine {

/// What is known of a program's values before it runs, given the types of the inputs: types, and
/// the contents of values that depend on nothing but constants and shapes (they decide the shapes
/// behind Reshape, Slice, Expand ...).
struct Facts {
    std::vector<model::ValueType>
        types; ///< by ProgramValueId; a shape may be partly or wholly unknown
    std::vector<std::optional<Tensor>> known; ///< by ProgramValueId; constants included

    const model::ValueType& type(ProgramValueId id) const { return types[id.value()]; }
    const Tensor* knownTensor(ProgramValueId id) const;
    /// The type for a kernel, if all of it is known; nothing if not.
    std::optional<InputType> inputType(ProgramValueId id) const;
};

struct FactOptions {
    KernelSettings settings;
    std::uint64_t mostKnownBytes = 32u << 10; ///< largest value that is worked out while preparing
};

/// `inputs`: types of the main block's inputs. Operators that inference does not know leave unknown
/// types, which costs only time: their steps are prepared when they run.
Facts findFacts(const Program& program, std::span<const TensorType> inputs,
    const FactOptions& options, MemoryPool& pool);

/// As above with any value types.
Facts findFacts(const Program& program, std::span<const model::ValueType> inputs,
    const FactOptions& options, MemoryPool& pool);

/// Whether the same inputs always give the same outputs: not for random operators and those of
/// plugins that say so.
bool isDeterministic(const OpNode& node);

/// What inference is told about an input: its type and, for small contents at hand, its elements.
/// An input left out is `InferenceArgument { false }`.
model::InferenceArgument argumentOf(model::ValueType type, const Tensor* known);

/// Types of the outputs of an operator without bodies; kind Unknown where inference cannot tell.
std::vector<model::ValueType> inferOutputs(
    const OpNode& node, std::span<const model::InferenceArgument> inputs, std::size_t outputs);

/// Concrete tensor types become InputTypes; nothing if unknown.
std::optional<InputType> inputTypeOf(const model::ValueType& type);
model::ValueType valueTypeOf(const TensorType& type);

} // namespace engine
