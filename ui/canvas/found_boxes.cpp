#include "ui/canvas/found_boxes.h"

#include "layout/group_tree.h"

#include <algorithm>
#include <unordered_map>

namespace ui {

namespace {

/// Returns by group the box in which the group is folded away; noIndex if the group is open.
std::vector<std::uint32_t> standInsOf(
    const layout::Scene& scene, const std::unordered_map<std::uint32_t, std::uint32_t>& boxOfNode)
{
    const auto& groups = scene.groups->groups;
    std::vector<std::uint32_t> standIns(groups.size(), layout::noIndex);
    for (const auto& card : scene.groupCards) {
        const auto item = scene.items[card.box];
        for (std::uint32_t i = 0; i < item.count; ++i)
            standIns[item.id + i] = card.box;
    }
    // Outer groups come before inner ones. The folded body of a call is in the node of the call.
    for (std::uint32_t group = 1; group < groups.size(); ++group) {
        if (standIns[group] != layout::noIndex)
            continue;
        standIns[group] = standIns[groups[group].parent];
        const bool isBody = groups[group].owner.isValid();
        const auto owner = isBody ? boxOfNode.find(groups[group].owner.value()) : boxOfNode.end();
        if (standIns[group] == layout::noIndex && owner != boxOfNode.end())
            standIns[group] = owner->second;
    }
    return standIns;
}

} // namespace

std::vector<FoundBox> foundBoxes(const layout::Scene& scene, std::span<const std::uint32_t> nodes)
{
    std::vector<FoundBox> found;
    if (nodes.empty())
        return found;
    std::unordered_map<std::uint32_t, std::uint32_t> boxOfNode;
    for (std::uint32_t box = 0; box < scene.boxCount(); ++box) {
        const auto node = scene.items[box].node();
        if (!node.isValid())
            continue;
        boxOfNode.emplace(node.value(), box);
        if (std::binary_search(nodes.begin(), nodes.end(), node.value()))
            found.push_back({ box, 1, false });
    }
    std::unordered_map<std::uint32_t, std::uint32_t> inside; // by box
    const auto standIns
        = scene.groups != nullptr ? standInsOf(scene, boxOfNode) : std::vector<std::uint32_t>();
    for (const auto node : nodes) {
        const bool isKnown = scene.groups != nullptr && node < scene.groups->groupOfNode.size();
        const auto group = isKnown ? scene.groups->groupOfNode[node] : layout::noGroup;
        if (group != layout::noGroup && !boxOfNode.contains(node)
            && standIns[group] != layout::noIndex)
            ++inside[standIns[group]];
    }
    for (const auto& [box, count] : inside)
        found.push_back({ box, count, true });
    std::sort(found.begin(), found.end(), [](const FoundBox& a, const FoundBox& b) {
        return a.box != b.box ? a.box < b.box : a.isInside < b.isInside;
    });
    return found;
}

} // namespace ui
