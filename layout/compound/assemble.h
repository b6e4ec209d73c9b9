#pragma once

#include "layout/compound/place_levels.h"

namespace layout {

/// Combines the placed levels into one flat scene: boxes and lines in common coordinates, adjacency
/// from producer to reader. After a stop request the result must be discarded.
Scene assemble(const LevelRequest& request, const std::vector<PlacedLevel>& placed,
    const std::stop_token& stop);

}
