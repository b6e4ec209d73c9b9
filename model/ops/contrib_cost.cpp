#include "model/ops/contrib_cost.h"

#include <algorithm>
#include <array>

namespace model::ops {

Cost costFusedConv(const CostContext& context)
{
    auto cost = costWindow(context, 1, 2);
    if (context.hasInput(3))
        cost.otherFlops = saturatedSum(cost.otherFlops, context.outputElements(0));
    return cost;
}

Cost costQuantizedConv(const CostContext& context) { return costWindow(context, 3, 8); }
Cost costFirstTimesSecond(const CostContext& context) { return costProduct(context, 0); }

Cost costFusedMatMul(const CostContext& context)
{
    auto cost = traffic(context);
    const auto rank = context.inputRank(0);
    const std::size_t fromBack = context.integer("transA", 0) != 0 ? 2 : 1;
    cost.multiplyAdds = rank < fromBack
        ? 0
        : multiplied(context.outputElements(0), context.inputDim(0, rank - fromBack));
    return cost;
}

Cost costPackedProduct(const CostContext& context)
{
    auto cost = traffic(context);
    cost.multiplyAdds = multiplied(context.outputElements(0), positiveInteger(context, "K"));
    return cost;
}

Cost costBiasAdd(const CostContext& context) { return perOutput(context, 2); }

Cost costDistances(const CostContext& context)
{
    auto cost = traffic(context);
    cost.multiplyAdds = multiplied(context.outputElements(0), context.inputDim(0, 1));
    cost.otherFlops = cost.multiplyAdds; // subtractions
    return cost;
}

Cost costInverse(const CostContext& context)
{
    auto cost = traffic(context);
    const auto rank = context.inputRank(0);
    cost.multiplyAdds
        = rank == 0 ? 0 : multiplied(context.inputElements(0), context.inputDim(0, rank - 1));
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

Cost costWindowAttention(const CostContext& context)
{
    const auto heads = positiveInteger(context, "num_heads");
    const auto [batch, steps, features]
        = std::array { context.inputDim(0, 0), context.inputDim(0, 1), context.inputDim(0, 2) };
    const auto keys = std::min(steps, multiplied(2, positiveInteger(context, "window")) + 1);
    auto cost
        = costAttention(context, { batch, heads, steps, keys, features / heads, features / heads });
    cost.multiplyAdds = saturatedSum(cost.multiplyAdds,
        multiplied(multiplied(batch, steps), multiplied(features, multiplied(3, features))));
    return cost;
}

Cost costMultiHeadAttention(const CostContext& context)
{
    const auto heads = positiveInteger(context, "num_heads");
    const bool isPacked = context.inputRank(0) == 5;
    const auto queries = context.inputDim(0, 1);
    const auto features
        = isPacked ? multiplied(heads, context.inputDim(0, 4)) : context.inputDim(0, 2);
    auto keys = queries;
    if (!isPacked && context.hasInput(1))
        keys = context.inputDim(1, context.inputRank(1) == 4 ? 2 : 1);
    if (context.hasInput(6) && (isPacked || context.inputRank(1) != 4))
        keys += context.inputDim(6, 2);
    return costAttention(context,
        { context.inputDim(0, 0), heads, queries, keys, features / heads,
            context.outputDim(0, 2) / heads });
}

Cost costCachedAttention(const CostContext& context)
{
    const auto heads = positiveInteger(context, "num_heads");
    const auto width = context.outputDim(0, 2) / heads;
    const auto keys = context.outputDim(1, 2);
    auto cost = costAttention(
        context, { context.outputDim(0, 0), heads, context.outputDim(0, 1), keys, width, width });
    // A cache that does not grow is a buffer. How much of it is filled depends on values, not on
    // shapes.
    const std::size_t past = context.schema().name == "GroupQueryAttention" ? 3 : 5;
    if (context.hasInput(past) && context.inputDim(past, 2) == keys)
        cost.reason = "the cache is a buffer of " + std::to_string(keys)
            + " positions, and how many of them are filled is known when it runs only";
    return cost;
}

Cost costRotation(const CostContext& context) { return perOutput(context, 3); }

Cost costLastAxisNorm(const CostContext& context)
{
    const auto rank = context.outputRank(0);
    const auto size = rank == 0 ? 1 : std::max<std::uint64_t>(context.outputDim(0, rank - 1), 1);
    return costGroups(context, 9, context.outputElements(0) / size);
}

} // namespace model::ops
