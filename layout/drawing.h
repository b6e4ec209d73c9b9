#pragma once

#include "layout/scene/geometry.h"
#include "model/graph.h"

#include <cstdint>
#include <limits>
#include <vector>

/// What is laid out: boxes with sizes measured by the caller and edges between them. No texts, no
/// fonts, no colours.
namespace layout {

/// What a box stands for.
enum class ItemKind : std::uint8_t {
    Node, ///< an operator call; id is a NodeId
    GraphInput, ///< id is a ValueId
    GraphOutput, ///< id is a ValueId
    Capture, ///< a value of an outer graph that is read inside; id is a ValueId
    Group, ///< folded groups that are drawn as one card; id is an index in the GroupTree
};

struct Item {
    ItemKind kind = ItemKind::Node;
    std::uint32_t id = 0;
    /// Of a group: how many equal siblings the card stands for, side by side from `id` on. Of an
    /// input or output: how many of them, named alike, the box stands for; `id` is one of them.
    std::uint32_t count = 1;

    bool isGroup() const { return kind == ItemKind::Group; }
    /// Invalid unless the item is a node.
    model::NodeId node() const
    {
        return kind == ItemKind::Node ? model::NodeId(id) : model::NodeId();
    }
    /// Invalid if the item is a node or a group.
    model::ValueId value() const
    {
        return kind == ItemKind::Node || kind == ItemKind::Group ? model::ValueId()
                                                                 : model::ValueId(id);
    }
    bool operator==(const Item&) const = default;
};

struct Box {
    Item item;
    Size size;
};

/// A value that has at least one edge. Widths are measured by the caller.
struct DrawnValue {
    model::ValueId id;
    float chipWidth = 0; ///< of its name in a chip
    float labelWidth = 0; ///< of its type on a line; only needed with Direction::Right
};

constexpr float freePort = std::numeric_limits<float>::max();

/// One reading of a value: from the bottom of box `tail` to the top of box `head` (with
/// Direction::Down).
struct Edge {
    std::uint32_t tail = 0; ///< index into Drawing::boxes
    std::uint32_t head = 0;
    std::uint32_t value = 0; ///< index into Drawing::values
    std::uint16_t tailPort = 0; ///< output of the producer
    std::uint16_t headPort = 0; ///< input of the reader
    /// Where the line meets its boxes, from their centres along the rank, if that is not free: at
    /// the frame of an open group the line goes on inside.
    float tailAt = freePort;
    float headAt = freePort;
};

enum class Direction : std::uint8_t { Down, Right };

/// When an edge is not drawn as a line but as a chip at both ends. Values with at least `fanOut`
/// readings that span `span` or more ranks lose exactly those lines; values with hundreds of lines
/// and boxes with thousands at one side lose all of them (layered/cut.cpp). `maximumSpan` ranks per
/// box is a safety net for drawings that would explode.
struct CutRule {
    bool isOn = true;
    std::uint32_t fanOut = 8;
    std::uint32_t span = 6;
    std::uint32_t maximumSpan = 20;
    std::vector<model::ValueId> neverCut; ///< values whose lines a person asked for
};

/// Distances between things, in units.
struct Spacing {
    float rankGap = 36; ///< between the ranks' boxes, without chips
    float labelGap = 14; ///< added to the rank gap, for a line of text on the edges
    float boxGap = 20; ///< between neighbours in a rank
    float lineGap = 12; ///< beside a line that passes through a rank
    float chipHeight = 18;
    float chipGap = 4; ///< between the chips of one box
    float chipStub = 12; ///< length of the line between box and chip
    float chipPadding = 32; ///< of a chip beside its name: its sign and both ends
    float chipCount = 76; ///< room for ` · 370 readers` at the producer
    float chipMore = 120; ///< room for `… 99,985 more values`
    float portGap = 14; ///< between the ends of lines at one side of a box
    float portMargin = 14; ///< kept free at the corners
    float margin = 24; ///< around the whole drawing
};

struct Drawing {
    std::vector<Box> boxes;
    std::vector<DrawnValue> values;
    std::vector<Edge> edges;
    Direction direction = Direction::Down;
    CutRule cut;
    Spacing spacing;
};

} // namespace layout
