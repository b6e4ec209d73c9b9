#pragma once

#include "layout/group_tree.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace layout {

/// Weights that nodes of one group read.
struct GroupWeights {
    std::string title; ///< `layers.0 – 23`; empty: read outside of groups or by several of them
    std::size_t groups = 0; ///< with the same structure, in one row
    std::size_t tensors = 0;
    std::uint64_t elements = 0;
    std::uint64_t bytes = 0;
};

/// Where the parameters of a graph are, by its topmost groups that tell something: where one group
/// holds nearly everything, by the groups inside it. Neighbours with the same structure are one
/// row. Largest first; rows without weights are left out. Linear in the graph.
std::vector<GroupWeights> weightsByGroup(const model::Model& model, const GroupTree& tree);

} // namespace layout
