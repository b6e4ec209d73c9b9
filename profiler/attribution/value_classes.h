#pragma once

#include "model/model.h"

#include <vector>

namespace profiler::onnx_runtime {

/// Returns for each value the first value of the model that always equals it: results of operators
/// with the same type, attributes and inputs, and constants of the same few bytes. ONNX Runtime
/// computes such values once. Linear in the size of the model.
std::vector<model::ValueId> valueClasses(const model::Model& model);

} // namespace profiler::onnx_runtime
