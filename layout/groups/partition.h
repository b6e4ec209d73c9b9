#pragma once

#include "layout/group_tree.h"
#include "layout/groups/flow.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

/// Partition of one graph into groups that can all be contracted together.
///
/// Problem: a scope may read from a scope that reads from it. Contracting both would create a
/// cycle. It is not enough that each set is convex, because two sets can depend on each other
/// through different nodes. So a topological order is searched in which every group, at every
/// depth, is consecutive; then any groups can be contracted. From the outside in, a scope of a
/// level is emitted completely as soon as all its inputs are available. If scopes depend on each
/// other in a cycle, a part is emitted that frees another scope, and its scope is divided into
/// several parts. A part of a single node is not a group: the node belongs to the group around it.
///
/// Cost: O((nodes + edges) x depth), if few scopes are divided.
namespace layout::groups {

struct LocalGroup {
    GroupKind kind = GroupKind::Root;
    std::uint32_t parent = none;
    std::uint32_t begin = 0; ///< range in LocalTree::order
    std::uint32_t end = 0;
    std::uint32_t scope = 0; ///< of a Scope: its outermost scope
    std::uint32_t part = 0; ///< of a divided Scope: 0, 1, 2 ...
    std::string title; ///< not sanitised
    std::string path;
};

/// groups[0] is the graph. Every group is a range of `order`. Parents have lower indices than
/// children, except if the parent is a Block.
struct LocalTree {
    GraphFlow flow;
    std::vector<std::uint32_t> order; ///< indices into flow.nodes, by position
    std::vector<LocalGroup> groups;
};

/// Groups the nodes by scope.
LocalTree partition(const model::Model& model, GraphFlow flow, std::stop_token stop);

} // namespace layout::groups
