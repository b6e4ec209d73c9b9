#include "model/ops/cost_rules.h"

#include "model/inference/saturated.h"

#include <algorithm>

namespace model::ops {

std::uint64_t multiplied(std::uint64_t a, std::uint64_t b) { return saturatedProduct(a, b); }

std::uint64_t positiveInteger(
    const CostContext& context, std::string_view name, std::int64_t fallback)
{
    return static_cast<std::uint64_t>(std::max<std::int64_t>(context.integer(name, fallback), 1));
}

Cost traffic(const CostContext& context)
{
    Cost cost;
    cost.readBytes = context.allInputBytes();
    cost.writtenBytes = context.allOutputBytes();
    return cost;
}

Cost perOutput(const CostContext& context, std::uint64_t flops)
{
    auto cost = traffic(context);
    cost.otherFlops = multiplied(context.outputElements(0), flops);
    return cost;
}

Cost costElementwise(const CostContext& context) { return perOutput(context, 1); }

Cost costTranscendental(const CostContext& context)
{
    auto cost = traffic(context);
    cost.transcendental = context.outputElements(0);
    return cost;
}

Cost costPerInput(const CostContext& context)
{
    auto cost = traffic(context);
    cost.otherFlops = context.inputElements(0);
    return cost;
}

Cost costMove(const CostContext& context)
{
    auto cost = traffic(context);
    cost.movedBytes = cost.bytes();
    return cost;
}

Cost costPick(const CostContext& context)
{
    Cost cost;
    cost.writtenBytes = context.allOutputBytes();
    cost.readBytes = cost.writtenBytes;
    cost.movedBytes = cost.bytes();
    return cost;
}

Cost costView(const CostContext&) { return {}; }

Cost costProduct(const CostContext& context, std::size_t left)
{
    auto cost = traffic(context);
    const auto rank = context.inputRank(left);
    cost.multiplyAdds
        = rank == 0 ? 0 : multiplied(context.outputElements(0), context.inputDim(left, rank - 1));
    return cost;
}

Cost costGemm(const CostContext& context)
{
    auto cost = traffic(context);
    const auto inner = context.inputDim(0, context.integer("transA", 0) != 0 ? 0 : 1);
    cost.multiplyAdds = multiplied(context.outputElements(0), inner);
    cost.otherFlops = context.hasInput(2) ? context.outputElements(0) : 0;
    return cost;
}

Cost costWindow(const CostContext& context, std::size_t weights, std::optional<std::size_t> bias)
{
    auto cost = traffic(context);
    const auto outputs = context.inputDim(weights, 0);
    const auto perOutputElement = outputs == 0 ? 0 : context.inputElements(weights) / outputs;
    cost.multiplyAdds = multiplied(context.outputElements(0), perOutputElement);
    cost.otherFlops = bias && context.hasInput(*bias) ? context.outputElements(0) : 0;
    return cost;
}

Cost costPool(const CostContext& context)
{
    std::uint64_t window = 1;
    for (const auto size : context.integers("kernel_shape"))
        window = multiplied(window, static_cast<std::uint64_t>(std::max<std::int64_t>(size, 1)));
    return perOutput(context, window);
}

Cost costGroups(const CostContext& context, std::uint64_t flops, std::uint64_t groups)
{
    auto cost = perOutput(context, flops);
    cost.transcendental = groups;
    return cost;
}

Cost costAttention(const CostContext& context, const AttentionSizes& sizes)
{
    auto cost = traffic(context);
    const auto scores
        = multiplied(multiplied(sizes.batch, sizes.heads), multiplied(sizes.queries, sizes.keys));
    cost.multiplyAdds = multiplied(scores, sizes.keyWidth + sizes.valueWidth);
    cost.otherFlops = multiplied(scores, 4);
    cost.transcendental = scores;
    return cost;
}

} // namespace model::ops
