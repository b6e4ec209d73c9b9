#pragma once

#include "layout/compound/pieces.h"
#include "layout/scene/scene_parts.h"
#include "model/support/progress.h"
#include "model/support/result.h"

#include <memory>
#include <vector>

namespace layout {

/// Where a value crosses a frame, measured from the left corner (top corner with Direction::Right).
struct PortPlace {
    std::uint32_t value = 0; ///< index into ShownGraph::values
    float along = 0;
};

/// One placed level, in its own coordinates.
struct PlacedLevel {
    std::shared_ptr<const Scene> scene; ///< input ports, boxes, frames, output ports; shared by
                                        ///< equal levels
    Rect frame;
    std::uint32_t firstBox = 0; ///< index in `scene`; boxes come first, then frames
    std::vector<std::uint32_t> pieces; ///< by line of `scene`
    std::vector<std::uint32_t> values; ///< by value of `scene`
    std::vector<PortPlace> in; ///< by value, ascending
    std::vector<PortPlace> out;
};

/// Returns the chips of all boxes. They refer to ShownGraph::values.
ChipPlan chipsOf(const ShownGraph& shown, const LevelRanks& ranks);

/// Results of the previous steps.
struct LevelRequest {
    const GroupPicture& picture;
    const ShownGraph& shown;
    const Rows& boxesOfLevel; ///< by group
    const Pieces& pieces;
    const LevelRanks& ranks;
    const ChipPlan& chips;
};

/// Places all levels. The result is by group; entries of groups that are not open are empty.
support::Result<std::vector<PlacedLevel>> placeLevels(
    const LevelRequest& request, const std::stop_token& stop, const support::Progress& progress);

}
