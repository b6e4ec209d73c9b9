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

/// The result of a layout: immutable, shared as `shared_ptr<const Scene>`. Structure of arrays,
/// because painting 50,000 boxes means reading one field of each. Texts and colours are not here:
/// painters ask model and palette by id for what is visible.
namespace layout {

struct GroupTree;

constexpr std::uint32_t noIndex = 0xFFFFFFFFu;

/// How lines run between their points (layout/scene/curve.h draws both).
enum class LineForm : std::uint8_t {
    Curved, ///< along the flow at the points, bending in between
    Straight,
};

/// One end of a value whose lines were cut (see CutRule).
struct Chip {
    Rect rect;
    std::uint32_t box = 0; ///< the box it is fixed to
    std::uint32_t value = 0; ///< index into Scene::values
    std::uint32_t readers = 0; ///< at the producer: number of cut readings; at a reader: 0
    /// How many values it stands for: a box has few chips of its own at each side, the last one is
    /// for all others. `value` is the first of them.
    std::uint32_t count = 1;
    bool isProducer() const { return readers > 0; }
};

/// Where the name or shape of a value is written: once per value, on its first line.
struct Label {
    Point centre;
    std::uint32_t value = 0; ///< index into Scene::values
    std::uint32_t line = 0;
};

/// The frame of an open group. Its title stands in a band at the top.
struct Frame {
    Rect rect;
    std::uint32_t group = 0; ///< index in Scene::groups
    std::uint32_t depth = 0; ///< 1 = not inside another frame

    static constexpr float titleHeight = 26;
    Rect title() const { return { rect.x, rect.y, rect.width, titleHeight }; }
};

/// What the card of folded groups stands for.
struct GroupCard {
    std::uint32_t box = 0;
    std::uint64_t nodes = 0;
    std::array<std::uint32_t, model::categoryCount> mix {}; ///< nodes by category
};

/// How the layout went, for `draw --stats` and the status line.
struct LayoutFacts {
    std::uint32_t ranks = 0;
    std::uint64_t span = 0; ///< total of rank differences over all drawn edges, after cutting
    std::uint32_t cutEdges = 0;
    std::uint32_t reversedEdges = 0; ///< edges of cycles, drawn upwards
    std::uint64_t crossings = 0;
};

struct Scene {
    // Boxes, in the order of Drawing::boxes.
    std::vector<Item> items;
    std::vector<Rect> boxes;
    /// Inputs and outputs that have no box of their own, because one stands for several.
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
    /// Lines across the frames of open groups consist of pieces: the piece that this one goes on
    /// from, noIndex at the producer. Empty if all lines are whole.
    std::vector<std::uint32_t> linePrevious;
    std::vector<std::uint8_t> lineContinues; ///< another piece goes on from its end; may be empty

    std::vector<model::ValueId> values; ///< in the order of Drawing::values
    std::vector<Chip> chips;
    std::vector<Label> labels;

    std::shared_ptr<const GroupTree> groups; ///< null if drawn without groups
    std::vector<Frame> frames; ///< outer before inner
    std::vector<std::uint32_t> boxGroup; ///< by box: the group it stands in; empty: all in the root
    std::vector<GroupCard> groupCards; ///< one per box of kind Group, ascending

    Direction direction = Direction::Down;
    LineForm lineForm = LineForm::Curved;
    Rect bounds;
    LayoutFacts facts;

    // The spatial index. Boxes are entered with their chips.
    GridIndex boxIndex;
    GridIndex lineIndex;

    // Adjacency: edges with and without lines, per box, in the order of Drawing::edges.
    struct Link {
        std::uint32_t box = 0; ///< the other end
        std::uint32_t value = 0; ///< index into values
        std::uint32_t line = noIndex; ///< its last piece; noIndex if it was cut
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
    /// Null unless the box is a folded group.
    const GroupCard* groupCard(std::size_t box) const;
    /// Index into frames; noIndex if the group is not open in this picture.
    std::uint32_t findFrame(std::uint32_t group) const;
    /// The box of the card that stands for the folded group; noIndex if there is none.
    std::uint32_t findGroup(std::uint32_t group) const;
    /// The innermost frame at a point; noIndex outside of all.
    std::uint32_t frameAt(Point point) const;
    /// The box of an item, or the one that stands for it and others; noIndex if it is not drawn.
    /// Linear.
    std::uint32_t find(Item item) const;
    std::uint32_t find(model::NodeId node) const
    {
        return find(Item { ItemKind::Node, node.value() });
    }
};

/// Visible parts of a scene. Keeps scratch memory, so each thread has its own; the scene must
/// outlive it.
class SceneQuery {
public:
    explicit SceneQuery(const Scene& scene);
    /// Boxes whose rectangle (with chips) touches `area`, ascending. Valid until the next call.
    std::span<const std::uint32_t> boxes(const Rect& area);
    /// Lines with a segment whose bounding box touches `area`, ascending. Valid until the next
    /// call.
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

/// What lies at `point`: chips before boxes before titles of frames before lines. Lines count
/// within `tolerance` units.
Hit hitTest(const Scene& scene, Point point, float tolerance);

/// Fills indices, adjacency's offsets and bounds; the last step of every layout engine.
/// When stopped it returns early with something that nobody may use.
void finishScene(Scene& scene, float margin, const std::stop_token& stop = {});

} // namespace layout
