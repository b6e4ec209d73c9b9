#pragma once

#include "engine/plan/planner.h"

namespace engine {

/// Returns the operators of a model that have no kernel for `device`, so no run can execute them.
/// Nodes of subgraphs and local functions count, the training graph does not. Reads no weights. A
/// kernel may still refuse types and shapes; only `prepare` finds that.
std::vector<UnsupportedOperator> uncoveredOperators(const model::Model& model, DeviceKind device);

/// Returns the row of `list` for this operator; adds it if it is missing.
UnsupportedOperator& rowOf(std::vector<UnsupportedOperator>& list, std::string_view domain,
    std::string_view type, int version);

} // namespace engine
