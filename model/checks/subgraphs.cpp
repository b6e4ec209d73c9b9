#include "model/checks/rules.h"

#include "model/operator.h"

#include <algorithm>

namespace model::checks {

namespace {

using support::Severity;

class SubgraphCheck {
public:
    SubgraphCheck(const Model& model, support::Diagnostics& diagnostics)
        : m_model(model)
        , m_diagnostics(diagnostics)
    {
    }

    void check(NodeId id)
    {
        const auto& node = m_model.node(id);
        if (!node.domain.empty())
            return;
        if (node.type == "If")
            checkIf(id);
        else if (node.type == "Loop")
            checkLoop(id);
        else if (node.type == "Scan")
            checkScan(id);
    }

private:
    const Graph* body(NodeId id, std::string_view attribute) const
    {
        const auto* found = m_model.node(id).attribute(attribute);
        const auto* graph = found != nullptr ? std::get_if<GraphId>(&found->value) : nullptr;
        return graph != nullptr ? &m_model.graph(*graph) : nullptr;
    }

    void checkIf(NodeId id)
    {
        const auto outputs = m_model.node(id).outputs.size();
        for (const std::string_view name : { "then_branch", "else_branch" }) {
            const auto* branch = body(id, name);
            if (branch == nullptr)
                continue;
            expect(id, name, "output", branch->outputs.size(), outputs, "as many as the node");
            expect(id, name, "input", branch->inputs.size(), 0, "branches take none");
        }
    }

    /// Inputs of the body: iteration number, condition, carried values. Outputs: condition, carried
    /// values, scan outputs.
    void checkLoop(NodeId id)
    {
        const auto& node = m_model.node(id);
        const auto* graph = body(id, "body");
        if (graph == nullptr)
            return;
        const auto carried = node.inputs.size() - std::min<std::size_t>(node.inputs.size(), 2);
        expect(id, "body", "input", graph->inputs.size(), carried + 2,
            "turn, condition and the carried values");
        expect(id, "body", "output", graph->outputs.size(), node.outputs.size() + 1,
            "condition and the outputs of the node");
        if (node.outputs.size() < carried)
            report(id, "body",
                "the node has " + counted(node.outputs.size(), "output") + ", but carries "
                    + counted(carried, "value"));
    }

    void checkScan(NodeId id)
    {
        const auto& node = m_model.node(id);
        const auto* graph = body(id, "body");
        if (graph == nullptr)
            return;
        const std::size_t lengths = node.schema != nullptr && node.schema->sinceVersion < 9 ? 1 : 0;
        expect(id, "body", "input", graph->inputs.size(),
            node.inputs.size() - std::min(node.inputs.size(), lengths),
            "states and slices of the scanned inputs");
        expect(id, "body", "output", graph->outputs.size(), node.outputs.size(),
            "as many as the node");
    }

    void expect(NodeId id, std::string_view attribute, std::string_view noun, std::size_t found,
        std::size_t wanted, std::string_view why)
    {
        if (found != wanted)
            report(id, attribute,
                "has " + counted(found, noun) + ", expected " + std::to_string(wanted) + ": "
                    + std::string(why));
    }

    void report(NodeId id, std::string_view attribute, std::string message)
    {
        auto where = locate(m_model, id);
        where.path += "/" + std::string(attribute);
        m_diagnostics.push_back(
            { Severity::Error, "subgraph-arity", std::move(where), std::move(message) });
    }

    const Model& m_model;
    support::Diagnostics& m_diagnostics;
};

} // namespace

void checkSubgraphs(const Model& model, support::Diagnostics& diagnostics)
{
    SubgraphCheck check(model, diagnostics);
    for (std::size_t i = 0; i < model.nodes.size(); ++i)
        check.check(NodeId(i));
}

} // namespace model::checks
