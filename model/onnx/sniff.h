#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace model::onnx {

/// Returns what a file is and what to do, if it is known not to be an ONNX model: `is a Git LFS
/// pointer, ...`. Nothing if it may be a model.
std::optional<std::string> describeForeign(std::span<const std::byte> bytes);

} // namespace model::onnx
