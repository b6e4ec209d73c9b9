#pragma once

#include "layout/group_tree.h"
#include "layout/groups/flow.h"
#include "layout/groups/scope_paths.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

/// Groups of one graph that are convex all together.
///
/// Problem: nodes with one scope name may read from a scope that reads from them; contracting both
/// would close a cycle. Each set being convex is not enough (two sets can feed each other by
/// different nodes), so one topological order is looked for in which every group, at every depth,
/// is one stretch: then any of them can be contracted. From the outside in, the scopes of one level
/// are emitted whole as soon as all they read is there; where scopes wait for each other in a
/// circle, the stretch is emitted that sets another one free, and the scope ends up in several
/// parts. A part of a single node is no group: the node goes to the group around.
///
/// Cost: O((nodes + edges) x depth), as long as few scopes are torn.
namespace layout::groups {

struct LocalGroup {
    GroupKind kind = GroupKind::Root;
    std::uint32_t parent = none;
    std::uint32_t begin = 0; ///< stretch of LocalTree::order
    std::uint32_t end = 0;
    std::uint32_t scope = 0; ///< of a Scope: the outermost one whose nodes it holds
    std::uint32_t part = 0; ///< of a Scope that was torn: 0, 1, 2 ...
    std::string title; ///< not sanitised
    std::string path;
};

/// groups[0] is the graph. Every group is a stretch of `order`; parents have smaller indices,
/// except those of kind Block.
struct LocalTree {
    GraphFlow flow;
    std::vector<std::uint32_t> order; ///< indices into flow.nodes, by place
    std::vector<LocalGroup> groups;
};

/// Groups by scope.
LocalTree partition(const model::Model& model, GraphFlow flow, std::stop_token stop);

} // namespace layout::groups
