#pragma once

#include "layout/groups/flow.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Where nodes stand by their names: `/model/layers.7/self_attn/MatMul` lies in self_attn in
/// layers.7 in model. PyTorch's newer exporter writes the same into metadata_props.
namespace layout::groups {

struct Scope {
    std::uint32_t parent = none;
    std::uint32_t depth = 0; ///< 0 = the graph itself
    std::string_view part; ///< lives as long as the model
};

struct ScopePaths {
    std::vector<Scope> scopes; ///< [0] is the graph; parents before children
    std::vector<std::uint32_t> scopeOf; ///< by index in GraphFlow::nodes

    /// The scope of depth `depth` that `scope` lies in; `scope` is at least that deep.
    std::uint32_t ancestor(std::uint32_t scope, std::uint32_t depth) const
    {
        while (scopes[scope].depth > depth)
            scope = scopes[scope].parent;
        return scope;
    }
};

/// Nodes without a scope of their own between scoped ones (what optimisers insert) take the scope
/// that holds both their nearest producer and their nearest reader.
ScopePaths scopePaths(const model::Model& model, const GraphFlow& flow);

} // namespace layout::groups
