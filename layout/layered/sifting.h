#pragma once

#include "layout/layered/layer_graph.h"

#include <cstdint>
#include <stop_token>

namespace layout {

/// Moves every vertex to the position in its rank with fewest crossings, rank by rank, until
/// nothing improves. Source: Matuszewski, Schönfeld and Molitor, "Using sifting for k-layer
/// straightline crossing minimization" (1999). Finds improvements that swapping neighbours misses,
/// where a vertex must pass several others at once. Quadratic in the width of a rank, so only for
/// small graphs. Returns the number of crossings saved.
std::uint64_t siftRanks(const LayerGraph& graph, Order& order, const std::stop_token& stop);

/// Returns the cost of one round of sifting, in comparisons of lines.
std::uint64_t siftingWork(const LayerGraph& graph, const Order& order);

}
