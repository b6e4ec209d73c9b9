#pragma once

#include "layout/drawing.h"
#include "layout/layered/ranks.h"

#include <cstdint>
#include <vector>

namespace layout {

struct Cuts {
    std::vector<std::uint8_t> isCut; ///< by edge: no line, a chip at both ends
    std::uint32_t count = 0;
    std::uint64_t span = 0; ///< total span of the edges that keep their line
};

/// Applies Drawing::cut to ranked boxes. Ranks stay as they are, so that "later in the computation
/// is lower" holds for cut edges too. One producer with hundreds of readers costs a line through
/// every rank for each of them; as chips it costs nothing.
Cuts cutFarEdges(const Drawing& drawing, const Ranking& ranking);

}
