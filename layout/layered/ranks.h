#pragma once

#include "layout/drawing.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace layout {

/// Ranks of all boxes. Every edge leads from a lower to a higher rank, except reversed edges.
struct Ranking {
    std::vector<std::uint32_t> rank; ///< by box; every number below rankCount is used
    std::uint32_t rankCount = 0;
    std::vector<std::uint8_t> isReversed; ///< by edge: closes a cycle, so it is drawn upwards
    std::uint32_t reversedCount = 0;
};

/// Ranks boxes by longest paths in the order of Kahn's algorithm, then moves boxes in up to four
/// rounds towards the side with more of their edges. If only cycles are left, the remaining box
/// with the lowest index is taken and its open incoming edges become reversed. An edge from a box
/// to itself is ignored. Not recursive; O(boxes + edges). After a stop request the result must be
/// discarded.
Ranking rankBoxes(
    std::size_t boxCount, std::span<const Edge> edges, const std::stop_token& stop = {});

}
