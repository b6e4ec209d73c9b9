#pragma once

#include "layout/compound/place_levels.h"

namespace layout {

/// One flat scene from placed levels: boxes and lines where they belong, adjacency end to end.
Scene assemble(const LevelRequest& request, const std::vector<PlacedLevel>& placed);

}
