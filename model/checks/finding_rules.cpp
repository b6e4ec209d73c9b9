#include "model/checks/finding_rules.h"

#include "model/inference/call_order.h"

#include <algorithm>

namespace model::checks {

namespace {

using enum RunEffect;

constexpr FindingRule rules[] {
    { "arity-input", Stops,
        "a node has too few or too many inputs, or leaves out one that its operator needs" },
    { "arity-output", Stops, "a node has too few or too many outputs" },
    { "attribute-duplicate", Stops, "an attribute is written twice" },
    { "attribute-kind", Stops, "an attribute is of another kind than its operator says" },
    { "attribute-missing", Stops, "an attribute is missing that the operator needs" },
    { "attribute-payload", Stops,
        "an attribute has no value, or one of another type than declared" },
    { "attribute-unknown", None, "no version of the operator has this attribute" },
    { "attribute-value", Stops, "an attribute has a value that its operator does not know" },
    { "attribute-version", Stops,
        "another version of the operator has this attribute, the imported one does not" },
    { "constant-redefined", None,
        "a Constant gives a value that another Constant gives too; the last one counts" },
    { "cycle", Stops, "nodes form a cycle" },
    { "depth-nesting", None, "graphs are nested deeper than other tools can read" },
    { "element-type-unknown", WhenNeeded, "an element type that ONNX does not have" },
    { "external-data-invalid", WhenNeeded, "the location of external data is invalid" },
    { "external-data-missing", WhenNeeded, "a file with external data is not there" },
    { "external-data-range", WhenNeeded, "external data lies outside of its file" },
    { "external-data-refused", WhenNeeded, "external data lies where a model may not read" },
    { "function-attribute", None,
        "a call leaves out an attribute that the local function may need" },
    { "function-duplicate", Stops, "two local functions have one name" },
    { "function-input", Stops, "a call gives more inputs than the local function takes" },
    { "function-output", Stops, "a call takes more outputs than the local function gives" },
    { "function-recursive", Stops, "a local function calls itself" },
    { "initializer-unnamed", None, "a weight has no name" },
    { "input-invalid", StopsInMain,
        "an input has a shape or value that the operator does not take" },
    { "input-kind", Stops,
        "a sequence, map or optional where the operator takes a tensor, or the other way round" },
    { "input-odd", None,
        "an input differs from the operator's requirement but can be interpreted" },
    { "input-type", WhenNeeded, "an element type that the operator does not take" },
    { "input-type-mismatch", StopsInMain, "two inputs differ in type that must have the same" },
    { "input-undefined", Stops, "a node reads a value that nothing defines" },
    { "interface-default", None,
        "the default value of an input has another type than the input declares" },
    { "interface-empty", Stops, "the model has no nodes and no outputs" },
    { "interface-initializer", None,
        "an initializer is not a graph input, as old IR versions require" },
    { "interface-name", None, "the graph has no name" },
    { "interface-output", Stops, "the model has no outputs" },
    { "interface-shape", None, "an input or output of the model has no shape" },
    { "interface-type", WhenNeeded, "an input or output of the model has no type" },
    { "ir-version-missing", None, "the file gives no IR version" },
    { "ir-version-newer", None, "the IR version is newer than what is known here" },
    { "name-duplicate", Stops, "two inputs have one name; of two weights the last one counts" },
    { "node-invalid", StopsInMain, "attributes and inputs of a node do not fit together" },
    { "nodes-unsorted", None, "nodes are not topologically sorted" },
    { "operator-deprecated", None, "the operator is withdrawn" },
    { "operator-unknown", WhenNeeded,
        "the operator does not exist in the imported version, or its domain is not known" },
    { "opset-duplicate", None, "a domain is imported twice" },
    { "opset-invalid", WhenNeeded, "a domain is imported in a version below 1" },
    { "opset-missing", WhenNeeded, "operators of a domain are used that is not imported" },
    { "opset-newer", None, "a domain is imported in a version newer than what is known here" },
    { "output-undefined", Stops, "an output of a graph is not computed" },
    { "shapes-limit", None,
        "too many nested calls and bodies, or too many known elements, to infer all shapes" },
    { "subgraph-arity", Stops,
        "a body of If, Loop or Scan has too few or too many inputs or outputs" },
    { "tensor-dimensions", WhenNeeded,
        "a tensor has a negative or too large size, or too many dimensions" },
    { "tensor-size", WhenNeeded, "a tensor has more or less data than its shape says" },
    { "text-not-utf8", None, "a name is not valid UTF-8" },
    { "type-conflict", StopsInMain,
        "a value is declared with another type than its operator gives" },
    { "unused-node", None, "nothing reads what a node computes" },
    { "unused-weight", None, "nothing reads a weight" },
    { "value-info-duplicate", None, "the type of a value is declared twice" },
    { "value-redefined", Stops, "a value is defined by two nodes, or by a node and an input" },
    { "weights-missing", WhenNeeded, "the file has no data for a weight" },
    { "wire-type", None, "a field is written in another wire type than the standard says" },
};
static_assert(std::ranges::is_sorted(rules, {}, &FindingRule::code));

/// The graphs that a run can reach: the main graph, functions that are called from it, and nested
/// bodies.
class Reach {
public:
    explicit Reach(const Model& model)
        : m_model(model)
        , m_isCalled(model.functions.size())
    {
        const auto callees = calledFunctions(model);
        std::vector<FunctionId> open;
        for (const auto& node : model.nodes) {
            const auto& graph = model.graph(node.graph);
            if (node.function.isValid() && !graph.function.isValid()
                && graph.role != Graph::Role::Training)
                open.push_back(node.function);
        }
        while (!open.empty()) {
            const auto id = open.back();
            open.pop_back();
            if (m_isCalled[id.value()])
                continue;
            m_isCalled[id.value()] = true;
            open.insert(open.end(), callees[id.value()].begin(), callees[id.value()].end());
        }
    }

