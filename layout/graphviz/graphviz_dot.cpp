#include "layout/graphviz/graphviz_dot.h"

#include "layout/scene/curve.h"

#include <graphviz/cgraph.h>
#include <graphviz/gvc.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>

namespace layout {
namespace {

constexpr double unitsPerInch = 72;
constexpr int stepsPerCurve = 8;

/// Guards every call of cgraph and gvc, also those that free memory. Plugin loading, ordering and
/// network simplex keep static state, so two threads with separate contexts still crash.
std::mutex& graphvizMutex()
{
    static std::mutex mutex;
    return mutex;
}

std::string& lastGraphvizError()
{
    static std::string text;
    return text;
}

int keepComplaint(char* text)
{
    lastGraphvizError() += text;
    return 0;
}

/// Older Graphviz headers declare `char*` for texts that are only read.
char* mutableText(const char* text) { return const_cast<char*>(text); }

struct FreeContext {
    void operator()(GVC_t* context) const { gvFreeContext(context); }
};
using Context = std::unique_ptr<GVC_t, FreeContext>;

/// A cgraph graph and the layout that gvc attaches to it. Used only with the mutex held.
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

/// Nodes and edges of cgraph, by the indices of our boxes and edges.
struct Elements {
    std::vector<Agnode_t*> nodes;
    std::vector<Agedge_t*> edges;
};

void setDefaults(DotGraph& graph, const DotRequest& request)
{
    graph.setDefault(AGRAPH, "rankdir", request.direction == Direction::Down ? "TB" : "LR");
    graph.setDefault(AGRAPH, "ranksep", inches(request.rankGap));
    graph.setDefault(AGRAPH, "nodesep", inches(request.boxGap));
    graph.setDefault(AGNODE, "shape", "box");
    graph.setDefault(AGNODE, "fixedsize", "true");
    graph.setDefault(AGNODE, "label", ""); // a label would be measured with system fonts
    graph.setDefault(AGNODE, "width", "1");
    graph.setDefault(AGNODE, "height", "1");
    graph.setDefault(AGEDGE, "arrowhead", "none");
}

Elements addElements(DotGraph& graph, const DotRequest& request)
{
    Elements elements;
    for (std::size_t box = 0; box < request.boxes.size(); ++box) {
        Agnode_t* node = agnode(graph.get(), mutableText(std::to_string(box).c_str()), 1);
        const Size size = request.boxes[box];
        agset(node, mutableText("width"), mutableText(inches(size.width).c_str()));
        agset(node, mutableText("height"), mutableText(inches(size.height).c_str()));
        elements.nodes.push_back(node);
    }
    for (const auto& edge : request.edges)
        elements.edges.push_back(
            agedge(graph.get(), elements.nodes[edge.tail], elements.nodes[edge.head], nullptr, 1));
    return elements;
}

/// In Graphviz y grows upwards.
Point pointOf(pointf point)
{
    return { static_cast<float>(point.x), static_cast<float>(-point.y) };
}

void appendCurve(std::vector<Point>& points, const bezier& curve)
{
    for (int i = 0; i + 3 < static_cast<int>(curve.size); i += 3) {
        const pointf* p = curve.list + i;
        const Bezier piece { pointOf(p[0]), pointOf(p[1]), pointOf(p[2]), pointOf(p[3]) };
        for (int step = i == 0 ? 0 : 1; step <= stepsPerCurve; ++step)
            points.push_back(pointAt(piece, float(step) / stepsPerCurve));
    }
}

DotPlacement placementOf(const Elements& elements)
{
    DotPlacement placed;
    for (auto* node : elements.nodes) {
        placed.centres.push_back(pointOf(ND_coord(node)));
        placed.ranks.push_back(static_cast<std::uint32_t>(std::max(0, ND_rank(node))));
    }
    placed.routeStart.push_back(0);
    for (auto* edge : elements.edges) {
        const splines* route = ED_spl(edge);
        for (std::size_t i = 0; route && i < static_cast<std::size_t>(route->size); ++i)
            appendCurve(placed.points, route->list[i]);
        placed.routeStart.push_back(static_cast<std::uint32_t>(placed.points.size()));
    }
    return placed;
}

}

support::Result<DotPlacement> placeWithDot(const DotRequest& request)
{
    const std::lock_guard lock(graphvizMutex());
    lastGraphvizError().clear();
    agseterrf(keepComplaint);
    const Context context(gvContext());
    DotGraph graph(context.get());
    setDefaults(graph, request);
    const Elements elements = addElements(graph, request);
    if (!graph.layOut())
        return support::fail("Graphviz could not lay out the drawing: ", lastGraphvizError());
    return placementOf(elements);
}

}
