#pragma once

#include "layout/drawing.h"
#include "layout/layered/rows.h"
#include "layout/scene/scene.h"

#include <cstdint>
#include <span>
#include <vector>

/// Steps that all layout engines share.
namespace layout {

/// The chips of the cut edges, per box, without positions.
struct ChipPlan {
    struct Entry {
        std::uint32_t value = 0; ///< index into Drawing::values
        std::uint32_t readers = 0; ///< at a reader: 0
        std::uint32_t count = 1; ///< number of values that it represents
    };
    std::vector<std::uint32_t> start; ///< by box
    std::vector<Entry> entries;

    std::span<const Entry> of(std::size_t box) const
    {
        return std::span(entries).subspan(start[box], start[box + 1] - start[box]);
    }
};
ChipPlan planChips(const Drawing& drawing, std::span<const std::uint8_t> isCut);

Size chipSize(const Drawing& drawing, const ChipPlan::Entry& chip);

/// The space that a box and its chips need around the box's centre. Chips of read values are before
/// the box (left; above with Direction::Right), chips of produced values after it.
struct BoxRoom {
    float left = 0;
    float right = 0;
    float top = 0;
    float bottom = 0;
};
BoxRoom roomOf(const Drawing& drawing, const ChipPlan& plan, std::size_t box);

/// Returns a scene with items and values, without positions.
Scene startScene(const Drawing& drawing);
/// Adds the chips of all placed boxes.
void placeChips(Scene& scene, const Drawing& drawing, const ChipPlan& plan);
/// Fills the adjacency. `lineOf` has the line of each edge, or noIndex.
void linkBoxes(Scene& scene, const Drawing& drawing, std::span<const std::uint32_t> lineOf);
/// Ends a line at the last point of the scene.
void finishLine(Scene& scene, std::uint32_t value, std::uint32_t tail, std::uint32_t head);
/// Returns the smallest rectangle around all boxes, chips, frames and lines.
Rect contentBounds(const Scene& scene);
/// Adds a label for each value that has none, on the first of its lines.
void placeLabels(Scene& scene);

}
