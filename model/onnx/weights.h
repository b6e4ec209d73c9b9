#pragma once

#include "model/onnx/draft.h"

namespace model::onnx {

/// Checks the data of every tensor in the store without reading it. Sets `ref.problem` where the
/// data cannot be read, and adds findings. Missing or refused data is reported once per external
/// file, weights without any data once in total.
void checkWeights(Draft& draft);

} // namespace model::onnx
