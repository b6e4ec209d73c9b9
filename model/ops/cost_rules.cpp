#include "model/ops/cost_rules.h"

#include <limits>

namespace model::ops {

std::uint64_t multiplied(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::uint64_t>::max()
                                                  : product;
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

} // namespace model::ops