    bool contains(const Graph& graph) const
    {
        return graph.function.isValid() ? m_isCalled[graph.function.value()]
                                        : graph.role != Graph::Role::Training;
    }

    /// Returns the graph of a finding; the main graph if the finding has no node or value.
    const Graph& graphOf(const support::Location& where) const
    {
        if (where.node && *where.node < m_model.nodes.size())
            return m_model.graph(m_model.nodes[*where.node].graph);
        if (where.value && *where.value < m_model.values.size())
            return m_model.graph(m_model.values[*where.value].graph);
        return m_model.main();
    }

private:
    const Model& m_model;
    std::vector<bool> m_isCalled;
};

} // namespace

std::span<const FindingRule> allFindingRules() { return rules; }

const FindingRule* findingRule(std::string_view code)
{
    const auto found = std::ranges::lower_bound(rules, code, {}, &FindingRule::code);
    return found != std::end(rules) && found->code == code ? &*found : nullptr;
}

support::Diagnostics stoppingFindings(const Model& model,
    std::span<const support::Diagnostic> findings, std::span<const std::string> tolerated)
{
    const Reach reach(model);
    const auto isTolerated = [&](const std::string& code) {
        return std::ranges::any_of(
            tolerated, [&](const auto& rule) { return rule == code || rule == "all"; });
    };
    support::Diagnostics stopping;
    for (const auto& finding : findings) {
        const auto* rule = findingRule(finding.code);
        if (finding.severity != support::Severity::Error || rule == nullptr
            || isTolerated(finding.code))
            continue;
        const auto& graph = reach.graphOf(finding.where);
        if ((rule->effect == Stops && reach.contains(graph))
            || (rule->effect == StopsInMain && graph.role == Graph::Role::Main))
            stopping.push_back(finding);
    }
    return stopping;
}

} // namespace model::checks
