#pragma once

#include "model/model.h"

#include <string>

namespace layout {

/// The elements of a tensor that has at most four numbers and lies in the model file or in memory:
/// `0.5`, `-1 64`, for rows of cards. Empty for every other tensor, so that drawing a model reads
/// no weights.
std::string smallTensorText(const model::Model& model, const model::Tensor& tensor);

}
