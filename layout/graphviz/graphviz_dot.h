#pragma once

#include "layout/drawing.h"
#include "model/support/result.h"

#include <cstdint>
#include <span>
#include <vector>

/// Interface to Graphviz: sizes and edges in, positions out. These types are also sent to and from
/// a child process.
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
    std::vector<std::uint32_t> routeStart; ///< by edge, one entry more at the end
    std::vector<Point> points; ///< of the routes, as short straight segments

    std::span<const Point> route(std::size_t edge) const
    {
        return std::span(points).subspan(routeStart[edge], routeStart[edge + 1] - routeStart[edge]);
    }
};

/// Runs dot in this process, with a lock, because cgraph and gvc keep static state. It cannot be
/// cancelled, takes minutes for large requests and may end the process. Use `placeInChild` for
/// large requests.
support::Result<DotPlacement> placeWithDot(const DotRequest& request);

} // namespace layout
