#pragma once

#include "layout/card/card.h"
#include "layout/card/node_set.h"
#include "layout/card/overlay.h"
#include "layout/group_tree.h"
#include "layout/scene/scene.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

/// The card of folded groups: title, number of nodes and a strip of the categories inside.
namespace layout {

struct GroupCardMetrics {
    static constexpr float strip = 8; ///< height of the strip of categories
    static constexpr float stripGap = 6; ///< below the strip
    static constexpr float arrow = 16; ///< space for the fold arrow before the title
    static constexpr float stackStep = 5; ///< offset between the cards of a stack
    static constexpr float stackDepth = 2 * stackStep; ///< part of the box that shows the stack
                                                       ///< behind the front card
};

/// Joins two titles: `layers.0` and `layers.23` to `layers.0 – 23`.
std::string rangeTitle(std::string_view first, std::string_view last);
/// Returns `layers.7`, or `layers.8 – 23` for a stack.
std::string groupTitle(const GroupTree& tree, Item item);
/// Returns `423 nodes`, or `16 identical · 6,768 nodes` for a stack.
std::string groupCountText(const GroupTree& tree, Item item);
std::uint64_t groupNodes(const GroupTree& tree, Item item);

CardContent groupContent(const GroupTree& tree, Item item);
Size groupCardSize(
    const GroupTree& tree, Item item, const CardOptions& options, const TextMeasurer& measurer);

/// Returns the number of nodes by category, of all groups of the card. Linear in the nodes of one
/// group.
std::array<std::uint32_t, model::categoryCount> categoryMix(
    const model::Model& model, const GroupTree& tree, Item item);

/// Returns the sum of the measured values of the nodes inside; NaN if there are none. For a stack
/// all members are added.
double groupMeasure(const GroupTree& tree, Item item, const Overlay& overlay);

/// Returns the content of any box of a scene.
CardContent boxContent(const model::Model& model, const model::Analysis* analysis,
    const Scene& scene, std::uint32_t box, const CardOptions& options);

/// Returns the rectangle of the front card of a box: the complete box unless it is a stack.
Rect groupFront(const Rect& box, Item item);
/// Returns the rectangle of the strip of categories on a card.
Rect groupStrip(const Rect& front);

/// Calls `visit(NodeId)` for every node in the folded groups (nodesInside).
template <typename Visit>
void visitNodes(const GroupTree& tree, Item item, Visit visit)
{
    for (std::uint32_t i = 0; i < item.count; ++i) {
        for (const auto node : nodesInside(tree, item.id + i))
            visit(node);
    }
}

}
