#include "layout/folding.h"

namespace layout {
namespace {

/// Visits the sequence of siblings with the same structure that contains `member`.
template <typename Visit>
void visitRun(const GroupTree& tree, std::uint32_t member, Visit visit)
{
    const Group& group = tree.groups[member];
    if (group.parent == noGroup)
        return;
    const Group& parent = tree.groups[group.parent];
    const auto isSame
        = [&](std::uint32_t other) { return tree.groups[other].structure == group.structure; };
    std::uint32_t first = member;
    while (first > parent.firstChild && isSame(first - 1))
        --first;
    for (auto at = first; at < parent.firstChild + parent.childCount && isSame(at); ++at)
        visit(tree.groups[at]);
}

}

bool isOpen(const GroupTree& tree, const OpenGroups& open, std::uint32_t group)
{
    return tree.groups[group].parent == noGroup || open.contains(tree.groups[group].key);
}

std::uint32_t foldedAround(const GroupTree& tree, const OpenGroups& open, std::uint32_t group)
{
    std::uint32_t folded = noGroup;
    for (auto at = group; at != noGroup; at = tree.groups[at].parent) {
        if (!isOpen(tree, open, at))
            folded = at;
    }
    return folded;
}

std::uint64_t unstackedMark(const Group& group)
{
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U; // distributes keys that differ in few bits
    return (group.key ^ 0x5C5C5C5C5C5C5C5CU) * odd;
}

OpenGroups withGroup(const GroupTree& tree, OpenGroups open, std::uint32_t group, bool isGroupOpen)
{
    if (isGroupOpen)
        open.insert(tree.groups[group].key);
    else
        open.erase(tree.groups[group].key);
    return open;
}

OpenGroups openedTo(const GroupTree& tree, OpenGroups open, std::uint32_t group)
{
    for (auto at = group; at != noGroup; at = tree.groups[at].parent)
        open.insert(tree.groups[at].key);
    return open;
}

OpenGroups withStack(
    const GroupTree& tree, OpenGroups open, std::uint32_t first, std::uint32_t count)
{
    for (std::uint32_t member = first; member < first + count; ++member)
        open.insert(unstackedMark(tree.groups[member]));
    return open;
}

OpenGroups restacked(const GroupTree& tree, OpenGroups open, std::uint32_t member)
{
    visitRun(tree, member, [&](const Group& group) { open.erase(unstackedMark(group)); });
    return open;
}

OpenGroups openedByOneLevel(const GroupTree& tree, OpenGroups open)
{
    // Parents come before children; a group that was just opened must not open its children.
    std::vector<std::uint8_t> wasVisible(tree.groups.size(), 0);
    for (std::uint32_t group = 0; group < tree.groups.size(); ++group) {
        const auto parent = tree.groups[group].parent;
        if (parent == noGroup) {
            wasVisible[group] = 2;
            continue;
        }
        if (wasVisible[parent] != 2)
            continue;
        wasVisible[group] = open.contains(tree.groups[group].key) ? 2 : 1;
        open.insert(tree.groups[group].key);
    }
    return open;
}

OpenGroups openToDepth(const GroupTree& tree, std::uint32_t depth)
{
    OpenGroups open;
    for (const Group& group : tree.groups) {
        if (group.depth <= depth)
            open.insert(group.key);
    }
    return open;
}

}
