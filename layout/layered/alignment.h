#pragma once

#include "layout/layered/layer_graph.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace layout {

enum class Follow {
    All, ///< every vertex is aligned with the median of its neighbours
    Boxes, ///< a box with several neighbours is aligned only with boxes
};

/// One of the four alignments: towards lower or higher ranks, and starting at the first or the last
/// vertices.
struct AlignmentKind {
    bool followsUpper = true;
    bool fromStart = true;
};

/// Input of an alignment: neighbours sorted by position, and the segments that must not be used
/// because they cross the inner segment of a line.
struct AlignmentInput {
    const LayerGraph& graph;
    const Order& order;
    Adjacency up;
    Adjacency down;
    std::vector<std::uint8_t> isConflict; ///< by segment
};
/// Prepares the input. After a stop request this and the next function return early; the result
/// must then be discarded.
AlignmentInput prepareAlignment(
    const LayerGraph& graph, const Order& order, const std::stop_token& stop);

/// Returns by vertex the first vertex of its block; a vertex alone is its own block. All vertices
/// of a block get one coordinate, and blocks never cross.
std::vector<std::uint32_t> alignVertices(
    const AlignmentInput& input, AlignmentKind kind, Follow follow, const std::stop_token& stop);

}
