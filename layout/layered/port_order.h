#pragma once

#include "layout/layered/layer_graph.h"

#include <cstdint>
#include <stop_token>

namespace layout {

/// Lines that meet one box at fixed places (the frame of an open group) cross before its border
/// where their other ends stand in another order than those places. Orders by position do not see
/// it: the box is one vertex. Neighbours in a rank change places where that saves more crossings
/// than it makes. Returns how many crossings between vertices were saved; negative if some were
/// taken for more at a frame. Does nothing, at no cost, without fixed places.
///
///     a   b                 b   a
///      \ /                  |   |
///       X       becomes     |   |
///      / \                  |   |
///     [b a ]               [b   a]
std::int64_t untangleFixedPorts(const Drawing& drawing, const Ranking& ranking, const Cuts& cuts,
    const LayerGraph& graph, Order& order, const std::stop_token& stop = {});

}
