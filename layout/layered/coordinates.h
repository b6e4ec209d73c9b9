#pragma once

#include "layout/layered/layer_graph.h"
#include "model/support/result.h"

#include <stop_token>
#include <vector>

namespace layout {

/// How far a vertex reaches to both sides of its centre along the rank, chips included.
struct Extent {
    float before = 0;
    float after = 0;
};

struct CoordinateRequest {
    const LayerGraph& graph;
    const Order& order;
    std::vector<Extent> extents; ///< by vertex
    float boxGap = 0;
    float lineGap = 0; ///< between neighbours of which one is a line
};

/// Centres of all vertices along the rank. Brandes and Köpf, "Fast and simple horizontal coordinate
/// assignment" (2001): four alignments of vertices with the median of their neighbours, each
/// compacted, then the mean of the two middle positions. Compaction is a longest path over the
/// blocks in topological order and one pass back, which is linear and needs no recursion.
///
/// A line past a wide block pulls the median half a block aside, once per layer of a network, and
/// the drawing becomes a staircase. So it is done twice: plain, and with boxes that follow only the
/// boxes among their neighbours ("spine"); the narrower is taken. Fails only when cancelled.
support::Result<std::vector<float>> assignCoordinates(
    const CoordinateRequest& request, const std::stop_token& stop);

}
