#pragma once

#include "layout/card/card.h"
#include "layout/card/overlay.h"
#include "layout/group_tree.h"
#include "layout/scene/scene.h"

#include <array>
#include <cstdint>

/// The card of folded groups: title, number of nodes, a strip of the categories inside.
namespace layout {

struct GroupCardMetrics {
    static constexpr float strip = 8; ///< height of the strip of categories
    static constexpr float stripGap = 6; ///< below the strip
    static constexpr float arrow = 16; ///< room for the fold arrow before the title
    static constexpr float stackStep = 5; ///< between the edges of the cards of a stack
    static constexpr float stackDepth = 2 * stackStep; ///< part of the box that the stack takes
};

/// `layers.7`, `layers.8 – 23`.
std::string groupTitle(const GroupTree& tree, Item item);
/// `423 nodes`, `16 identical · 6,768 nodes`.
std::string groupCountText(const GroupTree& tree, Item item);
std::uint64_t groupNodes(const GroupTree& tree, Item item);

CardContent groupContent(const GroupTree& tree, Item item);
Size groupCardSize(
    const GroupTree& tree, Item item, const CardOptions& options, const TextMeasurer& measurer);

/// Nodes by category, of all groups that the card stands for. Linear in their number.
std::array<std::uint32_t, model::categoryCount> categoryMix(
    const model::Model& model, const GroupTree& tree, Item item);

/// The sum of what was measured of the nodes inside; NaN if nothing was. A stack counts whole.
double groupMeasure(const GroupTree& tree, Item item, const Overlay& overlay);

/// What stands on a box of a scene, whatever it is.
CardContent boxContent(const model::Model& model, const model::Analysis* analysis,
    const Scene& scene, std::uint32_t box, const CardOptions& options);

/// The foremost card of a box: all of it, unless it is a stack.
Rect groupFront(const Rect& box, Item item);
/// Where the strip of categories lies on a card.
Rect groupStrip(const Rect& front);

/// Calls `visit(NodeId)` for every node that works inside the folded groups: nodes of scopes and
/// blocks at any depth. Bodies of calls are not entered: the call stands for them.
template <typename Visit>
void visitNodes(const GroupTree& tree, Item item, Visit visit)
{
    std::vector<std::uint32_t> waiting;
    for (std::uint32_t i = item.count; i > 0; --i)
        waiting.push_back(item.id + i - 1);
    while (!waiting.empty()) {
        const auto index = waiting.back();
        waiting.pop_back();
        for (const auto node : tree.nodesOf(index))
            visit(node);
        const Group& group = tree.groups[index];
        for (std::uint32_t i = group.childCount; i > 0; --i) {
            const auto child = group.firstChild + i - 1;
            const auto kind = tree.groups[child].kind;
            if (kind == GroupKind::Scope || kind == GroupKind::Block)
                waiting.push_back(child);
        }
    }
}

}
