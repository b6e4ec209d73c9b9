#pragma once

#include "layout/group_tree.h"

#include <cstdint>
#include <span>
#include <vector>

/// Changing which groups are open. All functions take the old state and return the new one.
namespace layout {

bool isOpen(const GroupTree& tree, const OpenGroups& open, std::uint32_t group);
/// The outermost group around `group` (itself included) that is not open while all around it are:
/// what a picture shows of it. noGroup if the group's inside is shown.
std::uint32_t foldedAround(const GroupTree& tree, const OpenGroups& open, std::uint32_t group);

/// Equal folded neighbours are drawn as one stack. A group with this mark in the open set stands
/// for itself.
std::uint64_t unstackedMark(const Group& group);

/// Opens or closes one group; what is open inside a closed one is remembered.
OpenGroups withGroup(const GroupTree& tree, OpenGroups open, std::uint32_t group, bool isGroupOpen);
/// Opens all groups around `group` and the group itself.
OpenGroups openedTo(const GroupTree& tree, OpenGroups open, std::uint32_t group);
/// The members of a stack side by side, each still folded, or one stack again.
OpenGroups withStack(
    const GroupTree& tree, OpenGroups open, std::uint32_t first, std::uint32_t count);
OpenGroups restacked(const GroupTree& tree, OpenGroups open, std::uint32_t member);
/// Opens every folded group that is visible now, bodies of calls included.
OpenGroups openedByOneLevel(const GroupTree& tree, OpenGroups open);
/// Groups down to `depth` are open (0 = none but the root), whatever their kind.
OpenGroups openToDepth(const GroupTree& tree, std::uint32_t depth);

} // namespace layout
