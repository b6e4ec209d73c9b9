#pragma once

#include "model/support/result.h"

#include <cstddef>
#include <span>
#include <string>

namespace model::onnx {

/// The model file read and written again by Protocol Buffers with our schema: every field of the
/// schema and every unknown one comes back. For files below 2 GiB with at most about 30 graphs
/// inside each other.
support::Result<std::string> rewriteModel(std::span<const std::byte> bytes);

} // namespace model::onnx
