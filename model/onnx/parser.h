#pragma once

#include "model/model.h"
#include "model/support/mapped_file.h"
#include "model/support/progress.h"
#include "model/support/result.h"

#include <filesystem>
#include <functional>
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

/// Bytes of a model that is not one mapped file: an edited one (model/edit).
struct ComposedModel {
    std::span<const std::byte>
        bytes; ///< all bytes of the model; contents of `raw_data` may be absent
    std::shared_ptr<const support::MappedFile> file; ///< the file that weights are read from
    std::filesystem::path path; ///< of that file
    /// Is called for every tensor with Place::ModelFile, whose offset counts in `bytes`. Sets where
    /// its data is: in `file` or in memory.
    std::function<void(TensorRef&)> place;
};

struct Draft;
/// Reads fields of a GraphProto, as the main graph of a draft whose names are not resolved.
support::Result<std::unique_ptr<Draft>> readGraphFields(const ComposedModel& fields);

/// Same as openModel() for composed bytes. The model keeps no reference to `composed.bytes`.
support::Result<std::shared_ptr<const Model>> readComposedModel(const ComposedModel& composed,
    const OpenOptions& options = {}, std::stop_token stop = {},
    const support::Progress& progress = {});

} // namespace model::onnx
