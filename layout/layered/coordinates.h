#pragma once

#include "layout/layered/layer_graph.h"
#include "model/support/result.h"

#include <stop_token>
#include <vector>

namespace layout {

/// Space that a vertex needs on both sides of its centre along the rank, including chips.
struct Extent {
    float before = 0;
    float after = 0;
};

struct CoordinateRequest {
    const LayerGraph& graph;
    const Order& order;
    std::vector<Extent> extents; ///< by vertex
    float boxGap = 0;
    float lineGap = 0; ///< between neighbours if one of them is a line
};

/// Returns the centres of all vertices along the rank. Source: Brandes and Köpf, "Fast and simple
/// horizontal coordinate assignment" (2001). Vertices are aligned with the median of their
/// neighbours in four ways, each alignment is compacted, and the mean of the two middle positions
/// is used. Compaction is a longest path over the blocks in topological order and one pass back:
/// linear and not recursive.
///
/// A line past a wide block moves the median by half a block, once per layer of a network, so that
/// the drawing becomes a staircase. So the coordinates are computed twice: plain, and with boxes
/// aligned only with boxes ("spine"). The narrower result is used. Fails only when cancelled.
support::Result<std::vector<float>> assignCoordinates(
    const CoordinateRequest& request, const std::stop_token& stop);

}
