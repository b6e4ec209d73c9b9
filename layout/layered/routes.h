#pragma once

#include "layout/layered/cut.h"
#include "layout/layered/layer_graph.h"
#include "layout/layered/ranks.h"
#include "layout/scene/scene_parts.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace layout {

/// All positions that are known before lines are drawn. "Along" is the direction of a rank (x with
/// Direction::Down), "deep" is the direction of the flow.
struct Placement {
    const Drawing& drawing;
    const Ranking& ranking;
    const Cuts& cuts;
    const LayerGraph& graph;
    const Order& order;
    std::vector<float> along; ///< centre of each vertex, along
    std::vector<float> rankBegin; ///< by rank: where its boxes begin, deep
    std::vector<float> rankEnd;
    std::vector<float> deep; ///< centre of each box, deep
};

/// Where lines meet their boxes, by edge: offset from the box's centre, along.
struct Ports {
    std::vector<float> tail;
    std::vector<float> head;
};

/// Places the ports. Lines that arrive at a box are distributed over its width in their order; a
/// line from within the width stays straight. Lines that leave a box share one port per value.
/// After a stop request this and the next function return early; the result must then be discarded.
Ports placePorts(const Placement& placement, const std::stop_token& stop = {});

/// Places the boxes, adds one line for each edge that is not cut, and labels every value once.
/// Returns the line of each edge, or noIndex.
std::vector<std::uint32_t> drawRoutes(
    Scene& scene, const Placement& placement, const Ports& ports, const std::stop_token& stop = {});

}
