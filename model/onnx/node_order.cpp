#include "model/onnx/name_resolver.h"

#include "model/support/text.h"

#include <algorithm>
#include <numeric>
#include <queue>
#include <span>

namespace model::onnx {

namespace {

using support::Severity;

/// The nodes that each node depends on, as positions in the graph's node list. May repeat.
class Dependencies {
public:
    Dependencies(const Draft& draft, const Graph& graph)
        : m_begin(graph.nodes.size() + 1)
    {
        forEach(
            draft, graph, [this](std::size_t position, std::uint32_t) { ++m_begin[position + 1]; });
        std::partial_sum(m_begin.begin(), m_begin.end(), m_begin.begin());
        m_before.resize(m_begin.back());
        auto next = m_begin;
        forEach(draft, graph, [&](std::size_t position, std::uint32_t before) {
            m_before[next[position]++] = before;
        });
    }

    std::span<const std::uint32_t> of(std::size_t position) const
    {
        return std::span(m_before).subspan(
            m_begin[position], m_begin[position + 1] - m_begin[position]);
    }
    std::size_t size() const { return m_begin.size() - 1; }

private:
    /// Calls `found(position, position of the dependency)`. Stops early after a stop request.
    template <typename Found>
    static void forEach(const Draft& draft, const Graph& graph, const Found& found)
    {
        const auto& model = *draft.model;
        const auto meet = [&](std::size_t position, ValueId value) {
            const auto producer = value.isValid() ? model.value(value).producer : NodeId();
            if (producer.isValid() && model.node(producer).graph == graph.id)
                found(position, model.node(producer).position);
        };
        if (draft.stop.stop_requested())
            return;
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            for (const auto input : model.node(graph.nodes[i]).inputs)
                meet(i, input);
        }
        for (const auto child : draft.graphs[graph.id.value()].children) {
            const auto owner = model.graph(child).owner;
            if (!owner.isValid())
                continue;
            for (const auto captured : model.graph(child).captures)
                meet(model.node(owner).position, captured);
        }
    }

    std::vector<std::size_t> m_begin; ///< by position, one entry more than nodes
    std::vector<std::uint32_t> m_before;
};

bool isSorted(const Dependencies& dependencies)
{
    for (std::size_t i = 0; i < dependencies.size(); ++i) {
        if (std::ranges::any_of(
                dependencies.of(i), [&](std::uint32_t before) { return before >= i; }))
            return false;
    }
    return true;
}

/// Kahn's algorithm. Among ready nodes the first in the file comes first. Nodes of a cycle and
/// nodes that depend on them are left out.
std::vector<std::uint32_t> sortedPositions(const Dependencies& dependencies)
{
    std::vector<std::vector<std::uint32_t>> after(dependencies.size());
    std::vector<std::size_t> waits(dependencies.size());
    for (std::size_t i = 0; i < dependencies.size(); ++i) {
        for (const auto before : dependencies.of(i))
            after[before].push_back(static_cast<std::uint32_t>(i));
        waits[i] = dependencies.of(i).size();
    }
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
    for (std::size_t i = 0; i < waits.size(); ++i) {
        if (waits[i] == 0)
            ready.push(static_cast<std::uint32_t>(i));
    }
    std::vector<std::uint32_t> order;
    order.reserve(waits.size());
    while (!ready.empty()) {
        const auto at = ready.top();
        ready.pop();
        order.push_back(at);
        for (const auto next : after[at]) {
            if (--waits[next] == 0)
                ready.push(next);
        }
    }
    return order;
}

/// Returns one cycle among the nodes that could not be ordered. Each of them depends on another
/// one, so following dependencies must return to a visited node.
std::vector<std::uint32_t> oneCycle(
    const Dependencies& dependencies, const std::vector<bool>& isPlaced, std::uint32_t start)
{
    std::vector<std::size_t> visit(dependencies.size(), 0);
    std::vector<std::uint32_t> path;
    for (auto at = start; visit[at] == 0;) {
        path.push_back(at);
        visit[at] = path.size();
        const auto before = dependencies.of(at);
        const auto next
            = std::ranges::find_if(before, [&](std::uint32_t b) { return !isPlaced[b]; });
        if (next == before.end())
            return {};
        at = *next;
        if (visit[at] != 0)
            return { path.begin() + static_cast<std::ptrdiff_t>(visit[at] - 1), path.end() };
    }
    return {};
}

void reportCycle(Draft& draft, const Graph& graph, const Dependencies& dependencies,
    const std::vector<bool>& isPlaced)
{
    const auto start
        = static_cast<std::uint32_t>(std::ranges::find(isPlaced, false) - isPlaced.begin());
    const auto cycle = oneCycle(dependencies, isPlaced, start);
    constexpr std::size_t shown = 5;
    std::string words = "nodes form a cycle: ";
    for (std::size_t i = 0; i < std::min(cycle.size(), shown); ++i)
        words += (i ? " needs " : "") + describe(*draft.model, graph.nodes[cycle[i]]);
    words += cycle.size() > shown ? " needs … (" + std::to_string(cycle.size()) + " nodes)"
                                  : " needs the first of them";
    const auto at = graph.nodes[cycle.empty() ? start : cycle.front()];
    draft.findings.add(Severity::Error, "cycle", locate(*draft.model, at), words,
        "such a graph can be shown but not run");
}

void orderGraph(Draft& draft, Graph& graph)
{
    graph.order = graph.nodes;
    const Dependencies dependencies(draft, graph);
    if (draft.stop.stop_requested() || isSorted(dependencies))
        return;
    const auto positions = sortedPositions(dependencies);
    std::vector<bool> isPlaced(graph.nodes.size());
    graph.order.clear();
    for (const auto position : positions) {
        isPlaced[position] = true;
        graph.order.push_back(graph.nodes[position]);
    }
    if (positions.size() == graph.nodes.size()) {
        draft.findings.add(Severity::Warning, "nodes-unsorted",
            support::locationOf(graphPath(*draft.model, graph.id)),
            "nodes are not in topological order, which ONNX requires",
            "they are sorted for display and runs");
        return;
    }
    reportCycle(draft, graph, dependencies, isPlaced);
    for (std::size_t i = 0; i < isPlaced.size(); ++i) {
        if (!isPlaced[i])
            graph.order.push_back(graph.nodes[i]);
    }
}

} // namespace

void orderNodes(Draft& draft)
{
    for (auto& graph : draft.model->graphs)
        orderGraph(draft, graph);
}

} // namespace model::onnx
