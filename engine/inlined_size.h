#pragma once

#include "model/model.h"

#include <cstddef>

namespace engine {

/// Operators of the model once every call of a local function is replaced by the function's body;
/// not more than `most` + 1, where counting ends. Functions that call each other in a ring count as
/// endless.
std::size_t inlinedOperators(const model::Model& model, std::size_t most);

} // namespace engine
