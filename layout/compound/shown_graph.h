#pragma once

#include "layout/compound.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace layout {

/// An edge from a value's producer to one reader, between the boxes that represent them.
struct ShownEdge {
    std::uint32_t tail = 0; ///< box
    std::uint32_t head = 0;
    std::uint32_t value = 0; ///< index into ShownGraph::values
    /// Frames at whose border the line begins or ends, because no box inside represents the end, as
    /// for the condition of an If. The box is then the first one inside.
    std::uint32_t tailFrame = noGroup;
    std::uint32_t headFrame = noGroup;
};

/// An input or output without a box of its own; another terminal's box represents it.
struct JoinedTerminal {
    Item item;
    std::uint32_t box = 0;
};

/// The visible part of a graph with some groups open, before placement.
struct ShownGraph {
    std::vector<std::uint8_t> isOpen; ///< by group: drawn as a frame, or the root
    std::vector<std::uint32_t> levels; ///< open groups, outer before inner, depth-first
    std::vector<Item> items; ///< by box
    std::vector<Size> sizes;
    std::vector<std::uint32_t> boxGroup; ///< the level that contains the box
    std::vector<ShownEdge> edges; ///< one per value and reading box
    std::vector<DrawnValue> values;
    std::vector<JoinedTerminal> joined; ///< by item
};

/// Collects boxes and edges. Linear in the nodes that are visible or in folded groups. After a stop
/// request the result is incomplete.
ShownGraph collectShown(const GroupPicture& picture, const std::stop_token& stop);

/// Joins folded, equal neighbours that are chained one after the other into one box, unless a path
/// leaves the stack and returns. After a stop request the graph is unchanged.
void stackEqualGroups(ShownGraph& shown, const GroupPicture& picture, const std::stop_token& stop);

/// Moves inputs and outputs with numbered names (`past_key_values.0.key`, `past_key_values.1.key`
/// ...) to where they are used: into the innermost frame that contains all their readers, or their
/// producer. Those of one folded group share one box. Otherwise the many inputs of a model with a
/// cache would make its picture ten times as wide. After a stop request the result must be
/// discarded.
void moveTerminals(ShownGraph& shown, const GroupPicture& picture, const std::stop_token& stop);

/// Joins boxes. `joinedTo` has for every box the box that represents it, possibly itself. Counts
/// are added. Between two boxes each value keeps one line; a box of several terminals has one line
/// per other box.
void joinBoxes(
    ShownGraph& shown, const GroupPicture& picture, const std::vector<std::uint32_t>& joinedTo);

/// Returns the size of an item's card.
Size sizeOf(const GroupPicture& picture, Item item);

/// A box or the frame of an open group, as an item of a level.
struct LevelItem {
    bool isFrame = false;
    std::uint32_t index = 0; ///< box or group
    bool operator==(const LevelItem&) const = default;
};

/// The level in which an edge connects two items, and these items.
struct SharedLevel {
    std::uint32_t level = noGroup; ///< noGroup: both ends are the same item
    LevelItem tail;
    LevelItem head;
};
SharedLevel sharedLevelOf(const ShownGraph& shown, const GroupTree& tree, const ShownEdge& edge);

}
