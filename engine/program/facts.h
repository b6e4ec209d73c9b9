#pragma once

#include "engine/kernel/kernel.h"
#include "engine/kernel/memory.h"
#include "engine/plan/run_request.h"
#include "engine/program/program.h"
#include "model/inference/inference_context.h"

#include <optional>
#include <vector>

namespace engine {

/// Facts about the values of a program that are known before it runs, given the types of the
/// inputs: the types, and the contents of values that depend only on constants and shapes. Such
/// contents decide the shapes behind Reshape, Slice, Expand and others.
struct Facts {
    std::vector<model::ValueType>
        types; ///< by ProgramValueId; a shape may be unknown in part or in full
    std::vector<std::optional<Tensor>> known; ///< by ProgramValueId; constants included

    const model::ValueType& type(ProgramValueId id) const { return types[id.value()]; }
    const Tensor* knownTensor(ProgramValueId id) const;
    /// Returns the type for a kernel; nothing unless it is known completely. An empty InputType for
    /// an input left out.
    std::optional<InputType> inputType(ProgramValueId id) const;
    /// Returns the type of a tensor; nothing for other values, types that are not known completely,
    /// and values that were added after the facts were found.
    std::optional<TensorType> tensorType(ProgramValueId id) const;
};

struct FactOptions {
    KernelSettings settings;
    std::uint64_t maxKnownBytes = 32u << 10; ///< largest value that is worked out while preparing
};

/// Finds the facts of a program. `inputs`: types of the main block's inputs. Outputs of operators
/// that inference does not know have unknown types. This costs only time: their steps are prepared
/// when they run.
Facts findFacts(const Program& program, std::span<const TensorType> inputs,
    const FactOptions& options, MemoryPool& pool);

/// The same for inputs of any value type.
Facts findFacts(const Program& program, std::span<const model::ValueType> inputs,
    const FactOptions& options, MemoryPool& pool);

/// Whether the same inputs always give the same outputs. False for random operators and for
/// operators of plugins that are declared not repeatable.
bool isDeterministic(const OpNode& node);

/// Describes one input for inference: its type and, for small known contents, its elements. An
/// input left out is `InferenceArgument { false }`.
model::InferenceArgument argumentOf(model::ValueType type, const Tensor* known);

/// Returns what inference finds about the outputs of an operator without bodies: types, and small
/// contents as expressions of open sizes.
std::vector<model::InferenceArgument> inferArguments(
    const OpNode& node, std::span<const model::InferenceArgument> inputs, std::size_t outputs);

/// Returns the types of the outputs of an operator without bodies; kind Unknown where inference
/// finds none.
std::vector<model::ValueType> inferOutputs(
    const OpNode& node, std::span<const model::InferenceArgument> inputs, std::size_t outputs);

/// Returns the InputType of a tensor whose type is known completely, of a sequence or of a map;
/// nothing otherwise.
std::optional<InputType> inputTypeOf(const model::ValueType& type);
model::ValueType valueTypeOf(const TensorType& type);

} // namespace engine
