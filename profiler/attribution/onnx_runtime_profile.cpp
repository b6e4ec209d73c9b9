#include "profiler/attribution/attribution.h"
#include "profiler/attribution/onnx_runtime_graph.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace profiler::onnx_runtime {

namespace {

using model::GraphId;
using model::Model;
using model::NodeId;

/// Finds executed nodes along one run. Several nodes may share a name (in bodies), and nodes
/// without a name are called `TYPE_INDEX` in the profile. These are taken in the order of the saved
/// graph, which is the order of execution, from the last found node on. A name that comes again is
/// the same node if that is in the body of a loop.
class OperatorFinder {
public:
    explicit OperatorFinder(const Model& executed)
        : m_executed(executed)
        , m_positions(executed.nodes.size(), 0)
        , m_isRepeated(executed.graphs.size(), false)
        , m_isAmbiguous(executed.nodes.size(), false)
    {
        listNodes();
        for (auto* lists : { &m_named, &m_unnamed })
            for (auto& [key, list] : *lists) {
                list.next.resize(list.nodes.size() + 1);
                std::iota(list.next.begin(), list.next.end(), 0U);
            }
    }

    std::optional<NodeId> find(const ProfiledName& operation)
    {
        const auto named = m_named.find(operation.name);
        if (named != m_named.end())
            if (const auto node = take(named->second, operation))
                return node;
        const auto unnamed = m_unnamed.find(operation.type);
        return unnamed == m_unnamed.end() ? std::nullopt : take(unnamed->second, operation);
    }

private:
    struct List {
        std::vector<NodeId> nodes; ///< in the order of execution
        std::vector<std::uint32_t> next; ///< the first place from here on that is not taken
        std::unordered_map<std::string_view, NodeId> taken; ///< by name in the profile
    };

    std::uint32_t position(NodeId node) const { return m_positions[node.value()]; }

    /// Lists all nodes in the order of execution; bodies follow their owner.
    void listNodes()
    {
        struct Open {
            GraphId graph;
            std::size_t next = 0;
        };
        std::vector<Open> open { { m_executed.main().id } };
        std::uint32_t count = 0;
        while (!open.empty()) {
            const auto& nodes = m_executed.graph(open.back().graph).nodes;
            if (open.back().next == nodes.size()) {
                open.pop_back();
                continue;
            }
            const auto id = nodes[open.back().next++];
            const auto& node = m_executed.node(id);
            m_positions[id.value()] = ++count;
            (node.name.empty() ? m_unnamed[node.type] : m_named[node.name]).nodes.push_back(id);
            std::vector<GraphId> bodies;
            forEachBody(node, [&](std::string_view, GraphId body) { bodies.push_back(body); });
            if (node.type == "If")
                markAmbiguous(bodies);
            for (auto body = bodies.rbegin(); body != bodies.rend(); ++body) {
                m_isRepeated[body->value()] = m_isRepeated[node.graph.value()] || node.type != "If";
                open.push_back({ *body });
            }
        }
    }

    /// Only one branch runs, and the profile does not tell which. Nodes without a name and of a
    /// type that another branch has too cannot be told apart.
    void markAmbiguous(const std::vector<GraphId>& branches)
    {
        std::map<std::string_view, GraphId> seen;
        std::map<std::string_view, bool> isShared;
        for (const auto branch : branches)
            for (const auto node : m_executed.graph(branch).nodes)
                if (m_executed.node(node).name.empty()) {
                    const auto& type = m_executed.node(node).type;
                    if (seen.emplace(type, branch).first->second != branch)
                        isShared[type] = true;
                }
        for (const auto branch : branches)
            for (const auto node : m_executed.graph(branch).nodes)
                m_isAmbiguous[node.value()]
                    = m_executed.node(node).name.empty() && isShared[m_executed.node(node).type];
    }

    std::optional<NodeId> take(List& list, const ProfiledName& operation)
    {
        const auto earlier = list.taken.find(operation.name);
        if (earlier != list.taken.end()
            && m_isRepeated[m_executed.node(earlier->second).graph.value()])
            return found(earlier->second);
        const auto after = std::ranges::upper_bound(
            list.nodes, m_last, {}, [this](NodeId node) { return position(node); });
        auto place = firstFree(list, static_cast<std::uint32_t>(after - list.nodes.begin()));
        if (place == list.nodes.size())
            place = firstFree(list, 0);
        if (place == list.nodes.size() || m_executed.node(list.nodes[place]).type != operation.type)
            return std::nullopt;
        list.next[place] = place + 1;
        list.taken[operation.name] = list.nodes[place];
        return found(list.nodes[place]);
    }

    /// Returns the first place from `at` on that is not taken.
    static std::uint32_t firstFree(List& list, std::uint32_t at)
    {
        while (list.next[at] != at)
            at = list.next[at] = list.next[list.next[at]];
        return at;
    }

    std::optional<NodeId> found(NodeId node)
    {
        // The owner of bodies ends after them: it says nothing about where the run is.
        bool hasBody = false;
        forEachBody(m_executed.node(node), [&](std::string_view, GraphId) { hasBody = true; });
        if (!hasBody)
            m_last = position(node);
        return m_isAmbiguous[node.value()] ? std::nullopt : std::optional(node);
    }

    const Model& m_executed;
    std::vector<std::uint32_t> m_positions; ///< in the order of execution, from 1 on
    std::vector<bool> m_isRepeated; ///< by GraphId: may run several times
    std::vector<bool> m_isAmbiguous; ///< by NodeId
    std::unordered_map<std::string_view, List> m_named; ///< by name
    std::unordered_map<std::string_view, List> m_unnamed; ///< by type
    std::uint32_t m_last = 0; ///< position of the last found node
};

} // namespace

} // namespace profiler::onnx_runtime

namespace profiler {

std::vector<std::optional<model::NodeId>> findExecutedNodes(
    const model::Model& executed, std::span<const ProfiledName> operators)
{
    onnx_runtime::OperatorFinder finder(executed);
    std::vector<std::optional<model::NodeId>> nodes;
    nodes.reserve(operators.size());
    for (const auto& operation : operators)
        nodes.push_back(finder.find(operation));
    return nodes;
}

} // namespace profiler
