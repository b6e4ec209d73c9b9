#include "layout/graphviz/graphviz_child.h"
#include "layout/graphviz/graphviz_dot.h"
#include "layout/layered/cut.h"
#include "layout/layered/ranks.h"
#include "layout/layout_engine.h"
#include "layout/scene/curve.h"
#include "layout/scene/scene_parts.h"

#include <algorithm>
#include <cmath>

namespace layout {
namespace {

/// Returns the request for dot. Boxes include the space of their chips, so that lines do not cross
/// chips.
DotRequest requestFor(const Drawing& drawing, const ChipPlan& chips, const Cuts& cuts)
{
    DotRequest request;
    request.direction = drawing.direction;
    request.boxGap = drawing.spacing.boxGap;
    float label = drawing.spacing.labelGap;
    for (std::size_t box = 0; box < drawing.boxes.size(); ++box) {
        const BoxRoom room = roomOf(drawing, chips, box);
        request.boxes.push_back(
            { 2 * std::max(room.left, room.right), 2 * std::max(room.top, room.bottom) });
    }
    for (std::size_t e = 0; e < drawing.edges.size(); ++e) {
        const Edge& edge = drawing.edges[e];
        if (!cuts.hasLine(drawing, e))
            continue;
        request.edges.push_back({ edge.tail, edge.head });
        if (drawing.direction == Direction::Right)
            label = std::max(label, drawing.values[edge.value].labelWidth);
    }
    request.rankGap = drawing.spacing.rankGap + label;
    return request;
}

void placeBoxes(Scene& scene, const DotPlacement& placed)
{
    for (std::size_t box = 0; box < scene.boxCount(); ++box) {
        Rect& rect = scene.boxes[box];
        rect.x = placed.centres[box].x - rect.width / 2;
        rect.y = placed.centres[box].y - rect.height / 2;
    }
}

/// Returns the point on the border of a box that a line ends at, straight along the flow from a
/// point on the border of box and chips (against the flow for lines of a cycle).
Point ontoBox(const Rect& box, Point point, Direction direction)
{
    constexpr float corner = 6;
    const Point centre = box.centre();
    if (direction == Direction::Down)
        return { std::clamp(point.x, box.x + corner, box.right() - corner),
            point.y > centre.y ? box.bottom() : box.y };
    return { point.x > centre.x ? box.right() : box.x,
        std::clamp(point.y, box.y + corner, box.bottom() - corner) };
}

/// True if the point is between two others along the flow. Routes may begin beside a corner, before
/// the border.
bool isBetween(Point point, Point from, Point to, Direction direction)
{
    const float at = turned(point, direction).y;
    const float begin = turned(from, direction).y;
    const float end = turned(to, direction).y;
    return at > std::min(begin, end) && at < std::max(begin, end);
}

void appendRoute(Scene& scene, const Edge& edge, std::span<const Point> route)
{
    const Rect& tail = scene.boxes[edge.tail];
    const Rect& head = scene.boxes[edge.head];
    if (route.size() < 2) {
        const auto direction = scene.direction;
        const bool isAhead = turned(Point { head.x, head.y }, direction).y
            > turned(Point { tail.x, tail.y }, direction).y;
        const float far = isAhead ? 1e9F : -1e9F;
        const auto beyond = [&](const Rect& box, float sign) {
            const float along = turned(box.centre(), direction).x;
            return ontoBox(box, turned(Point { along, sign * far }, direction), direction);
        };
        scene.points.push_back(beyond(tail, 1));
        scene.points.push_back(beyond(head, -1));
        return;
    }
    const Point from = ontoBox(tail, route.front(), scene.direction);
    const Point to = ontoBox(head, route.back(), scene.direction);
    scene.points.push_back(from);
    for (const auto& point : route) {
        if (isBetween(point, from, to, scene.direction))
            scene.points.push_back(point);
    }
    scene.points.push_back(to);
}

std::vector<std::uint32_t> drawLines(
    Scene& scene, const Drawing& drawing, const Cuts& cuts, const DotPlacement& placed)
{
    std::vector<std::uint32_t> lineOf(drawing.edges.size(), noIndex);
    for (std::size_t e = 0; e < drawing.edges.size(); ++e) {
        const Edge& edge = drawing.edges[e];
        if (!cuts.hasLine(drawing, e))
            continue;
        lineOf[e] = static_cast<std::uint32_t>(scene.lineCount());
        appendRoute(scene, edge, placed.route(scene.lineCount()));
        finishLine(scene, edge.value, edge.tail, edge.head);
    }
    return lineOf;
}

void listRanks(Scene& scene, const DotPlacement& placed)
{
    scene.boxRank = placed.ranks;
    const auto last = std::max_element(scene.boxRank.begin(), scene.boxRank.end());
    Rows ranks = groupByKey(scene.boxRank, last == scene.boxRank.end() ? 0 : *last + 1);
    const auto begin = [&](std::uint32_t box) {
        return turned(Point { scene.boxes[box].x, scene.boxes[box].y }, scene.direction).x;
    };
    for (std::size_t rank = 0; rank < ranks.count(); ++rank)
        std::ranges::sort(ranks.row(rank), {}, begin);
    scene.rankStart = std::move(ranks.start);
    scene.rankBoxes = std::move(ranks.items);
}

/// Moves each label along its line to a place where it covers no box. A label without such a place
/// is removed.
void settleLabels(Scene& scene, const Drawing& drawing)
{
    constexpr float height = 16;
    constexpr float assumedWidth = 80;
    SceneQuery query(scene);
    const auto isFree = [&](const Label& label, Point centre) {
        const float measured = drawing.values[label.value].labelWidth;
        const float width = measured > 0 ? measured : assumedWidth;
        return query.boxes({ centre.x - width / 2, centre.y - height / 2, width, height }).empty();
    };
    std::erase_if(scene.labels, [&](Label& label) {
        const auto points = scene.line(label.line);
        for (std::size_t i = 0; i + 1 < points.size(); ++i) {
            const Point step { points[i + 1].x - points[i].x, points[i + 1].y - points[i].y };
            const int pieces = 1 + static_cast<int>(std::hypot(step.x, step.y) / height * 2);
            for (int piece = 1; piece <= pieces; ++piece) {
                const float part = float(piece) / float(pieces);
                const Point at { points[i].x + step.x * part, points[i].y + step.y * part };
                if (!isFree(label, at))
                    continue;
                label.centre = at;
                return false;
            }
        }
        return true;
    });
}

}

bool hasGraphviz() { return true; }

support::Result<void> graphvizCanPlace(std::uint64_t span)
{
    if (span <= graphvizChildSpanLimit)
        return {};
    return support::failAs(support::ErrorKind::Unsupported,
        "Graphviz would need too long for this drawing: its lines span ", span,
        " ranks in all, at most ", graphvizChildSpanLimit, " are laid out; use the layered layout");
}

support::Result<Scene> graphviz(
    const Drawing& drawing, std::stop_token stop, const support::Progress& progress)
{
    const Ranking ranking = rankBoxes(drawing.boxes.size(), drawing.edges);
    const Cuts cuts = cutFarEdges(drawing, ranking);
    TRY(graphvizCanPlace(cuts.span));
    if (stop.stop_requested())
        return layoutCancelled();
    if (progress)
        progress("placing with Graphviz", 0, 0);

    const ChipPlan chips = planChips(drawing, cuts.isCut);
    const DotRequest request = requestFor(drawing, chips, cuts);
    const auto placed
        = TRY(cuts.span <= graphvizSpanLimit ? placeWithDot(request) : placeInChild(request, stop));

    Scene scene = startScene(drawing);
    scene.lineForm = LineForm::Straight;
    placeBoxes(scene, placed);
    const auto lineOf = drawLines(scene, drawing, cuts, placed);
    listRanks(scene, placed);
    linkBoxes(scene, drawing, lineOf);
    placeChips(scene, drawing, chips);
    placeLabels(scene);
    scene.facts = { static_cast<std::uint32_t>(scene.rankCount()), cuts.span, cuts.count,
        ranking.reversedCount, 0 };
    finishScene(scene, drawing.spacing.margin);
    settleLabels(scene, drawing);
    return scene;
}

}
