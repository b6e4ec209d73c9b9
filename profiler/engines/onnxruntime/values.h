#pragma once

#include "engine/kernel/tensor.h"
#include "profiler/engines/onnxruntime/api.h"

namespace profiler::ort {

/// Makes a value of ONNX Runtime. Numbers are not copied: `value` must outlive the result. Fails
/// for maps, which ONNX Runtime takes only from its own operators.
support::Result<OwnedValue> valueFrom(const Library& library, const engine::RuntimeValue& value);

/// Copies a value of ONNX Runtime.
support::Result<engine::RuntimeValue> copyOf(const Library& library, Value* value);

} // namespace profiler::ort
