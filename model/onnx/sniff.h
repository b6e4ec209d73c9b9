#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace model::onnx {

/// What a file is if it is known not to be an ONNX model, with what to do: `is a Git LFS pointer,
/// ...`. Nothing for a possible model.
std::optional<std::string> describeForeign(std::span<const std::byte> bytes);

} // namespace model::onnx
