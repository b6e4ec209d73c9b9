#include "engine/coverage.h"

#include <algorithm>

namespace engine {

namespace {

/// Calls and constants are gone when a program is built.
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

std::vector<UnsupportedOperator> uncoveredOperators(const model::Model& model, DeviceKind device)
{
    std::vector<UnsupportedOperator> list;
    const auto labels = model::nodeLabels(model);
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const auto& node = model.nodes[i];
        if (!needsKernel(node) || model.graph(node.graph).role == model::Graph::Role::Training
            || KernelRegistry::instance().has(node.domain, node.type, device))
            continue;
        const auto version = versionOf(model, node);
        auto row = std::ranges::find_if(list, [&](const auto& known) {
            return known.type == node.type && known.domain == node.domain
                && known.version == version;
        });
        if (row == list.end())
            row = list.insert(list.end(),
                { node.domain, node.type, version, {}, {},
                    { node.schema != nullptr ? "no kernel for this operator"
                                             : "unknown operator" } });
        row->nodes.emplace_back(i);
        row->labels.push_back(labels[i]);
    }
    return list;
}

} // namespace engine
