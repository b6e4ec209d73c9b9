#pragma once

#include "model/model.h"

#include <vector>

namespace profiler::onnx_runtime {

/// Returns for each value the first value of the model that always equals it: results of operators
/// with the same type, attributes and inputs, constants of the same few bytes, and results of
/// operators that change nothing (Identity, a product with 1). ONNX Runtime computes such values
/// once. Linear in the size of the model.
std::vector<model::ValueId> valueClasses(const model::Model& model);

} // namespace profiler::onnx_runtime
