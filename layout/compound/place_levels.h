#pragma once

#include "layout/compound/pieces.h"
#include "layout/scene/scene_parts.h"
#include "model/support/progress.h"
#include "model/support/result.h"

#include <memory>
#include <vector>

namespace layout {

/// Where a value crosses a frame: from its left (Direction::Right: top) corner.
struct PortPlace {
    std::uint32_t value = 0; ///< index into ShownGraph::values
    float along = 0;
};

/// One level, placed in coordinates of its own.
struct PlacedLevel {
    std::shared_ptr<const Scene> scene; ///< in-ports, boxes, frames, out-ports; shared by equals
    Rect frame;
    std::uint32_t firstBox = 0; ///< in `scene`, then its boxes and its frames side by side
    std::vector<std::uint32_t> pieces; ///< by line of `scene`
    std::vector<std::uint32_t> values; ///< by value of `scene`
    std::vector<PortPlace> in; ///< by value, ascending
    std::vector<PortPlace> out;
};

/// The chips of all boxes, by index into ShownGraph::values.
ChipPlan chipsOf(const ShownGraph& shown, const LevelRanks& ranks);

/// What the steps before have found out.
struct LevelRequest {
    const GroupPicture& picture;
    const ShownGraph& shown;
    const Rows& boxesOfLevel; ///< by group
    const Pieces& pieces;
    const LevelRanks& ranks;
    const ChipPlan& chips;
};

/// By group; empty for those that are not open.
support::Result<std::vector<PlacedLevel>> placeLevels(
    const LevelRequest& request, const std::stop_token& stop, const support::Progress& progress);

}
