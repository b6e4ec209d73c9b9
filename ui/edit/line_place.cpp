#include "ui/edit/line_place.h"

#include "layout/group_tree.h"

#include <algorithm>

namespace ui {

namespace {

/// True if the line that ends with the piece `last` goes through `piece`.
bool goesThrough(const layout::Scene& scene, std::uint32_t last, std::uint32_t piece)
{
    for (auto at = last; at != layout::noIndex; at = scene.previousPiece(at))
        if (at == piece)
            return true;
    return false;
}

} // namespace

InsertPlace placeOnLine(const model::Model& model, const layout::Scene& scene, std::uint32_t line)
{
    InsertPlace place;
    place.value = scene.values[scene.lineValue[line]];
    std::vector<bool> isTarget(model.nodes.size()); // the nodes at the ends of these lines
    for (std::uint32_t box = 0; box < scene.boxCount(); ++box) {
        const auto links = scene.producersOf(box);
        const bool isEnd = std::ranges::any_of(links, [&](const layout::Scene::Link& link) {
            return link.value == scene.lineValue[line] && link.line != layout::noIndex
                && goesThrough(scene, link.line, line);
        });
        if (!isEnd)
            continue;
        const auto item = scene.items[box];
        place.isOutput = place.isOutput || item.value() == place.value;
        if (item.node().isValid())
            isTarget[item.id] = true;
        if (item.isGroup() && scene.groups != nullptr)
            for (const auto node : scene.groups->nodesOf(item.id))
                isTarget[node.value()] = true;
    }
    for (const auto& use : model.value(place.value).uses) {
        auto node = use.node; // itself, or the node around its body is drawn
        while (node.isValid() && !isTarget[node.value()])
            node = model.graph(model.node(node).graph).owner;
        if (node.isValid())
            place.readers.push_back(use);
    }
    if (place.readers.empty() && !place.isOutput) // drawn in a way that does not tell
        return everyReader(model, place.value);
    return place;
}

} // namespace ui
