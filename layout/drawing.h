#pragma once

#include "layout/scene/geometry.h"
#include "model/graph.h"

#include <cstdint>
#include <limits>
#include <vector>

/// Input of a layout: boxes with measured sizes and the edges between them. It has no texts, fonts
/// or colours.
namespace layout {

/// The model object that a box represents.
enum class ItemKind : std::uint8_t {
    Node, ///< an operator call; id is a NodeId
    GraphInput, ///< id is a ValueId
    GraphOutput, ///< id is a ValueId
    Capture, ///< a value of an outer graph that is read here; id is a ValueId
    Group, ///< folded groups drawn as one card; id is an index in the GroupTree
};

struct Item {
    ItemKind kind = ItemKind::Node;
    std::uint32_t id = 0;
    /// For a group: number of equal siblings that the card represents, with consecutive indices
    /// from `id` on. For an input or output: number of similarly named terminals that the box
    /// represents; `id` is one of them.
    std::uint32_t count = 1;

    bool isGroup() const { return kind == ItemKind::Group; }
    /// Returns the node; invalid for other kinds.
    model::NodeId node() const
    {
        return kind == ItemKind::Node ? model::NodeId(id) : model::NodeId();
    }
    /// Returns the value; invalid for a node or a group.
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

/// A value with at least one edge. The caller measures the widths.
struct DrawnValue {
    model::ValueId id;
    float chipWidth = 0; ///< of its name in a chip
    float labelWidth = 0; ///< of its type on a line; needed only with Direction::Right
};

constexpr float freePort = std::numeric_limits<float>::max();

/// One read of a value. With Direction::Down it leads from the bottom of box `tail` to the top of
/// box `head`.
struct Edge {
    std::uint32_t tail = 0; ///< index into Drawing::boxes
    std::uint32_t head = 0;
    std::uint32_t value = 0; ///< index into Drawing::values
    /// Fixed positions where the line meets its boxes, measured along the rank from their centres;
    /// freePort: not fixed. At the frame of an open group the line continues inside.
    float tailAt = freePort;
    float headAt = freePort;
};

enum class Direction : std::uint8_t { Down, Right };

/// Swaps x and y with Direction::Right: to the axes of a drawing that goes down, and back.
constexpr Point turned(Point point, Direction direction)
{
    return direction == Direction::Down ? point : Point { point.y, point.x };
}
constexpr Size turned(Size size, Direction direction)
{
    return direction == Direction::Down ? size : Size { size.height, size.width };
}

/// When an edge is drawn as a chip at both ends and not as a line. If a value has at least `fanOut`
/// edges that span `span` or more ranks, these are cut. Values with hundreds of lines, and boxes
/// with thousands of lines on one side, lose all of them (layered/cut.cpp). `maximumSpan`, in ranks
/// per box, limits the total span of very large drawings.
struct CutRule {
    bool isOn = true;
    std::uint32_t fanOut = 8;
    std::uint32_t span = 6;
    std::uint32_t maximumSpan = 20;
    std::vector<model::ValueId> neverCut; ///< values whose lines the user requested
};

/// Distances, in units.
struct Spacing {
    float rankGap = 36; ///< between the boxes of two ranks, without chips
    float labelGap = 14; ///< added to rankGap for a line of text on the edges
    float boxGap = 20; ///< between neighbours in a rank
    float lineGap = 12; ///< beside a line that passes through a rank
    float chipHeight = 18;
    float chipGap = 4; ///< between the chips of one box
    float chipStub = 12; ///< length of the line between box and chip
    float chipPadding = 32; ///< width of a chip without its name: icon and both ends
    float chipCount = 76; ///< space for ` · 370 readers` at the producer
    float chipMore = 120; ///< space for `… 99,985 more values`
    float portGap = 14; ///< between line ends on one side of a box
    float portMargin = 14; ///< free space at the corners
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
