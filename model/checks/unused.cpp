#include "model/checks/rules.h"

#include <algorithm>

namespace model::checks {

namespace {

using support::Severity;

bool isRead(const Value& value) { return !value.uses.empty() || value.isOutput; }

/// Adds one finding for all objects of a kind: it names the first and counts the others.
void report(support::Diagnostics& diagnostics, std::string code, support::Location first,
    std::size_t count, std::string_view noun)
{
    if (count == 0)
        return;
    const auto others = count > 1 ? " (and " + std::to_string(count - 1) + " more)" : std::string();
    diagnostics.push_back({ Severity::Note, std::move(code), std::move(first),
        "nothing reads this " + std::string(noun) + others, {} });
}

void checkWeights(const Model& model, support::Diagnostics& diagnostics)
{
    support::Location first;
    std::size_t count = 0;
    for (std::size_t i = 0; i < model.values.size(); ++i) {
        const auto& value = model.values[i];
        if (!value.initializer.isValid() || value.isInput || isRead(value))
            continue;
        if (count++ == 0)
            first = locateValue(model, ValueId(i));
    }
    report(diagnostics, "unused-weight", std::move(first), count, "weight");
}

void checkNodes(const Model& model, support::Diagnostics& diagnostics)
{
    support::Location first;
    std::size_t count = 0;
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const auto& node = model.nodes[i];
        const auto isNeeded = std::ranges::any_of(
            node.outputs, [&](ValueId id) { return id.isValid() && isRead(model.value(id)); });
        if (isNeeded)
            continue;
        if (count++ == 0)
            first = locate(model, NodeId(i));
    }
    report(diagnostics, "unused-node", std::move(first), count, "node's result");
}

} // namespace

void checkUnused(const Model& model, support::Diagnostics& diagnostics)
{
    checkWeights(model, diagnostics);
    checkNodes(model, diagnostics);
}

} // namespace model::checks
