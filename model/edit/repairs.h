#pragma once

#include "model/edit/operation.h"
#include "model/support/diagnostic.h"

#include <optional>

namespace model::edit {

/// The operation that mends a finding, if there is one sure way; nothing otherwise. It mends all
/// findings of its rule in the model, so the operations of several findings may be equal.
std::optional<Operation> repairOf(const Model& model, const support::Diagnostic& finding);

/// The operations that mend findings of a model, each once, in an order in which they can be
/// applied. Nodes of one name, which ONNX Runtime refuses, are renamed too.
std::vector<Operation> repairsOf(const Model& model, std::span<const support::Diagnostic> findings);

} // namespace model::edit
