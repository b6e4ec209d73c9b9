#pragma once

#include "layout/compound.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace layout {

/// One reading, between the boxes that are shown for its ends.
struct ShownEdge {
    std::uint32_t tail = 0; ///< box
    std::uint32_t head = 0;
    std::uint32_t value = 0; ///< index into ShownGraph::values
    /// Frames at whose border the line begins or ends, because nothing inside stands for the end:
    /// the condition of an If. The boxes are then the first ones inside.
    std::uint32_t tailFrame = noGroup;
    std::uint32_t headFrame = noGroup;
};

/// An input or output that has no box of its own: a box of several stands for it.
struct JoinedTerminal {
    Item item;
    std::uint32_t box = 0;
};

/// What a picture shows of a graph with some groups open, before anything is placed.
struct ShownGraph {
    std::vector<std::uint8_t> isOpen; ///< by group: drawn as a frame (or the root)
    std::vector<std::uint32_t> levels; ///< open groups, outer before inner, depth-first
    std::vector<Item> items; ///< by box
    std::vector<Size> sizes;
    std::vector<std::uint32_t> boxGroup; ///< the level that a box stands in
    std::vector<ShownEdge> edges; ///< one per value and reading box
    std::vector<DrawnValue> values;
    std::vector<JoinedTerminal> joined; ///< by item
};

/// Linear in the nodes that are shown or folded. Stops early when asked to; the result is then
/// incomplete.
ShownGraph collectShown(const GroupPicture& picture, const std::stop_token& stop);

/// Joins neighbours that are folded, equal and chained one after the other into one box, as long as
/// no path leaves the stack and comes back. Stopped, it leaves the graph as it is.
void stackEqualGroups(ShownGraph& shown, const GroupPicture& picture, const std::stop_token& stop);

/// Brings inputs and outputs of which a graph has many alike (`past_key_values.0.key`,
/// `past_key_values.1.key` ...) to where they are used: into the innermost frame that holds all
/// their readers, or their producer; those of one folded group become one box. Else the many inputs
/// of a model with a cache make its picture ten times as wide. Stopped, it leaves boxes that
/// nobody may use.
void settleTerminals(ShownGraph& shown, const GroupPicture& picture, const std::stop_token& stop);

/// Draws boxes as one: `joinedTo` says for every box which one stands for it, that one itself
/// included. Counts are added up, lines between the same boxes drawn once per value; with a box of
/// several terminals once.
void joinBoxes(
    ShownGraph& shown, const GroupPicture& picture, const std::vector<std::uint32_t>& joinedTo);

/// Size of the card of an item.
Size sizeOf(const GroupPicture& picture, Item item);

/// A box or the frame of an open group, as a vertex of a level.
struct LevelItem {
    bool isFrame = false;
    std::uint32_t index = 0; ///< box or group
    bool operator==(const LevelItem&) const = default;
};

/// Where an edge runs between two items of the same level.
struct SharedLevel {
    std::uint32_t level = noGroup; ///< noGroup: the ends are the same item
    LevelItem tail;
    LevelItem head;
};
SharedLevel sharedLevelOf(const ShownGraph& shown, const GroupTree& tree, const ShownEdge& edge);

}
