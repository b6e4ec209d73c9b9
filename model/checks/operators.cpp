#include "model/checks/rules.h"

#include "model/operator.h"

#include <map>
#include <tuple>

namespace model::checks {

namespace {

using support::Severity;

/// All nodes with one unknown operator. They have one cause, so they make one finding.
struct UnknownOperator {
    NodeId first;
    std::size_t count = 0;
};

std::string adviceFor(const Node& node)
{
    const auto& registry = OperatorRegistry::instance();
    if (node.domain.empty() && registry.newest("com.microsoft", node.type) != nullptr)
        return "com.microsoft has an operator of this name; was its domain left out?";
    if (!node.domain.empty() && registry.newest("", node.type) != nullptr)
        return "ai.onnx has an operator of this name";
    return {};
}

support::Diagnostic describeUnknown(
    const Model& model, const UnknownOperator& unknown, std::int64_t opset)
{
    const auto& node = model.node(unknown.first);
    const auto domain = shownDomain(node.domain);
    support::Diagnostic result { Severity::Error, "operator-unknown", locate(model, unknown.first),
        {}, {} };
    const auto nodes
        = unknown.count > 1 ? ", used by " + counted(unknown.count, "node") : std::string();
    const auto* newer = OperatorRegistry::instance().newest(node.domain, node.type);
    if (newer != nullptr) {
        result.message = node.type + " came with " + domain + " "
            + std::to_string(newer->sinceVersion) + ", but version " + std::to_string(opset)
            + " is imported" + nodes;
        return result;
    }
    result.message = domain + " " + std::to_string(opset) + " has no operator " + node.type + nodes;
    result.advice = adviceFor(node);
    // A domain of another owner: its operators are not in our registry.
    const auto isForeign = OperatorRegistry::instance().newestOpset(node.domain) == 0
        || !(node.domain.empty() || node.domain.starts_with("ai.onnx"));
    if (isForeign) {
        result.severity = Severity::Warning;
        result.message
            = "operator " + node.type + " of domain " + domain + " is not known here" + nodes;
        result.advice = "the model can be shown; to run these nodes, bring their operators by a "
                        "plug-in (--plugin FILE, in the window Preferences), or run the rest "
                        "(--partial, in the window Run the rest)";
    }
    return result;
}

} // namespace

void checkOperators(const Model& model, support::Diagnostics& diagnostics)
{
    std::map<std::tuple<std::string, std::string, std::int64_t>, UnknownOperator> unknown;
    std::map<const OperatorSchema*, UnknownOperator> deprecated;
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const auto& node = model.nodes[i];
        if (node.function.isValid() || (node.schema != nullptr && !node.schema->isDeprecated))
            continue;
        auto& entry = node.schema != nullptr
            ? deprecated[node.schema]
            : unknown[{ node.domain, node.type, model.opset(node.domain, node.graph) }];
        if (entry.count++ == 0)
            entry.first = NodeId(i);
    }
    for (const auto& [key, entry] : unknown)
        diagnostics.push_back(describeUnknown(model, entry, std::get<2>(key)));
    for (const auto& [schema, entry] : deprecated)
        diagnostics.push_back(
            { Severity::Warning, "operator-deprecated", locate(model, entry.first),
                schema->name + " is withdrawn from " + shownDomain(schema->domain) + " "
                    + std::to_string(schema->sinceVersion) + " on, used by "
                    + counted(entry.count, "node") });
}

} // namespace model::checks
