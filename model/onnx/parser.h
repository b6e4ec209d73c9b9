#pragma once

#include "model/model.h"
#include "model/support/progress.h"
#include "model/support/result.h"

#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>

namespace model::onnx {

/// Reads the structure of an ONNX file, without its weights, and resolves operators and functions.
/// Findings that do not prevent showing the graph are in Model::diagnostics. Fails if there is no
/// graph to show: not a model, truncated or malformed. Messages name the byte and the field.
support::Result<std::shared_ptr<const Model>> openModel(const std::filesystem::path& path,
    const OpenOptions& options = {}, std::stop_token stop = {},
    const support::Progress& progress = {});

/// Same as openModel() for bytes in memory (tests, fuzzing). `folder` is the folder of external
/// data; empty: none is allowed.
support::Result<std::shared_ptr<const Model>> parseModel(std::span<const std::byte> bytes,
    const std::filesystem::path& folder = {}, const OpenOptions& options = {});

} // namespace model::onnx
