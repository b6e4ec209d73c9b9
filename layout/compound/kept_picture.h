#pragma once

#include "layout/compound/keep_places.h"
#include "layout/scene/scene_parts.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace layout {

constexpr Rect turned(const Rect& rect, Direction direction)
{
    return direction == Direction::Down ? rect : Rect { rect.y, rect.x, rect.height, rect.width };
}

/// Smallest distance of a card that is larger than before from others.
constexpr float leastGap = 4;

/// A picture that takes the places of an earlier one, while it is being filled. Rectangles and
/// points are those of a drawing that goes down.
struct KeptPicture {
    const ShownLevels& levels;
    const Pieces& pieces;
    const Scene& old;
    Drawing drawing; ///< all boxes and edges, for chips and links
    ChipPlan chips;
    std::vector<std::uint8_t> isCut; ///< by edge: drawn as chips, not as a line
    std::vector<std::uint32_t> boxNow; ///< by box of `old`; noIndex: not drawn any more
    std::vector<std::uint32_t> boxBefore; ///< by box; noIndex: new
    std::vector<std::uint32_t> lineBefore; ///< by piece: its line in `old`, or noIndex
    std::vector<std::uint32_t>
        pieceOfOld; ///< by line of `old`: the piece that it draws, or noPiece
    std::vector<Rect> boxes; ///< by box; meaningful if placed
    std::vector<Rect> frames; ///< by group; meaningful if open
    std::vector<std::uint8_t> isPlaced; ///< by box
    std::vector<std::uint8_t> isChanged; ///< by box: new, resized or moved
    std::vector<std::uint32_t> changed; ///< the placed ones of these
    std::vector<std::uint32_t> grown; ///< groups whose frame is larger than before

    const GroupTree& tree() const { return *levels.picture.tree; }
    const ShownGraph& shown() const { return levels.shown; }
    Direction direction() const { return drawing.direction; }
    bool isRoot(std::uint32_t level) const { return level == levels.picture.root; }
    /// True if `level` is `outer` or lies inside it.
    bool isWithin(std::uint32_t level, std::uint32_t outer) const;

    /// Returns the box with its chips, if its centre were here.
    Rect roomAt(std::uint32_t box, Point centre) const;
    Rect roomOf(std::uint32_t box) const { return roomAt(box, boxes[box].centre()); }
    /// Returns the place for boxes in the frame of a level; for the root, what lies right of and
    /// below the picture's margin.
    Rect spaceIn(std::uint32_t level) const;
    /// Puts a box that is new, resized or moved to its place.
    void put(std::uint32_t box, Point centre);
    Rect rectOf(const LevelItem& item) const
    {
        return item.isFrame ? frames[item.index] : boxes[item.index];
    }
    bool isPut(const LevelItem& item) const { return item.isFrame || isPlaced[item.index] != 0; }

    /// Calls `visit` with the placed boxes, and their room, that touch an area.
    template <typename Visit>
    void visitBoxes(const Rect& area, Visit&& visit) const
    {
        const auto offer = [&](std::uint32_t box) {
            if (const Rect room = roomOf(box); room.touches(area))
                visit(box, room);
        };
        old.boxIndex.visit(turned(area, direction()), [&](std::uint32_t before) {
            const auto box = boxNow[before];
            if (box != noIndex && isChanged[box] == 0)
                offer(box);
        });
        for (const auto box : changed)
            offer(box);
    }
    /// Calls `visit` with what is in the way within a level: its boxes with their chips, and the
    /// frames in it.
    template <typename Visit>
    void visitObstacles(std::uint32_t level, const Rect& area, Visit&& visit) const
    {
        visitBoxes(area, [&](std::uint32_t box, const Rect& room) {
            if (shown().boxGroup[box] == level)
                visit(room);
        });
        for (const auto frame : framesIn(shown(), tree(), level)) {
            if (frames[frame].touches(area))
                visit(frames[frame]);
        }
    }
};

/// Finds what the earlier picture has of this one. Fills all but the places of boxes that are new,
/// or resized; returns nothing if the pictures are too different.
std::optional<KeptPicture> matchEarlier(
    const ShownLevels& levels, Pieces& pieces, const std::stop_token& stop);

struct Interval {
    float begin = 0;
    float end = 0;
};
/// Returns the position nearest to `wanted` that is within none of the intervals. Sorts them.
float nearestFree(std::vector<Interval>& taken, float wanted);

/// True if a line of a scene, with its curves, leads through an area.
bool curveTouches(const Scene& scene, std::uint32_t line, const Rect& area);

/// Grows the frames around a place along the rank so that it lies inside them. False, without a
/// change, if something is in the way or the frames are not deep enough.
bool growFrames(KeptPicture& kept, std::uint32_t level, Rect place);

/// Puts a box to the free place nearest to `ideal`, within the frame of its level, which grows to
/// the sides if needed. False if there is none.
bool findRoom(KeptPicture& kept, std::uint32_t box, Point ideal);

/// Points by piece.
using Routes = std::unordered_map<std::uint32_t, std::vector<Point>>;
/// Draws the pieces that have no line from before, and those whose line does not fit any more: it
/// ends at a changed box, or leads through one. Forgets the latter's lines from before.
Routes drawNewRoutes(KeptPicture& kept);

}
