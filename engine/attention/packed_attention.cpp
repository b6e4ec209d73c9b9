#include "engine/attention/attention_plan.h"
#include "engine/reference/attention_rules.h"

#include <cmath>

// PackedAttention and PackedMultiHeadAttention of com.microsoft: the tokens of all sequences follow
// each other without padding.

namespace engine {

namespace {

/// Sets the sequences and the bias of the scores, after the operands. `offsets` is the first of
/// three inputs: original places of the tokens [sequences, steps], ends of the sequences, bias.
Result<void> planSequences(const KernelRequest& request, std::size_t offsets, AttentionPlan& plan)
{
    const auto& places = request.input(offsets).tensor.dims;
    TRY(requireElement(request, offsets + 1, IndexTypes {}));
    const auto ends = request.input(offsets + 1).tensor.count();
    if (places.size() != 2 || places[0] < 1 || places[1] < 1 || ends != places[0] + 1)
        return fail("offsets of ", places, " do not fit ", ends, " ends of sequences");
    const auto bias = offsets + 2;
    if (request.hasInput(bias) && request.input(bias).tensor.dims.size() != 4)
        return fail("an attention bias of ", request.input(bias).tensor.dims, ", expected rank 4");
    plan.ends = offsets + 1;
    plan.sequences = places[0];
    plan.longest = places[1];
    auto& layout = plan.layout;
    const auto tokens = layout.queries;
    layout.scale = request.node.real("scale", 1 / std::sqrt(static_cast<float>(layout.headSize)));
    layout.yHead = layout.valueSize;
    layout.yStep = layout.heads * layout.valueSize;
    plan.type.dims = { tokens, layout.yStep };
    layout.batch = plan.sequences;
    layout.queries = layout.keys = plan.longest;
    TRY(planBias(request, bias, plan.longest, plan));
    layout.batch = 1;
    layout.queries = layout.keys = tokens;
    return finishPlan(request, plan);
}

Result<AttentionPlan> packedPlan(const KernelRequest& request)
{
    TRY(requireElement(request, 0, AttentionTypes {}));
    AttentionPlan plan;
    plan.type = request.input(0).tensor;
    const auto heads = request.node.integer("num_heads", 0);
    if (plan.type.dims.empty() || heads < 1)
        return fail("an input of ", plan.type.dims, " does not fit ", heads, " heads");
    plan.layout.batch = 1;
    plan.layout.queries = plan.layout.keys = plan.type.dims[0];
    plan.layout.heads = plan.layout.kvHeads = heads;
    return plan;
}

/// Sets query, key and value from one input [tokens, heads, 3, size].
Result<void> planPackedOperands(AttentionPlan& plan)
{
    auto& layout = plan.layout;
    const auto& d = plan.type.dims;
    if (d[1] != layout.heads || d[3] < 1)
        return fail("a packed query of ", d, " does not fit ", layout.heads, " heads");
    const auto size = layout.headSize = layout.valueSize = d[3];
    const HeadStrides strides { 0, 3 * size, layout.heads * 3 * size };
    for (std::size_t i = 0; i < 3; ++i)
        plan.operands[i] = { 0, static_cast<std::int64_t>(i) * size, strides, layout.heads,
            layout.queries, size };
    return {};
}

/// Sets query, key and value from inputs [tokens, features].
Result<void> planSeparateOperands(const KernelRequest& request, AttentionPlan& plan)
{
    auto& layout = plan.layout;
    const auto& query = request.input(0).tensor;
    const auto& key = request.input(1).tensor;
    const auto& value = request.input(2).tensor;
    const bool fits = query.dims.size() == 2 && request.hasInput(1) && request.hasInput(2)
        && key == query && value.element == query.element && value.dims.size() == 2
        && value.dims[0] == query.dims[0] && query.dims[1] >= layout.heads
        && query.dims[1] % layout.heads == 0 && value.dims[1] % layout.heads == 0;
    if (!fits)
        return fail(
            "a query of ", query.dims, " has no key and value that fit ", layout.heads, " heads");
    layout.headSize = query.dims[1] / layout.heads;
    layout.valueSize = value.dims[1] / layout.heads;
    const std::array sizes { layout.headSize, layout.headSize, layout.valueSize };
    for (std::size_t i = 0; i < 3; ++i)
        plan.operands[i] = operandOf(i, { 1, layout.heads, layout.queries, sizes[i], false });
    return {};
}

} // namespace

Result<AttentionPlan> planPackedMultiHeadAttention(const KernelRequest& request)
{
    auto plan = TRY(packedPlan(request));
    const auto& d = plan.type.dims;
    TRY(d.size() == 4 && d[2] == 3 ? planPackedOperands(plan)
                                   : planSeparateOperands(request, plan));
    if (request.hasInput(3) && request.input(3).tensor.element != plan.type.element)
        return fail("a bias of ", request.input(3).tensor.element);
    TRY(planProjectionBias(request, 3, true, plan));
    TRY(planSequences(request, 4, plan));
    return plan;
}

Result<AttentionPlan> planPackedAttention(const KernelRequest& request)
{
    auto plan = TRY(packedPlan(request));
    const auto d = plan.type.dims;
    const auto& weights = request.input(1).tensor;
    const auto& bias = request.input(2).tensor;
    auto& layout = plan.layout;
    if (d.size() != 2 || weights.dims.size() != 2 || weights.dims[0] != d[1] || d[1] < 1
        || weights.element != plan.type.element || bias.element != plan.type.element
        || bias.count() != weights.dims[1])
        return fail("an input of ", d, ", weights of ", weights.dims, " and a bias of ", bias.dims,
            " do not fit");
    const auto total = weights.dims[1];
    const auto sizes = TRY(projectionSizes(request.node, weights.dims, layout.heads));
    if (sizes[0] < layout.heads || sizes[2] < layout.heads)
        return fail("heads without features are left to the reference kernel");
    plan.projectedColumns = total;
    plan.projectedFeatures = d[1];
    layout.headSize = sizes[0] / layout.heads;
    layout.valueSize = sizes[2] / layout.heads;
    std::int64_t first = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto size = sizes[i] / layout.heads;
        plan.operands[i] = { noInput, first, { 0, size, total }, layout.heads, d[0], size };
        first += sizes[i];
    }
    TRY(planSequences(request, 3, plan));
    return plan;
}

} // namespace engine
