#include "layout/layered/cut.h"
#include "layout/layered/ranks.h"
#include "layout/layout_engine.h"
#include "layout/scene_parts.h"

#include <graphviz/cgraph.h>
#include <graphviz/gvc.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>

namespace layout {
namespace {

constexpr double unitsPerInch = 72;
constexpr int piecesPerCurve = 8;

/// Guards every call into cgraph and gvc, freeing included: plugin loading, ordering and the
/// network simplex keep static state, and two threads with separate contexts still crash each
/// other.
std::mutex& graphvizMutex()
{
    static std::mutex mutex;
    return mutex;
}

std::string& lastComplaint()
{
    static std::string text;
    return text;
}

int keepComplaint(char* text)
{
    lastComplaint() += text;
    return 0;
}

/// Older headers of Graphviz take `char*` for texts that they only read.
char* mutableText(const char* text) { return const_cast<char*>(text); }

struct FreeContext {
    void operator()(GVC_t* context) const { gvFreeContext(context); }
};
using Context = std::unique_ptr<GVC_t, FreeContext>;

/// A graph of cgraph and the layout that gvc hung on it. Only used under the mutex.
class DotGraph {
public:
    explicit DotGraph(GVC_t* context)
        : m_context(context)
        , m_graph(agopen(mutableText("drawing"), Agdirected, nullptr))
    {
    }
    ~DotGraph()
    {
        gvFreeLayout(m_context, m_graph);
        agclose(m_graph);
    }
    DotGraph(const DotGraph&) = delete;
    DotGraph& operator=(const DotGraph&) = delete;

