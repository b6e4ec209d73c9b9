#include "layout/layered/coordinates.h"
#include "layout/layered/loose_boxes.h"
#include "layout/layered/ordering.h"
#include "layout/layered/place_ranked.h"
#include "layout/layered/port_order.h"
#include "layout/layered/routes.h"
#include "layout/layout_engine.h"

#include <algorithm>
#include <cmath>

namespace layout {
namespace {

/// Largest number of line segments after cutting; more would need gigabytes.
constexpr std::uint64_t largestSpan = 16'000'000;
/// Extra space between two ranks, as a share of the longest sideways run of a line there.
constexpr float slopeRoom = 0.08F;
constexpr float largestSlopeRoom = 96;

/// Progress at the start of each stage, in percent.
enum class Stage : std::uint64_t {
    Ranks = 0,
    Dummies = 5,
    Order = 10,
    Coordinates = 70,
    Routes = 95,
    Done = 100
};

void report(const support::Progress& progress, Stage stage)
{
    if (progress)
        progress(
            "placing", static_cast<std::uint64_t>(stage), static_cast<std::uint64_t>(Stage::Done));
}

support::Progress orderingShare(const support::Progress& progress)
{
    if (!progress)
        return {};
    return [&progress](std::string_view, std::uint64_t done, std::uint64_t total) {
        const auto begin = static_cast<std::uint64_t>(Stage::Order);
        const auto share = static_cast<std::uint64_t>(Stage::Coordinates) - begin;
        progress("placing", begin + share * done / std::max<std::uint64_t>(total, 1),
            static_cast<std::uint64_t>(Stage::Done));
    };
}

std::vector<Extent> extentsAlong(
    const Drawing& drawing, const ChipPlan& chips, const LayerGraph& graph)
{
    std::vector<Extent> extents(graph.vertexCount());
    for (std::size_t box = 0; box < drawing.boxes.size(); ++box) {
        const BoxRoom room = roomOf(drawing, chips, box);
        extents[box] = drawing.direction == Direction::Down ? Extent { room.left, room.right }
                                                            : Extent { room.top, room.bottom };
    }
    return extents;
}

/// Returns for each rank the largest sideways run of a segment below it.
std::vector<float> sidewaysRuns(const LayerGraph& graph, const std::vector<float>& along)
{
    std::vector<float> runs(graph.rankCount, 0);
    for (std::uint32_t vertex = 0; vertex < graph.vertexCount(); ++vertex) {
        float& run = runs[graph.rank[vertex]];
        for (const auto reader : graph.down.of(vertex))
            run = std::max(run, std::abs(along[vertex] - along[reader]));
    }
    return runs;
}

/// Returns the label space below each rank: the label's height, or its width if labels lie along
/// the flow.
std::vector<float> labelRoom(const Placement& placement)
{
    const Drawing& drawing = placement.drawing;
    std::vector<float> room(placement.graph.rankCount, drawing.spacing.labelGap);
    if (drawing.direction == Direction::Down)
        return room;
    for (std::size_t e = 0; e < drawing.edges.size(); ++e) {
        const Edge& edge = drawing.edges[e];
        if (!placement.cuts.hasLine(drawing, e))
            continue;
        const auto below
            = placement.graph.rank[edge.tail] - (placement.ranking.isReversed[e] ? 1 : 0);
        // The gap between ranks provides part of the space.
        const float needed = drawing.values[edge.value].labelWidth - drawing.spacing.rankGap / 2;
        room[below] = std::max(room[below], needed);
    }
    return room;
}

/// Returns the space of a box along the flow. It is symmetric to its centre.
float depthOf(const Drawing& drawing, const ChipPlan& chips, std::uint32_t box)
{
    const BoxRoom room = roomOf(drawing, chips, box);
    return drawing.direction == Direction::Down ? room.top + room.bottom : room.left + room.right;
}

/// Places boxes in the middle of their rank. Beside something much deeper, such as a group's frame,
/// a box that only ends lines is placed at the start of the rank, and one that only begins lines at
/// its end.
void placeAlongFlow(Placement& placement, const ChipPlan& chips)
{
    constexpr float muchTaller = 3; // times as deep
    const LayerGraph& graph = placement.graph;
    placement.deep.resize(graph.boxCount);
    for (std::uint32_t box = 0; box < graph.boxCount; ++box) {
        const float begin = placement.rankBegin[graph.rank[box]];
        const float end = placement.rankEnd[graph.rank[box]];
        const float depth = depthOf(placement.drawing, chips, box);
        const bool hasBefore = graph.up.degree(box) > 0;
        const bool hasAfter = graph.down.degree(box) > 0;
        if (hasBefore == hasAfter || end - begin < muchTaller * depth)
            placement.deep[box] = (begin + end) / 2;
        else
            placement.deep[box] = hasBefore ? begin + depth / 2 : end - depth / 2;
    }
}

void placeRanks(Placement& placement, const ChipPlan& chips)
{
    const Drawing& drawing = placement.drawing;
    const LayerGraph& graph = placement.graph;
    std::vector<float> depth(graph.rankCount, 0);
    for (std::uint32_t box = 0; box < graph.boxCount; ++box)
        depth[graph.rank[box]] = std::max(depth[graph.rank[box]], depthOf(drawing, chips, box));
    const auto runs = sidewaysRuns(graph, placement.along);
    const auto labels = labelRoom(placement);
    placement.rankBegin.resize(graph.rankCount);
    placement.rankEnd.resize(graph.rankCount);
    double next = 0; // double, because it is a sum over up to a million ranks
    for (std::uint32_t rank = 0; rank < graph.rankCount; ++rank) {
        placement.rankBegin[rank] = static_cast<float>(next);
        next += double(depth[rank]);
        placement.rankEnd[rank] = static_cast<float>(next);
        next += double(drawing.spacing.rankGap + labels[rank]
            + std::min(runs[rank] * slopeRoom, largestSlopeRoom));
    }
    placeAlongFlow(placement, chips);
}

void listRanks(Scene& scene, const LayerGraph& graph, const Order& order)
{
    scene.boxRank.assign(graph.rank.begin(), graph.rank.begin() + graph.boxCount);
    scene.rankStart.push_back(0);
    for (std::uint32_t rank = 0; rank < graph.rankCount; ++rank) {
        for (const auto vertex : order.rank(rank)) {
            if (!graph.isDummy(vertex))
                scene.rankBoxes.push_back(vertex);
        }
        scene.rankStart.push_back(static_cast<std::uint32_t>(scene.rankBoxes.size()));
    }
}

}

support::Result<Scene> layered(
    const Drawing& drawing, std::stop_token stop, const support::Progress& progress)
{
    report(progress, Stage::Ranks);
    Ranking ranking = rankBoxes(drawing.boxes.size(), drawing.edges, stop);
    if (stop.stop_requested())
        return layoutCancelled();
    Cuts cuts = cutFarEdges(drawing, ranking);
    placeUnconnectedInRows(drawing, ranking, cuts);
    Scene scene = TRY(
        placeRanked({ drawing, ranking, cuts, planChips(drawing, cuts.isCut) }, stop, progress));
    finishScene(scene, drawing.spacing.margin, stop);
    if (stop.stop_requested())
        return layoutCancelled();
    report(progress, Stage::Done);
    return scene;
}

support::Result<Scene> placeRanked(
    const RankedDrawing& ranked, std::stop_token stop, const support::Progress& progress)
{
    const auto& [drawing, ranking, cuts, chips] = ranked;
    if (cuts.span > largestSpan)
        return support::failAs(support::ErrorKind::Resource, "the drawing needs ", cuts.span,
            " pieces of lines, at most ", largestSpan, " are possible");
    if (stop.stop_requested())
        return layoutCancelled();

    report(progress, Stage::Dummies);
    const LayerGraph graph = makeLayerGraph(drawing, ranking, cuts, stop);
    if (stop.stop_requested())
        return layoutCancelled();
    auto ordering = TRY(orderRanks(graph, stop, orderingShare(progress)));
    const auto saved = untangleFixedPorts(drawing, ranking, cuts, graph, ordering.order, stop);
    ordering.crossings
        = static_cast<std::uint64_t>(static_cast<std::int64_t>(ordering.crossings) - saved);

    report(progress, Stage::Coordinates);
    const CoordinateRequest request { graph, ordering.order, extentsAlong(drawing, chips, graph),
        drawing.spacing.boxGap, drawing.spacing.lineGap };
    auto coordinates = TRY(assignCoordinates(request, stop));
    Placement placement { drawing, ranking, cuts, graph, ordering.order, std::move(coordinates), {},
        {}, {} };
    placeRanks(placement, chips);
    if (stop.stop_requested())
        return layoutCancelled();

    report(progress, Stage::Routes);
    Scene scene = startScene(drawing);
    const auto lineOf = drawRoutes(scene, placement, placePorts(placement, stop), stop);
    if (stop.stop_requested())
        return layoutCancelled();
    listRanks(scene, graph, ordering.order);
    placeChips(scene, drawing, chips);
    linkBoxes(scene, drawing, lineOf);
    scene.facts
        = { graph.rankCount, cuts.span, cuts.count, ranking.reversedCount, ordering.crossings };
    return scene;
}

}
