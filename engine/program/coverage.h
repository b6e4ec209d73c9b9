#pragma once

#include "engine/plan/planner.h"

namespace engine {

/// Operators of a model without any kernel for `device`: what no run could do, whatever its inputs.
/// Nodes of subgraphs and local functions count, the training graph does not. Reads no
/// weights. Kernels may still refuse types and shapes, which only `prepare` finds.
std::vector<UnsupportedOperator> uncoveredOperators(const model::Model& model, DeviceKind device);

/// The row of `list` for an operator of this kind; it is added if there is none.
UnsupportedOperator& rowOf(std::vector<UnsupportedOperator>& list, std::string_view domain,
    std::string_view type, int version);

} // namespace engine
