#include "model/edit/unused.h"

#include "model/edit/editing.h"

#include <algorithm>

namespace model::edit {

namespace {

/// Finds what the outputs of the model need.
class Liveness {
public:
    explicit Liveness(const Model& model)
        : nodes(model.nodes.size())
        , values(model.values.size())
        , functions(model.functions.size())
        , m_model(model)
    {
        needOutputs(model.main());
        while (!m_open.empty()) {
            const auto next = m_open.back();
            m_open.pop_back();
            visit(next);
        }
    }

    std::vector<bool> nodes;
    std::vector<bool> values;
    std::vector<bool> functions;

private:
    void needOutputs(const Graph& graph)
    {
        for (const auto output : graph.outputs)
            need(output);
        // Nodes without outputs may have an effect that is not known here.
        for (const auto node : graph.nodes)
            if (std::ranges::none_of(m_model.node(node).outputs, &ValueId::isValid))
                needNode(node);
    }
    void need(ValueId value)
    {
        if (!value.isValid() || values[value.value()])
            return;
        values[value.value()] = true;
        needNode(m_model.value(value).producer);
    }
    void needNode(NodeId node)
    {
        if (!node.isValid() || nodes[node.value()])
            return;
        nodes[node.value()] = true;
        m_open.push_back(node);
    }
    void visit(NodeId id)
    {
        const auto& node = m_model.node(id);
        for (const auto input : node.inputs)
            need(input);
        for (const auto& attribute : node.attributes) {
            if (const auto* const one = std::get_if<GraphId>(&attribute.value))
                needOutputs(m_model.graph(*one));
            if (const auto* const several = std::get_if<std::vector<GraphId>>(&attribute.value))
                for (const auto graph : *several)
                    needOutputs(m_model.graph(graph));
        }
        if (node.function.isValid() && !functions[node.function.value()]) {
            functions[node.function.value()] = true;
            needOutputs(m_model.graph(m_model.function(node.function).body));
        }
    }

    const Model& m_model;
    std::vector<NodeId> m_open;
};

} // namespace

UnusedParts unusedParts(const Model& model)
{
    const Liveness live(model);
    UnusedParts unused;
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const auto& graph = model.graph(model.nodes[i].graph);
        const bool isInDeadFunction
            = graph.function.isValid() && !live.functions[graph.function.value()];
        const bool isInDeadBody = graph.owner.isValid() && !live.nodes[graph.owner.value()];
        if (!live.nodes[i] && !isInDeadFunction && !isInDeadBody)
            unused.nodes.emplace_back(i);
    }
    for (const auto& graph : model.graphs) {
        const bool isInDeadBody = graph.owner.isValid() && !live.nodes[graph.owner.value()];
        if (graph.role == Graph::Role::FunctionBody || model.trainingGraphs > 0 || isInDeadBody)
            continue;
        for (const auto id : graph.initializers) {
            const auto& value = model.value(id);
            const bool isDefault = value.isInput
                && (graph.owner.isValid() || model.irVersion >= separateInitializers);
            if (!live.values[id.value()] && !isDefault && !value.name.empty())
                unused.weights.push_back(id);
        }
    }
    for (std::size_t i = 0; i < live.functions.size(); ++i)
        if (!live.functions[i])
            unused.functions.emplace_back(i);
    return unused;
}

} // namespace model::edit
