#pragma once

#include "layout/drawing.h"
#include "layout/scene/geometry.h"
#include "layout/scene/grid_index.h"
#include "model/palette.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

/// The result of a layout. Immutable, shared as `shared_ptr<const Scene>`. A structure of arrays,
/// because painting 50,000 boxes reads one field of each. It has no texts and colours: painters
/// look them up by id in model and palette for the visible part.
namespace layout {

struct GroupTree;

constexpr std::uint32_t noIndex = 0xFFFFFFFFu;

/// The form of lines between their points (layout/scene/curve.h draws both).
enum class LineForm : std::uint8_t {
    Curved, ///< along the flow at the points, S-curve between them
    Straight,
};

/// One end of a value whose lines were cut (CutRule).
struct Chip {
    Rect rect;
    std::uint32_t box = 0; ///< the box it is attached to
    std::uint32_t value = 0; ///< index into Scene::values
    std::uint32_t readers = 0; ///< at the producer: number of cut edges; at a reader: 0
    /// Number of values that the chip represents. A box has a limited number of chips on each side;
    /// the last one represents all remaining values, and `value` is the first of these.
    std::uint32_t count = 1;
    bool isProducer() const { return readers > 0; }
};

/// Position of a value's name or type text: one per value, on its first line.
struct Label {
    Point centre;
    std::uint32_t value = 0; ///< index into Scene::values
    std::uint32_t line = 0;
};

/// The frame of an open group, with its title in a band at the top.
struct Frame {
    Rect rect;
    std::uint32_t group = 0; ///< index in Scene::groups
    std::uint32_t depth = 0; ///< 1: not inside another frame

    static constexpr float titleHeight = 26;
    Rect title() const { return { rect.x, rect.y, rect.width, titleHeight }; }
};

/// The folded groups that a card represents.
struct GroupCard {
    std::uint32_t box = 0;
    std::uint64_t nodes = 0;
    std::array<std::uint32_t, model::categoryCount> mix {}; ///< nodes by category
};

/// Facts about a layout, for `draw --stats` and the status line.
struct LayoutFacts {
    std::uint32_t ranks = 0;
    std::uint64_t span = 0; ///< sum of rank differences over all drawn edges, after cutting
    std::uint32_t cutEdges = 0;
    std::uint32_t reversedEdges = 0; ///< edges of cycles, drawn upwards
    std::uint64_t crossings = 0;
};

struct Scene {
    // Boxes, in the order of Drawing::boxes.
    std::vector<Item> items;
    std::vector<Rect> boxes;
    /// Inputs and outputs without a box of their own, with the box that represents them.
    std::vector<std::pair<Item, std::uint32_t>> joinedTerminals;
    std::vector<std::uint32_t> boxRank;

    /// The boxes of rank r from left to right: rankBoxes[rankStart[r] .. rankStart[r + 1]).
    std::vector<std::uint32_t> rankStart;
    std::vector<std::uint32_t> rankBoxes;

    // Lines: points[lineStart[i] .. lineStart[i + 1]) from producer to reader; first and last point
    // lie on the boxes' borders.
    std::vector<std::uint32_t> lineStart;
    std::vector<Point> points;
    std::vector<std::uint32_t> lineValue; ///< index into values
    std::vector<std::uint32_t> lineTail; ///< index into boxes
    std::vector<std::uint32_t> lineHead;
    /// Previous piece of a line that crosses the frames of open groups; noIndex at the producer.
    /// Empty if no line is divided.
    std::vector<std::uint32_t> linePrevious;
    std::vector<std::uint8_t> lineContinues; ///< by line: another piece continues it; may be empty

    std::vector<model::ValueId> values; ///< in the order of Drawing::values
    std::vector<Chip> chips;
    std::vector<Label> labels;

    std::shared_ptr<const GroupTree> groups; ///< null if drawn without groups
    std::vector<Frame> frames; ///< outer before inner
    std::vector<std::uint32_t> boxGroup; ///< by box: the group that contains it; empty: all in the
                                         ///< root
    std::vector<GroupCard> groupCards; ///< one per box of kind Group, ascending

    Direction direction = Direction::Down;
    LineForm lineForm = LineForm::Curved;
    Rect bounds;
    LayoutFacts facts;

