#pragma once

#include "layout/layered/layer_graph.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace layout {

enum class Follow {
    All, ///< every vertex follows the median of its neighbours
    Boxes, ///< a box with several neighbours follows only boxes
};

/// Which of the four alignments: towards lower or higher ranks, first or last vertices first.
struct AlignmentKind {
    bool followsUpper = true;
    bool fromStart = true;
};

/// Neighbours sorted by position, and the segments that no alignment may use because they cross a
/// line's inner segment.
struct AlignmentInput {
    const LayerGraph& graph;
    const Order& order;
    Adjacency up;
    Adjacency down;
    std::vector<std::uint8_t> isConflict; ///< by segment
};
/// These return early when stopped, with something that nobody may use.
AlignmentInput prepareAlignment(
    const LayerGraph& graph, const Order& order, const std::stop_token& stop);

/// By vertex: the first vertex of its block (itself, if it is alone). Vertices of a block get one
/// coordinate; blocks never cross.
std::vector<std::uint32_t> alignVertices(
    const AlignmentInput& input, AlignmentKind kind, Follow follow, const std::stop_token& stop);

}
