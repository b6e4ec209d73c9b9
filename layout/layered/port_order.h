#pragma once

#include "layout/layered/layer_graph.h"

#include <cstdint>
#include <stop_token>

namespace layout {

/// Reduces crossings at boxes with fixed ports, such as the frame of an open group. If the other
/// ends of its lines have another order than the ports, the lines cross before its border. The
/// ordering of ranks does not see these crossings, because the box is one vertex. Neighbours in a
/// rank are swapped where this saves more crossings than it adds. Returns the number of crossings
/// between vertices that were saved; negative if some were added to save more at a frame. Does
/// nothing if there are no fixed ports.
///
///     a   b                 b   a
///      \ /                  |   |
///       X       becomes     |   |
///      / \                  |   |
///     [b a ]               [b   a]
std::int64_t untangleFixedPorts(const Drawing& drawing, const Ranking& ranking, const Cuts& cuts,
    const LayerGraph& graph, Order& order, const std::stop_token& stop = {});

}
