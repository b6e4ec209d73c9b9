#pragma once

#include "layout/compound/place_levels.h"

namespace layout {

/// One flat scene from placed levels: boxes and lines where they belong, adjacency end to end.
/// Stopped, it returns early with something that nobody may use.
Scene assemble(const LevelRequest& request, const std::vector<PlacedLevel>& placed,
    const std::stop_token& stop);

}