    // Spatial indices. The rectangle of a box includes its chips.
    GridIndex boxIndex;
    GridIndex lineIndex;

    // Adjacency: all edges per box, with and without a line, in the order of Drawing::edges.
    struct Link {
        std::uint32_t box = 0; ///< the other end
        std::uint32_t value = 0; ///< index into values
        std::uint32_t line = noIndex; ///< its last piece; noIndex if the edge was cut
    };
    std::vector<std::uint32_t> inStart;
    std::vector<Link> inLinks;
    std::vector<std::uint32_t> outStart;
    std::vector<Link> outLinks;
    std::vector<std::uint32_t>
        chipStart; ///< chips of box b: chips[chipStart[b] .. chipStart[b + 1])

    std::size_t boxCount() const { return boxes.size(); }
    std::size_t lineCount() const { return lineValue.size(); }
    std::span<const Point> line(std::size_t index) const
    {
        return std::span(points).subspan(lineStart[index], lineStart[index + 1] - lineStart[index]);
    }
    std::span<const std::uint32_t> rank(std::size_t index) const
    {
        return std::span(rankBoxes).subspan(
            rankStart[index], rankStart[index + 1] - rankStart[index]);
    }
    std::size_t rankCount() const { return rankStart.empty() ? 0 : rankStart.size() - 1; }
    std::span<const Link> producersOf(std::size_t box) const
    {
        return std::span(inLinks).subspan(inStart[box], inStart[box + 1] - inStart[box]);
    }
    std::span<const Link> readersOf(std::size_t box) const
    {
        return std::span(outLinks).subspan(outStart[box], outStart[box + 1] - outStart[box]);
    }
    std::span<const Chip> chipsOf(std::size_t box) const
    {
        return std::span(chips).subspan(chipStart[box], chipStart[box + 1] - chipStart[box]);
    }
    std::uint32_t previousPiece(std::size_t index) const
    {
        return linePrevious.empty() ? noIndex : linePrevious[index];
    }
    bool hasHead(std::size_t index) const
    {
        return lineContinues.empty() || lineContinues[index] == 0;
    }
    std::uint32_t groupOf(std::size_t box) const { return boxGroup.empty() ? 0 : boxGroup[box]; }
    /// Returns the card; null if the box is not a folded group.
    const GroupCard* groupCard(std::size_t box) const;
    /// Returns an index into frames; noIndex if the group is not open in this picture.
    std::uint32_t findFrame(std::uint32_t group) const;
    /// Returns the box of the card that represents the folded group; noIndex if there is none.
    std::uint32_t findGroup(std::uint32_t group) const;
    /// Returns the innermost frame at a point; noIndex outside all frames.
    std::uint32_t frameAt(Point point) const;
    /// Returns the box that represents an item, alone or with others; noIndex if it is not drawn.
    /// Linear.
    std::uint32_t find(Item item) const;
    std::uint32_t find(model::NodeId node) const
    {
        return find(Item { ItemKind::Node, node.value() });
    }
};

/// Finds the visible parts of a scene. Keeps scratch memory, so each thread needs its own. The
/// scene must outlive it.
class SceneQuery {
public:
    explicit SceneQuery(const Scene& scene);
    /// Returns boxes whose rectangle (with chips) touches `area`, ascending. Valid until the next
    /// call.
    std::span<const std::uint32_t> boxes(const Rect& area);
    /// Returns lines with a segment whose bounding box touches `area`, ascending. Valid until the
    /// next call.
    std::span<const std::uint32_t> lines(const Rect& area);

private:
    const Scene& m_scene;
    GridQuery m_boxes;
    GridQuery m_lines;
};

enum class HitKind : std::uint8_t { Nothing, Box, Chip, Line, FrameTitle };

struct Hit {
    HitKind kind = HitKind::Nothing;
    std::uint32_t index = noIndex; ///< into boxes, chips, lines or frames
    bool operator==(const Hit&) const = default;
};

/// Returns what is at `point`, in this order of priority: chip, box, frame title, line. A line is
/// hit within `tolerance` units.
Hit hitTest(const Scene& scene, Point point, float tolerance);

/// Fills indices, offsets of the adjacency, and bounds. The last step of every layout engine. After
/// a stop request the scene must be discarded.
void finishScene(Scene& scene, float margin, const std::stop_token& stop = {});

} // namespace layout
