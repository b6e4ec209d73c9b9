#pragma once

#include "layout/scene/scene.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ui {

/// A box that shows found nodes: the node itself, or the folded group or call that contains them.
struct FoundBox {
    std::uint32_t box = 0;
    std::uint32_t nodes = 0; ///< number of found nodes
    bool isInside = false; ///< the nodes are folded away in the box
};

/// Returns the boxes of found nodes, ascending by box. `nodes` has ids, ascending. Nodes of other
/// graphs are left out.
std::vector<FoundBox> foundBoxes(const layout::Scene& scene, std::span<const std::uint32_t> nodes);

} // namespace ui
