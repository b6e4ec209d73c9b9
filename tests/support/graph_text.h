#pragma once

#include "model/model.h"

#include <memory>
#include <string>
#include <string_view>

/// Models from lines, for tests of what works on whole graphs:
///
///     opset 17                              (default 17; `opset com.microsoft 1` adds a domain)
///     x: float[batch,3]                     an input
///     w: int64[2] = {1,-1}                  an initializer with its elements
///     y = Reshape(x, w) {allowzero: 1}      a node; `a, b = Split(x)`, `Clip(x,,max)`,
///     `com.microsoft:Gelu(x)`, `Relu(y) "act"` with a name y -> float[?,3] an output with a type,
///     or `y
///     ->` without
namespace testing {

std::shared_ptr<const model::Model> modelFromGraphText(std::string_view text);
/// The same as the bytes of an ONNX file.
std::string modelBytesFromText(std::string_view text);

} // namespace testing
