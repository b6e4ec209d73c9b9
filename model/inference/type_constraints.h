#pragma once

#include "model/inference/inference_context.h"

#include <cstddef>
#include <span>
#include <vector>

namespace model {

/// Returns the formal parameter of input or output `index`. Indices from the last parameter on map
/// to it if it is variadic. Null beyond the last parameter.
const FormalParameter* parameterAt(std::span<const FormalParameter> parameters, std::size_t index);

/// Returns findings for inputs whose type the operator does not accept, and for inputs that must
/// have the type of an earlier input and have another. Unknown types are accepted. A type that a
/// later version of the operator accepts is only a warning, because engines run such files.
std::vector<InferenceFinding> checkInputTypes(
    const OperatorSchema& schema, std::span<const InferenceArgument> inputs);

/// Sets output types of an operator without a shape rule: an output gets the element type of the
/// inputs with the same type constraint, or its fixed element type.
void fillOutputElements(const OperatorSchema& schema, std::span<const InferenceArgument> inputs,
    std::vector<InferenceArgument>& outputs);

} // namespace model
