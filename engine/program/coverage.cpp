#include "engine/program/coverage.h"

#include <algorithm>

namespace engine {

namespace {

/// Building a program inlines function calls and loads Constant nodes: they need no kernel.
bool needsKernel(const model::Node& node)
{
    const bool isConstant = node.type == "Constant" && node.domain.empty();
    return !node.function.isValid() && !isConstant && !isControlFlow(node.domain, node.type);
}

int versionOf(const model::Model& model, const model::Node& node)
{
    return static_cast<int>(
        node.schema != nullptr ? node.schema->sinceVersion : model.opset(node.domain, node.graph));
}

} // namespace

UnsupportedOperator& rowOf(std::vector<UnsupportedOperator>& list, std::string_view domain,
    std::string_view type, int version)
{
    const auto found = std::ranges::find_if(list, [&](const auto& row) {
        return row.type == type && row.domain == domain && row.version == version;
    });
    if (found != list.end())
        return *found;
    return list.emplace_back(
        UnsupportedOperator { std::string(domain), std::string(type), version, {}, {}, {} });
}

std::vector<UnsupportedOperator> uncoveredOperators(const model::Model& model, DeviceKind device)
{
    std::vector<UnsupportedOperator> list;
    const auto labels = model::nodeLabels(model);
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const auto& node = model.nodes[i];
        if (!needsKernel(node) || model.graph(node.graph).role == model::Graph::Role::Training
            || KernelRegistry::instance().has(node.domain, node.type, device))
            continue;
        auto& row = rowOf(list, node.domain, node.type, versionOf(model, node));
        if (row.nodes.empty())
            row.reasons
                = { node.schema != nullptr ? "no kernel for this operator" : "unknown operator" };
        row.nodes.emplace_back(i);
        row.labels.push_back(labels[i]);
    }
    return list;
}

} // namespace engine
