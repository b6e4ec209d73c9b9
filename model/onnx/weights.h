#pragma once

#include "model/onnx/draft.h"

#include <functional>

namespace model::onnx {

/// Checks the data of every tensor in the store without reading it. Sets `ref.problem` where the
/// data cannot be read, and adds findings. Missing or refused data is reported once per external
/// file, weights without any data once in total.
void checkWeights(Draft& draft);

/// Calls `visit` for every tensor of the model: initializers, then attributes of nodes and default
/// values of functions.
void visitTensors(Model& model, const std::function<void(Tensor&)>& visit);

} // namespace model::onnx
