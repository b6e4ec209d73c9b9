#pragma once

#include "layout/groups/flow.h"

#include <cstdint>
#include <span>
#include <vector>

namespace layout::groups {

/// One level of nested scopes. Its nodes belong to items; an item is a scope or a single node.
struct OrderLevel {
    const GraphFlow& flow;
    std::span<const std::uint32_t> nodes; ///< in topological order
    std::span<const std::uint32_t> itemOf; ///< by index in the flow; `none` outside this level
    std::span<const std::uint32_t> placeOf; ///< by index in the flow: index into `nodes`
    std::uint32_t itemCount = 0;
};

/// Consecutive nodes of one item.
struct ItemRange {
    std::uint32_t item = 0;
    std::uint32_t begin = 0; ///< index in Emission::order
    std::uint32_t end = 0;
};

struct Emission {
    std::vector<std::uint32_t> order; ///< the nodes of the level, in the new topological order
    std::vector<ItemRange> stretches; ///< consecutive; a divided item has several
};

/// Returns a topological order that keeps the nodes of an item together. Every item is one stretch
/// unless items depend on each other in a cycle.
Emission emit(const OrderLevel& level);

} // namespace layout::groups
