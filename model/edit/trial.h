#pragma once

#include "model/edit/document.h"

namespace model::edit {

/// Returns the model that the operations would make, applied in order. The document, its history
/// and what can be done again stay as they are. Fails as Document::applyAll().
support::Result<std::shared_ptr<const Model>> tryOperations(Document& document,
    std::span<const Operation> operations, const std::filesystem::path& files = {});

} // namespace model::edit
