#include "layout/card/class_overlay.h"

#include "model/support/text.h"

#include <algorithm>
#include <map>

namespace layout {
namespace {

Overlay emptyClasses(const model::Model& model, std::string name)
{
    Overlay overlay;
    overlay.name = std::move(name);
    overlay.use = Overlay::Use::Classes;
    overlay.classes.assign(model.nodes.size(), Overlay::noClass);
    return overlay;
}

/// Returns the first group from the root that does not have exactly one child.
std::uint32_t firstFork(const GroupTree& tree)
{
    std::uint32_t group = 0;
    while (tree.groups[group].childCount == 1)
        group = tree.groups[group].firstChild;
    return group;
}

}

Overlay colourByType(const model::Model& model)
{
    Overlay overlay = emptyClasses(model, "Operator type");
    std::map<std::string, std::size_t> counts;
    for (const auto& node : model.nodes)
        ++counts[node.type];
    std::vector<std::pair<std::string, std::size_t>> types(counts.begin(), counts.end());
    std::ranges::stable_sort(
        types, [](const auto& a, const auto& b) { return a.second > b.second; });
    types.resize(std::min(types.size(), maxClasses));
    std::map<std::string, std::uint32_t> classOf;
    for (const auto& [type, count] : types) {
        classOf[type] = static_cast<std::uint32_t>(overlay.classNames.size());
        overlay.classNames.push_back(support::sanitise(type));
    }
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const auto known = classOf.find(model.nodes[i].type);
        if (known != classOf.end())
            overlay.classes[i] = known->second;
    }
    return overlay;
}

Overlay colourByGroup(const model::Model& model, const GroupTree& tree)
{
    Overlay overlay = emptyClasses(model, "Group");
    if (tree.groups.empty())
        return overlay;
    const auto fork = firstFork(tree);
    // By group: its class. Parents have lower indices than their children.
    std::vector<std::uint32_t> classOf(tree.groups.size(), Overlay::noClass);
    for (std::uint32_t group = 0; group < tree.groups.size(); ++group) {
        const auto parent = tree.groups[group].parent;
        if (parent == fork) {
            classOf[group] = static_cast<std::uint32_t>(overlay.classNames.size());
            overlay.classNames.push_back(tree.groups[group].title);
        } else if (parent != noGroup) {
            classOf[group] = classOf[parent];
        }
    }
    for (std::size_t i = 0; i < model.nodes.size() && i < tree.groupOfNode.size(); ++i) {
        if (tree.groupOfNode[i] != noGroup)
            overlay.classes[i] = classOf[tree.groupOfNode[i]];
    }
    return overlay;
}

}
