#pragma once

#include "model/onnx/draft.h"

namespace model::onnx {

/// Adds missing opset imports and finds each node's schema and the local function that it calls.
void resolveOperators(Draft& draft);

} // namespace model::onnx
