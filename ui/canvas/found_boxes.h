#pragma once

#include "layout/scene/scene.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ui {

/// A box of the picture that stands for what a search found: the node itself, or the folded group
/// or call it is in.
struct FoundBox {
    std::uint32_t box = 0;
    std::uint32_t nodes = 0; ///< found in it
    bool isInside = false; ///< folded away in it: not the box's own node
};

/// `nodes` by id, ascending. Nodes that nothing stands for (of another graph) are left out;
/// ascending by box.
std::vector<FoundBox> foundBoxes(const layout::Scene& scene, std::span<const std::uint32_t> nodes);

} // namespace ui
