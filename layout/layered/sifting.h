#pragma once

#include "layout/layered/layer_graph.h"

#include <cstdint>
#include <stop_token>

namespace layout {

/// Moves every vertex to the place in its rank where its lines cross fewest others, rank by rank,
/// until nothing is gained (Matuszewski, Schönfeld and Molitor, "Using sifting for k-layer
/// straightline crossing minimization", 1999). Finds what switching of neighbours misses: a vertex
/// that has to pass several others at once. Quadratic in the width of a rank: for small graphs.
/// Returns the crossings saved.
std::uint64_t siftRanks(const LayerGraph& graph, Order& order, const std::stop_token& stop);

/// What one round of sifting costs, in comparisons of lines.
std::uint64_t siftingWork(const LayerGraph& graph, const Order& order);

}
