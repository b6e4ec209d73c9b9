#pragma once

#include "layout/group_tree.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace layout {

/// The weights that the nodes of one group, or of several equal neighbours, read.
struct GroupWeights {
    std::string title; ///< `layers.0 – 23`; empty: weights read outside the groups or by several of
                       ///< them
    std::size_t groups = 0; ///< number of groups with equal structure in this row
    std::size_t tensors = 0;
    std::uint64_t elements = 0;
    std::uint64_t bytes = 0;
};

/// Returns the weights of a graph by its top-level groups. If one group holds nearly everything,
/// its child groups are used instead. Neighbouring groups with equal structure share a row. Sorted
/// by bytes, largest first; rows without weights are omitted. Linear in the graph.
std::vector<GroupWeights> weightsByGroup(const model::Model& model, const GroupTree& tree);

} // namespace layout
