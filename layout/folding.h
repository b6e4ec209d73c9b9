#pragma once

#include "layout/group_tree.h"

#include <cstdint>
#include <span>
#include <vector>

/// Functions that change which groups are open. They take the old set and return the new one.
namespace layout {

bool isOpen(const GroupTree& tree, const OpenGroups& open, std::uint32_t group);
/// Returns the outermost group around `group`, itself included, that is folded: the group that
/// represents it in a picture. noGroup if none is folded.
std::uint32_t foldedAround(const GroupTree& tree, const OpenGroups& open, std::uint32_t group);

/// Returns the key that marks a group as not stacked. Equal folded neighbours are drawn as one
/// stack unless the set of open groups contains their marks.
std::uint64_t unstackedMark(const Group& group);

/// Opens or closes one group. The state of groups inside a closed one is kept.
OpenGroups withGroup(const GroupTree& tree, OpenGroups open, std::uint32_t group, bool isGroupOpen);
/// Opens a group and all groups around it.
OpenGroups openedTo(const GroupTree& tree, OpenGroups open, std::uint32_t group);
/// Shows the members of a stack separately, each still folded.
OpenGroups withStack(
    const GroupTree& tree, OpenGroups open, std::uint32_t first, std::uint32_t count);
/// Joins the members of a stack again.
OpenGroups restacked(const GroupTree& tree, OpenGroups open, std::uint32_t member);
/// Opens every folded group that is visible now, including bodies of calls.
OpenGroups openedByOneLevel(const GroupTree& tree, OpenGroups open);
/// Opens all groups down to `depth` (0: none but the root), of any kind.
OpenGroups openToDepth(const GroupTree& tree, std::uint32_t depth);

} // namespace layout
