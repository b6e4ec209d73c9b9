#pragma once

#include "layout/layered/cut.h"
#include "layout/layered/layer_graph.h"
#include "layout/layered/ranks.h"
#include "layout/scene/scene_parts.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace layout {

/// Everything that is known before lines are drawn. "Along" is the direction of a rank (x with
/// Direction::Down), "deep" the direction of the flow.
struct Placement {
    const Drawing& drawing;
    const Ranking& ranking;
    const Cuts& cuts;
    const LayerGraph& graph;
    const Order& order;
    std::vector<float> along; ///< centres, by vertex
    std::vector<float> rankBegin; ///< deep coordinate where the boxes of a rank begin, by rank
    std::vector<float> rankEnd;
    std::vector<float> deep; ///< centres of boxes along the flow, by box
};

/// Where lines meet their boxes: offsets from the box's centre, by edge.
struct Ports {
    std::vector<float> tail;
    std::vector<float> head;
};

/// Lines that arrive at a box are spread over its width in the order in which they come; a line
/// that comes from within the width stays straight. Lines that leave start at one port per value.
/// This and the next return early when stopped, with something that nobody may use.
Ports placePorts(const Placement& placement, const std::stop_token& stop = {});

/// Places the boxes, appends one line per edge that keeps its line, and labels every value once.
/// Returns the line of each edge, or noIndex.
std::vector<std::uint32_t> drawRoutes(
    Scene& scene, const Placement& placement, const Ports& ports, const std::stop_token& stop = {});

}
