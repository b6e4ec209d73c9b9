#pragma once

#include "layout/groups/flow.h"

#include <cstdint>
#include <span>
#include <vector>

namespace layout::groups {

/// One level of nested scopes: nodes that stand in items (a scope each, or single nodes).
struct EmissionLevel {
    const GraphFlow& flow;
    std::span<const std::uint32_t> nodes; ///< in topological order
    std::span<const std::uint32_t> itemOf; ///< by index in the flow; `none` outside this level
    std::span<const std::uint32_t> placeOf; ///< by index in the flow: index into `nodes`
    std::uint32_t itemCount = 0;
};

struct Stretch {
    std::uint32_t item = 0;
    std::uint32_t begin = 0; ///< in Emission::order
    std::uint32_t end = 0;
};

struct Emission {
    std::vector<std::uint32_t> order; ///< the nodes of the level, again in topological order
    std::vector<Stretch> stretches; ///< side by side; an item that was torn has several
};

/// A topological order that keeps the nodes of an item together: every item is one stretch if the
/// items do not read from each other in a circle.
Emission emit(const EmissionLevel& level);

} // namespace layout::groups
