#pragma once

#include "model/model.h"
#include "model/support/progress.h"
#include "model/support/result.h"

#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>

namespace model::onnx {

/// Reads the structure of an ONNX file (not its weights) and resolves operators and functions.
/// Findings that do not prevent showing the graph are in Model::diagnostics; an Error means that
/// there is no graph to show (not a model, truncated, malformed wire). Messages name the byte and
/// the field.
support::Result<std::shared_ptr<const Model>> openModel(const std::filesystem::path& path,
    const OpenOptions& options = {}, std::stop_token stop = {},
    const support::Progress& progress = {});

/// The same from memory (tests, fuzzing). `folder` is where external data would lie; empty = none
/// allowed.
support::Result<std::shared_ptr<const Model>> parseModel(std::span<const std::byte> bytes,
    const std::filesystem::path& folder = {}, const OpenOptions& options = {});

} // namespace model::onnx
