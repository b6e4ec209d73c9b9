#include "model/checks/rules.h"

#include <algorithm>
#include <functional>

namespace model::checks {

namespace {

using support::Severity;

bool isRead(const Value& value) { return !value.uses.empty() || value.isOutput; }

/// Adds one finding for all objects of a kind that are not needed: it names the first and counts
/// the others.
template <typename Id, typename Object, typename IsNeeded>
void report(support::Diagnostics& diagnostics, std::string code, std::string_view noun,
    const std::vector<Object>& objects, const IsNeeded& isNeeded,
    const std::function<support::Location(Id)>& locate)
{
    const auto first = std::ranges::find_if_not(objects, isNeeded);
    if (first == objects.end())
        return;
    const auto others = std::count_if(first + 1, objects.end(), std::not_fn(isNeeded));
    diagnostics.push_back({ Severity::Note, std::move(code),
        locate(Id(static_cast<std::size_t>(first - objects.begin()))),
        "nothing reads this " + std::string(noun)
            + (others > 0 ? " (and " + std::to_string(others) + " more)" : "") });
}

} // namespace

void checkUnused(const Model& model, support::Diagnostics& diagnostics)
{
    report<ValueId>(
        diagnostics, "unused-weight", "weight", model.values,
        [](const Value& value) {
            return !value.initializer.isValid() || value.isInput || isRead(value);
        },
        [&](ValueId id) { return locateValue(model, id); });
    report<NodeId>(
        diagnostics, "unused-node", "node's result", model.nodes,
        [&](const Node& node) {
            return std::ranges::any_of(
                node.outputs, [&](ValueId id) { return id.isValid() && isRead(model.value(id)); });
        },
        [&](NodeId id) { return locate(model, id); });
}

} // namespace model::checks
