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

Cost multiplyAddsPerOutput(const CostContext& context, std::uint64_t count)
{
    auto cost = traffic(context);
    cost.multiplyAdds = multiplied(context.outputElements(0), count);
    return cost;
}

CostRule costPerOutput(std::uint64_t flops)
{
    return [flops](const CostContext& context) { return perOutput(context, flops); };
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

Cost costProduct(const CostContext& context)
{
    const auto rank = context.inputRank(0);
    const std::size_t fromBack = context.integer("transA", 0) != 0 ? 2 : 1;
    return multiplyAddsPerOutput(
        context, rank < fromBack ? 0 : context.inputDim(0, rank - fromBack));
}

Cost costGemm(const CostContext& context)
{
    auto cost = costProduct(context);
    cost.otherFlops = context.hasInput(2) ? context.outputElements(0) : 0;
    return cost;
}

CostRule costWindow(std::size_t weights, const std::vector<std::size_t>& added)
{
    return [=](const CostContext& context) {
        const auto outputs = context.inputDim(weights, 0);
        auto cost = multiplyAddsPerOutput(
            context, outputs == 0 ? 0 : context.inputElements(weights) / outputs);
        for (const auto input : added)
            if (context.hasInput(input))
                cost.otherFlops = saturatedSum(cost.otherFlops, context.outputElements(0));
        return cost;
    };
}

Cost costPool(const CostContext& context)
{
    std::uint64_t window = 1;
    for (const auto size : context.integers("kernel_shape").value_or(std::vector<std::int64_t> {}))
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

Cost costProjectedAttention(const CostContext& context)
{
    const auto heads = positiveInteger(context, "num_heads");
    const auto batch = context.inputDim(0, 0);
    const auto queries = context.inputDim(0, 1);
    const auto columns = context.inputDim(1, 1);
    const auto valueFeatures = context.outputDim(0, 2);
    const auto keyFeatures = columns > valueFeatures ? (columns - valueFeatures) / 2 : 0;
    const std::size_t past = context.schema().name == "QAttention" ? 8 : 4;
    const auto keys = queries + (context.hasInput(past) ? context.inputDim(past, 3) : 0);
    auto cost = costAttention(
        context, { batch, heads, queries, keys, keyFeatures / heads, valueFeatures / heads });
    cost.multiplyAdds = saturatedSum(cost.multiplyAdds,
        multiplied(multiplied(batch, queries), multiplied(context.inputDim(0, 2), columns)));
    return cost;
}

} // namespace model::ops
