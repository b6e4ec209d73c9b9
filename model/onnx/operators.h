#pragma once

#include "model/onnx/draft.h"

namespace model::onnx {

/// Completes opset imports that the file leaves out, and finds for every node its schema and the
/// local function it calls.
void resolveOperators(Draft& draft);

} // namespace model::onnx
