#pragma once

#include "layout/drawing.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace layout {

/// A rank for every box, such that every edge leads from a lower to a higher rank.
struct Ranking {
    std::vector<std::uint32_t> rank; ///< by box; every number below rankCount occurs
    std::uint32_t rankCount = 0;
    std::vector<std::uint8_t> isReversed; ///< by edge: drawn upwards, because it closes a cycle
    std::uint32_t reversedCount = 0;
};

/// Longest paths in the order of Kahn's algorithm, then up to four rounds of moving boxes towards
/// the side where they have more edges. Where a cycle leaves nothing to take, the lowest-numbered
/// remaining box is taken and its open incoming edges count as reversed. An edge from a box to
/// itself is ignored. Iterative; O(boxes + edges). When stopped it returns early with something
/// that nobody may use.
Ranking rankBoxes(
    std::size_t boxCount, std::span<const Edge> edges, const std::stop_token& stop = {});

}
