#pragma once

#include "model/inference/inference_context.h"

#include <cstddef>
#include <span>
#include <vector>

namespace model {

/// The formal parameter that input or output `index` belongs to: itself, or the variadic one at the
/// end; null beyond the last.
const FormalParameter* parameterAt(std::span<const FormalParameter> parameters, std::size_t index);

/// Inputs whose type the operator does not take, or that must have the type of an earlier input and
/// do not. Unknown types pass. A type that a later version of the operator takes is only a warning:
/// engines run such files.
std::vector<InferenceFinding> checkInputTypes(
    const OperatorSchema& schema, std::span<const InferenceArgument> inputs);

/// For an operator without a shape rule: outputs get the element type of the inputs they share a
/// constraint with.
void fillOutputElements(const OperatorSchema& schema, std::span<const InferenceArgument> inputs,
    std::vector<InferenceArgument>& outputs);

} // namespace model
