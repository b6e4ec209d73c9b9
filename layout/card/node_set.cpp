#include "layout/card/node_set.h"

#include "layout/card/card.h"
#include "layout/groups/flow.h"
#include "model/inference/cost_context.h"
#include "model/inference/saturated.h"

#include <unordered_set>

namespace layout {
namespace {

class FactsReader {
public:
    FactsReader(const model::Model& model, const model::Analysis* analysis,
        std::span<const model::NodeId> nodes)
        : m_model(model)
        , m_analysis(analysis)
        , m_nodes(nodes)
        , m_isInside(model.nodes.size(), 0)
    {
        for (const auto node : nodes)
            m_isInside[node.value()] = 1;
    }

    NodeSetFacts read()
    {
        for (const auto id : m_nodes) {
            const auto& node = m_model.node(id);
            addCost(id, node);
            groups::forEachRead(m_model, node, [this](model::ValueId value) { readValue(value); });
            for (const auto output : node.outputs) {
                if (output.isValid() && leaves(m_model.value(output)))
                    m_facts.outputs.push_back(output);
            }
        }
        return std::move(m_facts);
    }

private:
    void addCost(model::NodeId id, const model::Node& node)
    {
        if (isFolded(m_model, node))
            return;
        const bool isKnown = m_analysis != nullptr && id.value() < m_analysis->costs.size()
            && m_analysis->cost(id).isKnown;
        if (!isKnown) {
            ++m_facts.unknownCosts;
            return;
        }
        const auto& cost = m_analysis->cost(id);
        m_facts.cost = m_facts.cost + cost;
    }

    void readValue(model::ValueId id)
    {
        if (!m_seen.insert(id.value()).second)
            return;
        const auto& value = m_model.value(id);
        if (value.initializer.isValid()) {
            const auto& tensor = m_model.tensor(value.initializer);
            const auto count = model::elementCount(tensor.dims).value_or(0);
            m_facts.parameters = model::saturatedSum(m_facts.parameters, count);
            m_facts.weightBytes = model::saturatedSum(
                m_facts.weightBytes, model::packedBytes(tensor.element, count).value_or(0));
            return;
        }
        const bool isMade = value.producer.isValid();
        if (isMade && isFolded(m_model, m_model.node(value.producer)))
            return;
        if (!isMade || m_isInside[value.producer.value()] == 0)
            m_facts.inputs.push_back(id);
    }

    bool leaves(const model::Value& value) const
    {
        if (value.isOutput)
            return true;
        for (const auto& use : value.uses) {
            if (!isInside(use.node))
                return true;
        }
        return false;
    }

    /// True also for a node of a subgraph whose owner is in the set.
    bool isInside(model::NodeId node) const
    {
        for (std::size_t i = 0; node.isValid() && i <= m_model.graphs.size(); ++i) {
            if (m_isInside[node.value()] != 0)
                return true;
            node = m_model.graph(m_model.node(node).graph).owner;
        }
        return false;
    }

    const model::Model& m_model;
    const model::Analysis* m_analysis;
    std::span<const model::NodeId> m_nodes;
    std::vector<std::uint8_t> m_isInside;
    std::unordered_set<std::uint32_t> m_seen;
    NodeSetFacts m_facts;
};

}

NodeSetFacts factsOf(const model::Model& model, const model::Analysis* analysis,
    std::span<const model::NodeId> nodes)
{
    return FactsReader(model, analysis, nodes).read();
}

std::vector<model::NodeId> nodesInside(const GroupTree& tree, std::uint32_t group)
{
    std::vector<model::NodeId> nodes;
    std::vector<std::uint32_t> waiting { group };
    const bool holdsBodies = tree.groups[group].kind == GroupKind::Branches;
    while (!waiting.empty()) {
        const auto at = waiting.back();
        waiting.pop_back();
        const auto own = tree.nodesOf(at);
        nodes.insert(nodes.end(), own.begin(), own.end());
        const auto& known = tree.groups[at];
        for (auto child = known.firstChild + known.childCount; child-- > known.firstChild;) {
            if (!isBody(tree.groups[child].kind) || (holdsBodies && at == group))
                waiting.push_back(child);
        }
    }
    return nodes;
}

std::vector<std::uint32_t> groupsLike(const GroupTree& tree, std::uint32_t group)
{
    std::vector<std::uint32_t> found;
    for (std::uint32_t other = 1; other < tree.groups.size(); ++other) {
        if (tree.groups[other].structure == tree.groups[group].structure)
            found.push_back(other);
    }
    return found;
}

}
