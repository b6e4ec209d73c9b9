#pragma once

#include "layout/drawing.h"
#include "model/support/result.h"

#include <cstdint>
#include <span>
#include <vector>

/// Graphviz as a function from sizes and edges to places: what crosses to a child process and back.
namespace layout {

struct DotEdge {
    std::uint32_t tail = 0;
    std::uint32_t head = 0;
};

struct DotRequest {
    Direction direction = Direction::Down;
    float rankGap = 0;
    float boxGap = 0;
    std::vector<Size> boxes;
    std::vector<DotEdge> edges;
};

struct DotPlacement {
    std::vector<Point> centres; ///< by box
    std::vector<std::uint32_t> ranks; ///< by box
    std::vector<std::uint32_t> routeStart; ///< by edge, one more at the end
    std::vector<Point> points; ///< of routes: short straight pieces

    std::span<const Point> route(std::size_t edge) const
    {
        return std::span(points).subspan(routeStart[edge], routeStart[edge + 1] - routeStart[edge]);
    }
};

/// Runs dot in this process, under a lock: cgraph and gvc keep static state. Cannot be cancelled,
/// takes minutes for large requests, and Graphviz may end the process: `placeInChild` for those.
support::Result<DotPlacement> placeWithDot(const DotRequest& request);

} // namespace layout
