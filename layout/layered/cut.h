#pragma once

#include "layout/drawing.h"
#include "layout/layered/ranks.h"

#include <cstdint>
#include <vector>

namespace layout {

struct Cuts {
    std::vector<std::uint8_t> isCut; ///< by edge: drawn as chips at both ends, not as a line
    std::uint32_t count = 0;
    std::uint64_t span = 0; ///< sum of the spans of all edges with a line

    /// False for an edge that is cut, and for one from a box to itself.
    bool hasLine(const Drawing& drawing, std::size_t edge) const
    {
        return !isCut[edge] && drawing.edges[edge].tail != drawing.edges[edge].head;
    }
};

/// Applies Drawing::cut to ranked boxes. Ranks stay unchanged, so a later operation is also lower
/// in the picture for cut edges. A producer with hundreds of readers would need a line through
/// every rank for each of them; chips need no space there.
Cuts cutFarEdges(const Drawing& drawing, const Ranking& ranking);

}
