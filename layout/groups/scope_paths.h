#pragma once

#include "layout/groups/flow.h"
#include "model/scope_tree.h"

namespace layout::groups {

/// Returns the scopes of the nodes of GraphFlow::nodes. A node without a scope between nodes with
/// one (inserted by an optimiser) gets the innermost scope that contains both its nearest producer
/// and its nearest reader; other nodes without a scope get the root.
model::ScopeTree scopesOf(const model::Model& model, const GraphFlow& flow);

} // namespace layout::groups
