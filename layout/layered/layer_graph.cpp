#include "layout/layered/layer_graph.h"

#include "layout/layered/rows.h"
#include "model/support/stopping.h"

namespace layout {
namespace {

struct Segments {
    std::vector<std::uint32_t> upper;
    std::vector<std::uint32_t> lower;
};

Adjacency adjacency(
    std::size_t vertexCount, std::span<const std::uint32_t> from, std::span<const std::uint32_t> to)
{
    Rows segments = groupByKey(from, vertexCount);
    Adjacency result { std::move(segments.start), {}, std::move(segments.items) };
    result.vertex.reserve(to.size());
    for (const auto segment : result.segment)
        result.vertex.push_back(to[segment]);
    return result;
}

void addLine(LayerGraph& graph, Segments& segments, std::size_t edge, std::uint32_t upper,
    std::uint32_t lower)
{
    graph.firstDummy[edge] = graph.vertexCount();
    graph.dummyCount[edge] = graph.rank[lower] - graph.rank[upper] - 1;
    std::uint32_t last = upper;
    for (std::uint32_t i = 0; i < graph.dummyCount[edge]; ++i) {
        const std::uint32_t dummy = graph.vertexCount();
        graph.rank.push_back(graph.rank[upper] + 1 + i);
        segments.upper.push_back(last);
        segments.lower.push_back(dummy);
        last = dummy;
    }
    segments.upper.push_back(last);
    segments.lower.push_back(lower);
}

}

LayerGraph makeLayerGraph(
    const Drawing& drawing, const Ranking& ranking, const Cuts& cuts, const std::stop_token& stop)
{
    LayerGraph graph;
    graph.boxCount = static_cast<std::uint32_t>(drawing.boxes.size());
    graph.rankCount = ranking.rankCount;
    graph.firstDummy.assign(drawing.edges.size(), 0);
    graph.dummyCount.assign(drawing.edges.size(), 0);
    graph.rank.reserve(drawing.boxes.size() + cuts.span);
    graph.rank = ranking.rank;

    Segments segments;
    segments.upper.reserve(cuts.span);
    segments.lower.reserve(cuts.span);
    for (std::size_t e = 0; e < drawing.edges.size(); ++e) {
        if (support::isStopped(stop, e))
            return graph;
        const Edge& edge = drawing.edges[e];
        if (!cuts.hasLine(drawing, e))
            continue;
        if (ranking.isReversed[e])
            addLine(graph, segments, e, edge.head, edge.tail);
        else
            addLine(graph, segments, e, edge.tail, edge.head);
    }
    graph.segmentCount = static_cast<std::uint32_t>(segments.upper.size());
    graph.down = adjacency(graph.vertexCount(), segments.upper, segments.lower);
    if (stop.stop_requested())
        return graph;
    graph.up = adjacency(graph.vertexCount(), segments.lower, segments.upper);
    return graph;
}

}
