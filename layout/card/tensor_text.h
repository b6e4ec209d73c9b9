#pragma once

#include "model/model.h"

#include <string>

namespace layout {

/// Returns the elements of a tensor of at most four numbers in the model file or in memory, for
/// rows of cards: `0.5`, `-1 64`. Empty for all other tensors, so that drawing a model reads no
/// weights.
std::string smallTensorText(const model::Model& model, const model::Tensor& tensor);

}
