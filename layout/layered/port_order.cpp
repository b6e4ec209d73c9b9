#include "layout/layered/port_order.h"

#include "layout/layered/crossings.h"
#include "model/support/stopping.h"

#include <algorithm>

namespace layout {
namespace {

constexpr int maxPasses = 8;

/// The fixed ports of all line segments, at the box above and at the box below.
struct FixedPorts {
    std::vector<float> above; ///< by segment; freePort: the port is not fixed
    std::vector<float> below;
    bool isAny = false;
};

FixedPorts fixedPorts(
    const Drawing& drawing, const Ranking& ranking, const Cuts& cuts, const LayerGraph& graph)
{
    FixedPorts ports;
    const auto isFixed
        = [](const Edge& edge) { return edge.tailAt != freePort || edge.headAt != freePort; };
    ports.isAny = std::any_of(drawing.edges.begin(), drawing.edges.end(), isFixed);
    if (!ports.isAny)
        return ports;
    ports.above.assign(graph.segmentCount, freePort);
    ports.below.assign(graph.segmentCount, freePort);
    std::uint32_t next = 0; // the segments of an edge are consecutive
    for (std::size_t e = 0; e < drawing.edges.size(); ++e) {
        const Edge& edge = drawing.edges[e];
        if (!cuts.hasLine(drawing, e))
            continue;
        const bool isReversed = ranking.isReversed[e] != 0;
        ports.above[next] = isReversed ? edge.headAt : edge.tailAt;
        next += graph.dummyCount[e] + 1;
        ports.below[next - 1] = isReversed ? edge.tailAt : edge.headAt;
    }
    return ports;
}

/// Returns how many crossings at the border of a common neighbour are saved if the two are swapped.
std::int64_t portGain(const Adjacency& towards, const std::vector<float>& ports, std::uint32_t left,
    std::uint32_t right)
{
    std::int64_t gain = 0;
    for (auto a = towards.start[left]; a < towards.start[left + 1]; ++a) {
        const float at = ports[towards.segment[a]];
        if (at == freePort)
            continue;
        for (auto b = towards.start[right]; b < towards.start[right + 1]; ++b) {
            const float other = ports[towards.segment[b]];
            if (towards.vertex[a] == towards.vertex[b] && other != freePort)
                gain += (at > other) - (at < other);
        }
    }
    return gain;
}

}

std::int64_t untangleFixedPorts(const Drawing& drawing, const Ranking& ranking, const Cuts& cuts,
    const LayerGraph& graph, Order& order, const std::stop_token& stop)
{
    const FixedPorts ports = fixedPorts(drawing, ranking, cuts, graph);
    if (!ports.isAny)
        return 0;
    std::int64_t saved = 0;
    const auto switchPair = [&](std::span<std::uint32_t> vertices, std::size_t i) {
        const auto left = vertices[i];
        const auto right = vertices[i + 1];
        if (!isComparable(graph, left, right))
            return false;
        const std::int64_t atPorts = portGain(graph.up, ports.above, left, right)
            + portGain(graph.down, ports.below, left, right);
        if (atPorts <= 0)
            return false;
        const std::int64_t between = crossingGain(graph, order, left, right);
        if (atPorts + between <= 0)
            return false;
        saved += between;
        order.swapNeighbours(vertices, i);
        return true;
    };
    for (std::uint32_t rank = 0; rank < graph.rankCount && !support::isStopped(stop, rank);
         ++rank) {
        auto vertices = order.rank(rank);
        for (int pass = 0; pass < maxPasses; ++pass) {
            bool isChanged = false;
            for (std::size_t i = 0; i + 1 < vertices.size(); ++i)
                isChanged |= switchPair(vertices, i);
            if (!isChanged)
                break;
        }
    }
    return saved;
}

}
