#pragma once

#include "model/edit/document.h"

namespace model::edit {

/// Where the data of initializers is written.
enum class ExternalData {
    Keep, ///< where it is
    None, ///< in the model file
    One, ///< in one file beside the model
    Many, ///< in a file for each tensor, beside the model
};

struct SaveOptions {
    ExternalData externalData = ExternalData::Keep;
    std::uint64_t thresholdBytes = 1024; ///< smaller tensors stay in the model file
    std::uint64_t alignmentBytes = 4096; ///< of offsets in a file for several tensors
};

struct SavedModel {
    std::vector<std::filesystem::path> dataFiles; ///< new files, beside the model
    std::uint64_t dataBytes = 0;
    /// Files with data of the model that was at the target before, which the saved one does not
    /// read. They stay, because another model may read them.
    std::vector<std::filesystem::path> unused;
};

/// Writes the document's model to a file, which may be the one that it was read from. The document
/// does not change. Data files get names that no file has yet, and are complete before the model
/// appears, so a killed process leaves the old model as it was. At most one tensor is in memory,
/// and only if its elements are in typed fields (`float_data`).
///
/// Fails if the file would be larger than Protocol Buffers reads, and if data is kept in external
/// files, but the target is in another folder.
support::Result<SavedModel> save(Document& document, const std::filesystem::path& target,
    const SaveOptions& options = {}, std::stop_token stop = {});

} // namespace model::edit
