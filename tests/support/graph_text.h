#pragma once

#include "model/model.h"

#include <memory>
#include <string>
#include <string_view>

/// Models from text lines, for tests that need a graph:
///
///     opset 17                              (default 17; `opset com.microsoft 1` adds a domain)
///     x: float[batch,3]                     an input
///     w: int64[2] = {1,-1}                  an initializer with its elements
///     y = Reshape(x, w) {allowzero: 1}      a node
///     z = Pad(x) {pads: 0 1; mode: edge}    attributes: ints and a string; also `[1]`, `[0.5 2]`
///     a, b = Split(x)                       a node with two outputs
///     c = Clip(x,,max)                      a node without its second input
///     d = com.microsoft:Gelu(x)             a node of another domain
///     e = Relu(y) "act"                     a node with a name
///     y -> float[?,3]                       an output with a type
///     e ->                                  an output without a type
namespace testing {

std::shared_ptr<const model::Model> modelFromGraphText(std::string_view text);
/// The same model as the bytes of an ONNX file.
std::string modelBytesFromText(std::string_view text);

} // namespace testing
