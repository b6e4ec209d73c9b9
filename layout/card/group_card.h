#pragma once

#include "layout/card/card.h"
#include "layout/card/overlay.h"
#include "layout/group_tree.h"
#include "layout/scene/scene.h"

#include <array>
#include <cstdint>

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

/// Calls `visit(NodeId)` for every node in the folded groups: direct nodes and those of scopes and
/// blocks at any depth. Bodies of calls and subgraphs are not entered; their owner nodes represent
/// them.
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