    void setDefault(int kind, const char* name, const std::string& value)
    {
        agattr(m_graph, kind, mutableText(name), mutableText(value.c_str()));
    }
    Agraph_t* get() const { return m_graph; }
    bool layOut() { return gvLayout(m_context, m_graph, "dot") == 0; }

private:
    GVC_t* m_context;
    Agraph_t* m_graph;
};

std::string inches(float units) { return std::to_string(units / unitsPerInch); }

/// Our boxes and edges as nodes and edges of cgraph, by index.
struct Elements {
    std::vector<Agnode_t*> nodes;
    std::vector<Agedge_t*> edges; ///< null without a line
};

void setDefaults(DotGraph& graph, const Drawing& drawing)
{
    graph.setDefault(AGRAPH, "rankdir", drawing.direction == Direction::Down ? "TB" : "LR");
    graph.setDefault(AGRAPH, "ranksep", inches(drawing.spacing.rankGap + drawing.spacing.labelGap));
    graph.setDefault(AGRAPH, "nodesep", inches(drawing.spacing.boxGap));
    graph.setDefault(AGNODE, "shape", "box");
    graph.setDefault(AGNODE, "fixedsize", "true");
    graph.setDefault(AGNODE, "label", ""); // a label would be measured with fonts of the system
    graph.setDefault(AGNODE, "width", "1");
    graph.setDefault(AGNODE, "height", "1");
    graph.setDefault(AGEDGE, "arrowhead", "none");
}

Elements addElements(
    DotGraph& graph, const Drawing& drawing, const ChipPlan& chips, const Cuts& cuts)
{
    Elements elements;
    for (std::size_t box = 0; box < drawing.boxes.size(); ++box) {
        Agnode_t* node = agnode(graph.get(), mutableText(std::to_string(box).c_str()), 1);
        const BoxRoom room = roomOf(drawing, chips, box);
        agset(node, mutableText("width"), mutableText(inches(room.left + room.right).c_str()));
        agset(node, mutableText("height"), mutableText(inches(room.top + room.bottom).c_str()));
        elements.nodes.push_back(node);
    }
    for (std::size_t e = 0; e < drawing.edges.size(); ++e) {
        const Edge& edge = drawing.edges[e];
        const bool hasLine = !cuts.isCut[e] && edge.tail != edge.head;
        elements.edges.push_back(hasLine ? agedge(graph.get(), elements.nodes[edge.tail],
                                     elements.nodes[edge.head], nullptr, 1)
                                         : nullptr);
    }
    return elements;
}

/// Graphviz has y upwards.
Point pointOf(pointf point)
{
    return { static_cast<float>(point.x), static_cast<float>(-point.y) };
}

void placeBoxes(
    Scene& scene, const Drawing& drawing, const ChipPlan& chips, const Elements& elements)
{
    for (std::size_t box = 0; box < scene.boxCount(); ++box) {
        const Point centre = pointOf(ND_coord(elements.nodes[box]));
        const BoxRoom room = roomOf(drawing, chips, box);
        Rect& rect = scene.boxes[box];
        rect.x = centre.x - (room.left + room.right) / 2 + room.left - rect.width / 2;
        rect.y = centre.y - (room.top + room.bottom) / 2 + room.top - rect.height / 2;
    }
}

/// Where the way from the border of the box with its chips to the box itself goes on: straight
/// along the flow.
Point ontoBox(const Rect& box, Point point, Direction direction, bool atTail)
{
    if (direction == Direction::Down)
        return { std::clamp(point.x, box.x + 6, box.right() - 6), atTail ? box.bottom() : box.y };
    return { atTail ? box.right() : box.x, std::clamp(point.y, box.y + 6, box.bottom() - 6) };
}

void appendCurve(Scene& scene, const bezier& curve)
{
    for (int i = 0; i + 3 < static_cast<int>(curve.size); i += 3) {
        const pointf* p = curve.list + i;
        for (int piece = i == 0 ? 0 : 1; piece <= piecesPerCurve; ++piece) {
            const double t = double(piece) / piecesPerCurve;
            const double s = 1 - t;
            const double a = s * s * s;
            const double b = 3 * s * s * t;
            const double c = 3 * s * t * t;
            const double d = t * t * t;
            scene.points.push_back(pointOf({ a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y }));
        }
    }
}

std::vector<std::uint32_t> drawLines(Scene& scene, const Drawing& drawing, const Elements& elements)
{
    std::vector<std::uint32_t> lineOf(drawing.edges.size(), noIndex);
    for (std::size_t e = 0; e < drawing.edges.size(); ++e) {
        if (!elements.edges[e])
            continue;
        const Edge& edge = drawing.edges[e];
        const splines* route = ED_spl(elements.edges[e]);
        const std::size_t first = scene.points.size();
        for (std::size_t i = 0; route && i < static_cast<std::size_t>(route->size); ++i)
            appendCurve(scene, route->list[i]);
        if (scene.points.size() < first + 2) {
            scene.points.resize(first);
            scene.points.push_back(scene.boxes[edge.tail].centre());
            scene.points.push_back(scene.boxes[edge.head].centre());
        }
        scene.points[first]
            = ontoBox(scene.boxes[edge.tail], scene.points[first], scene.direction, true);
        scene.points.back()
            = ontoBox(scene.boxes[edge.head], scene.points.back(), scene.direction, false);
        lineOf[e] = static_cast<std::uint32_t>(scene.lineCount());
        scene.lineStart.push_back(static_cast<std::uint32_t>(scene.points.size()));
        scene.lineValue.push_back(edge.value);
        scene.lineTail.push_back(edge.tail);
        scene.lineHead.push_back(edge.head);
    }
    return lineOf;
}

void listRanks(Scene& scene, const Elements& elements)
{
    for (auto* node : elements.nodes)
        scene.boxRank.push_back(static_cast<std::uint32_t>(std::max(0, ND_rank(node))));
    const auto last = std::max_element(scene.boxRank.begin(), scene.boxRank.end());
    Rows ranks = groupByKey(scene.boxRank, last == scene.boxRank.end() ? 0 : *last + 1);
    const bool isDown = scene.direction == Direction::Down;
    for (std::size_t rank = 0; rank < ranks.count(); ++rank) {
        auto row = ranks.row(rank);
        std::sort(row.begin(), row.end(), [&](auto a, auto b) {
            return isDown ? scene.boxes[a].x < scene.boxes[b].x
                          : scene.boxes[a].y < scene.boxes[b].y;
        });
    }
    scene.rankStart = std::move(ranks.start);
    scene.rankBoxes = std::move(ranks.items);
}

support::Result<Scene> runDot(const Drawing& drawing, const ChipPlan& chips, const Cuts& cuts)
{
    const std::lock_guard lock(graphvizMutex());
    lastComplaint().clear();
    agseterrf(keepComplaint);
    const Context context(gvContext());
    DotGraph graph(context.get());
    setDefaults(graph, drawing);
    const Elements elements = addElements(graph, drawing, chips, cuts);
    if (!graph.layOut())
        return support::fail("Graphviz could not lay out the drawing: ", lastComplaint());

    Scene scene = startScene(drawing);
    scene.lineForm = LineForm::Straight;
    placeBoxes(scene, drawing, chips, elements);
    const auto lineOf = drawLines(scene, drawing, elements);
    listRanks(scene, elements);
    linkBoxes(scene, drawing, lineOf);
    return scene;
}

}

bool hasGraphviz() { return true; }

support::Result<Scene> graphviz(
    const Drawing& drawing, std::stop_token stop, const support::Progress& progress)
{
    const Ranking ranking = rankBoxes(drawing.boxes.size(), drawing.edges);
    const Cuts cuts = cutFarEdges(drawing, ranking);
    if (cuts.span > graphvizSpanLimit)
        return support::failAs(support::ErrorKind::Unsupported,
            "Graphviz would need too long for this drawing: its edges span ", cuts.span,
            " ranks in all, at most ", graphvizSpanLimit, " are laid out; use the layered layout");
    if (stop.stop_requested())
        return support::failAs(support::ErrorKind::Cancelled, "layout cancelled");
    if (progress)
        progress("placing with Graphviz", 0, 0);

    const ChipPlan chips = planChips(drawing, cuts.isCut);
    Scene scene = TRY(runDot(drawing, chips, cuts));
    placeChips(scene, drawing, chips);
    placeLabels(scene);
    scene.facts = { static_cast<std::uint32_t>(scene.rankCount()), cuts.span, cuts.count,
        ranking.reversedCount, 0 };
    finishScene(scene, drawing.spacing.margin);
    return scene;
}

}
