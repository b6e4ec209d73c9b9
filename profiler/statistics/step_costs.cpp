#include "profiler/statistics/step_costs.h"

#include <algorithm>
#include <set>

namespace profiler {

namespace {

std::optional<std::uint64_t> bytesOf(const model::ValueType& type)
{
    if (!type.isTensor() || !type.shape)
        return std::nullopt;
    const auto count = model::elementCount(*type.shape);
    return count ? model::packedBytes(type.element, *count) : std::nullopt;
}

/// Returns the bytes of all values that enter or leave the group, each counted once; nothing if one
/// size is unknown.
std::optional<std::uint64_t> borderBytes(
    const model::Analysis& analysis, const std::set<model::NodeId>& nodes)
{
    const auto& model = *analysis.model;
    std::set<model::ValueId> border;
    for (const auto id : nodes) {
        for (const auto input : model.node(id).inputs) {
            if (input.isValid() && !nodes.contains(model.value(input).producer))
                border.insert(input);
        }
        for (const auto output : model.node(id).outputs) {
            if (!output.isValid())
                continue;
            const auto& value = model.value(output);
            const bool isRead = value.isOutput
                || std::ranges::any_of(value.uses,
                    [&](const model::Value::Use& use) { return !nodes.contains(use.node); });
            if (isRead)
                border.insert(output);
        }
    }
    std::uint64_t sum = 0;
    for (const auto id : border) {
        const auto bytes = bytesOf(analysis.type(id));
        if (!bytes)
            return std::nullopt;
        sum = model::saturatedSum(sum, *bytes);
    }
    return sum;
}

} // namespace

void addCosts(std::span<Step> steps, const model::Analysis& analysis)
{
    for (auto& step : steps) {
        std::set<model::NodeId> nodes;
        for (const auto& origin : step.origins) {
            if (origin.node.isValid() && origin.node.value() < analysis.costs.size())
                nodes.insert(origin.node);
        }
        const bool isKnown = !nodes.empty() && std::ranges::all_of(nodes, [&](model::NodeId id) {
            return analysis.cost(id).isKnown;
        });
        if (!isKnown || step.flops)
            continue;
        model::Cost sum;
        for (const auto id : nodes)
            sum = sum + analysis.cost(id);
        step.flops = sum.flops();
        step.work
            = WorkClasses { sum.multiplyAdds, sum.otherFlops, sum.transcendental, sum.movedBytes };
        step.bytes = nodes.size() == 1 ? std::optional(analysis.cost(*nodes.begin()).bytes())
                                       : borderBytes(analysis, nodes);
    }
}

} // namespace profiler
