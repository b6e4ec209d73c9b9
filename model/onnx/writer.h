#pragma once

#include "model/support/result.h"

#include <cstddef>
#include <span>
#include <string>

namespace model::onnx {

/// Parses a model file with Protocol Buffers and our schema and serialises it again. All fields of
/// the schema and all unknown fields are kept. Works for files below 2 GiB with at most about 30
/// nested graphs.
support::Result<std::string> rewriteModel(std::span<const std::byte> bytes);

} // namespace model::onnx
