#pragma once

#include "layout/groups/flow.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Scopes of nodes from their names: `/model/layers.7/self_attn/MatMul` is in self_attn in layers.7
/// in model. PyTorch's newer exporter writes the scopes into metadata_props.
namespace layout::groups {

struct Scope {
    std::uint32_t parent = none;
    std::uint32_t depth = 0; ///< 0 = the graph itself
    std::string_view part; ///< text owned by the model
};

struct ScopePaths {
    std::vector<Scope> scopes; ///< [0] is the graph; parents before children
    std::vector<std::uint32_t> scopeOf; ///< by index in GraphFlow::nodes

    /// Returns the ancestor of `scope` at depth `depth`, which must not be larger than its own
    /// depth.
    std::uint32_t ancestor(std::uint32_t scope, std::uint32_t depth) const
    {
        while (scopes[scope].depth > depth)
            scope = scopes[scope].parent;
        return scope;
    }
};

/// Reads the scopes of all nodes. A node without a scope between nodes with one (inserted by an
/// optimiser) gets the innermost scope that contains both its nearest producer and its nearest
/// reader.
ScopePaths scopePaths(const model::Model& model, const GraphFlow& flow);

} // namespace layout::groups
