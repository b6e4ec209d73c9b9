#include "engine/attention/attention_plan.h"
#include "engine/reference/attention_rules.h"

// Attention, MultiHeadAttention and DecoderMaskedMultiHeadAttention of com.microsoft.

namespace engine {

namespace {

/// Sets the KeyMask from an input that may be left out.
Result<void> planMask(const KernelRequest& request, std::size_t input, AttentionPlan& plan)
{
    if (!request.hasInput(input))
        return {};
    TRY(requireElement(request, input, IndexTypes {}));
    const auto& layout = plan.layout;
    const auto& d = request.input(input).tensor.dims;
    TRY(checkKeyMask(d, { layout.batch, layout.queries, layout.keys, layout.rules.past }));
    auto& mask = plan.layout.rules.mask;
    mask.rank = static_cast<int>(d.size());
    mask.hasStarts = d.size() == 1 && d[0] == 2 * layout.batch;
    mask.rows = d.size() > 2 ? d[d.size() - 2] : 1;
    mask.width = d.back();
    mask.filter = request.node.real("mask_filter_value", -10000.0f);
    plan.mask = input;
    return {};
}

/// Sets what the operators share, after operands and past, from the inputs of the mask and of the
/// bias of the scores.
Result<void> planRules(
    const KernelRequest& request, std::size_t mask, std::size_t bias, AttentionPlan& plan)
{
    auto& layout = plan.layout;
    layout.rules.past = plan.operands[keyIndex].pastSteps;
    layout.keys = plan.operands[keyIndex].steps + layout.rules.past;
    layout.yHead = layout.valueSize;
    layout.yStep = layout.heads * layout.valueSize;
    layout.yBatch = layout.queries * layout.yStep;
    layout.scale = contribScale(request.node, layout.headSize);
    layout.rules.isCausal = request.node.flag("unidirectional");
    plan.type.dims = { layout.batch, layout.queries, layout.yStep };
    TRY(planMask(request, mask, plan));
    TRY(planBias(request, bias, layout.keys, plan));
    return finishPlan(request, plan);
}

// Attention: input · weights gives query, key and value side by side.

/// Sets the past [2, batch, heads, steps, size], keys first.
Result<void> planPackedPast(const KernelRequest& request, AttentionPlan& plan)
{
    if (!request.hasInput(4))
        return {};
    const auto& layout = plan.layout;
    const auto& past = request.input(4).tensor;
    const auto& d = past.dims;
    if (d.size() != 5 || d != Dims { 2, layout.batch, layout.heads, d[3], layout.headSize }
        || layout.valueSize != layout.headSize || past.element != plan.type.element)
        return fail("a past of ", dimsText(d), " does not fit");
    for (const std::size_t i : { keyIndex, valueIndex }) {
        plan.operands[i].past = 4;
        plan.operands[i].pastSteps = d[3];
    }
    plan.operands[valueIndex].pastFirst = past.count() / 2;
    return {};
}

// MultiHeadAttention: query, key and value are separate or packed inputs.

/// Operand number `part` of those that an input [batch, steps, heads, parts, size] holds.
AttentionOperand packedOperand(
    std::size_t input, const Dims& d, std::int64_t parts, std::int64_t part)
{
    const auto step = d[2] * parts * d[4];
    return { input, part * d[4], { d[1] * step, parts * d[4], step }, d[2], d[1], d[4] };
}

/// Sets key and value from their inputs. Returns whether they get a bias: keys and values with
/// heads first, or packed with each other, get none.
Result<bool> planKeys(const KernelRequest& request, AttentionPlan& plan)
{
    auto& layout = plan.layout;
    const auto hidden = layout.heads * layout.headSize;
    const auto& key = request.input(1).tensor.dims;
    if (key.size() == 5) {
        layout.valueSize = layout.headSize;
        if (key != Dims { layout.batch, key[1], layout.heads, 2, layout.headSize })
            return fail("packed keys of ", dimsText(key), " do not fit the query");
        plan.operands[keyIndex] = packedOperand(1, key, 2, 0);
        plan.operands[valueIndex] = packedOperand(1, key, 2, 1);
        return false;
    }
    const auto& value = request.input(2).tensor.dims;
    const bool isHeadFirst = key.size() == 4 && value.size() == 4;
    const bool fits = isHeadFirst
        ? key == Dims { layout.batch, layout.heads, key[2], layout.headSize }
            && value == Dims { layout.batch, layout.heads, key[2], value[3] }
        : key.size() == 3 && value.size() == 3 && key[0] == layout.batch && key[2] == hidden
            && value[0] == layout.batch && value[1] == key[1] && value[2] % layout.heads == 0;
    if (!fits)
        return fail("key ", dimsText(key), " or value ", dimsText(value), " does not fit");
    const auto steps = key[isHeadFirst ? 2 : 1];
    layout.valueSize = isHeadFirst ? value[3] : value[2] / layout.heads;
    plan.operands[keyIndex]
        = operandOf(1, { layout.batch, layout.heads, steps, layout.headSize, isHeadFirst });
    plan.operands[valueIndex]
        = operandOf(2, { layout.batch, layout.heads, steps, layout.valueSize, isHeadFirst });
    return !isHeadFirst;
}

/// Sets query, key and value. Returns whether key and value get a bias.
Result<bool> planOperands(const KernelRequest& request, AttentionPlan& plan)
{
    auto& layout = plan.layout;
    const auto& d = request.input(0).tensor.dims;
    layout.heads = layout.kvHeads = request.node.integer("num_heads", 0);
    if (layout.heads < 1 || (d.size() != 3 && d.size() != 5))
        return fail("a query of ", dimsText(d), " does not fit ", layout.heads, " heads");
    layout.batch = d[0];
    layout.queries = d[1];
    if (d.size() == 5) {
        if (d[2] != layout.heads || d[3] != 3)
            return fail(
                "a packed query of ", dimsText(d), " does not fit ", layout.heads, " heads");
        layout.headSize = layout.valueSize = d[4];
        for (std::size_t i = 0; i < 3; ++i)
            plan.operands[i] = packedOperand(0, d, 3, static_cast<std::int64_t>(i));
        return true;
    }
    if (d[2] % layout.heads != 0 || d[2] == 0 || !request.hasInput(1)
        || (request.input(1).tensor.dims.size() != 5 && !request.hasInput(2)))
        return fail("a query of ", dimsText(d), " does not fit ", layout.heads,
            " heads, or key or value is missing");
    layout.headSize = d[2] / layout.heads;
    plan.operands[queryIndex]
        = operandOf(0, { layout.batch, layout.heads, layout.queries, layout.headSize, false });
    return planKeys(request, plan);
}

/// Inputs of MultiHeadAttention after query, key and value.
struct MultiHeadInputs {
    std::size_t bias, mask, scoreBias, pastKey;
};

Result<AttentionPlan> planSeparate(const KernelRequest& request, const MultiHeadInputs& inputs)
{
    TRY(requireElement(request, 0, AttentionTypes {}));
    AttentionPlan plan;
    plan.type = request.input(0).tensor;
    for (const std::size_t i : { std::size_t(1), std::size_t(2), inputs.bias }) {
        if (request.hasInput(i) && request.input(i).tensor.element != plan.type.element)
            return fail("operands of different types are left to the reference kernel");
    }
    const bool areKeysBiased = TRY(planOperands(request, plan));
    if (request.hasInput(inputs.pastKey) && request.hasInput(inputs.pastKey + 1))
        TRY(planPast(request, inputs.pastKey, inputs.pastKey + 1, plan));
    TRY(planProjectionBias(request, inputs.bias, areKeysBiased, plan));
    if (request.hasOutput(3))
        plan.scores = ScoreStage::Biased;
    TRY(planRules(request, inputs.mask, inputs.scoreBias, plan));
    return plan;
}

} // namespace

Result<void> planProjectionBias(
    const KernelRequest& request, std::size_t input, bool areKeysBiased, AttentionPlan& plan)
{
    if (!request.hasInput(input))
        return {};
    const auto hidden = plan.layout.heads * plan.layout.headSize;
    const auto features = 2 * hidden + plan.layout.heads * plan.layout.valueSize;
    const auto count = request.input(input).tensor.count();
    if (count != features)
        return fail("bias has ", count, " elements, expected ", features);
    for (std::size_t i = 0; i < 3; ++i) {
        if (i != queryIndex && !areKeysBiased)
            continue;
        plan.operands[i].bias = input;
        plan.operands[i].biasFirst = static_cast<std::int64_t>(i) * hidden;
    }
    return {};
}

Result<AttentionPlan> planProjectedAttention(const KernelRequest& request)
{
    TRY(requireElement(request, 0, AttentionTypes {}));
    const auto& node = request.node;
    if (node.flag("do_rotary") || node.flag("past_present_share_buffer"))
        return fail("do_rotary and past_present_share_buffer are left to the reference kernel");
    AttentionPlan plan;
    plan.type = request.input(0).tensor;
    const auto d = plan.type.dims;
    const auto& weights = request.input(1).tensor;
    const auto heads = node.integer("num_heads", 0);
    if (d.size() != 3 || d[2] < 1 || weights.dims.size() != 2 || heads < 1
        || weights.dims[0] != d[2] || weights.element != plan.type.element)
        return fail("an input of ", dimsText(d), " and weights of ", dimsText(weights.dims),
            " do not fit ", heads, " heads");
    const auto total = weights.dims[1];
    const auto sizes = TRY(projectionSizes(node, weights.dims, heads));
    if (sizes[0] < heads)
        return fail("heads without features are left to the reference kernel");
    if (request.hasInput(2)
        && (request.input(2).tensor.count() != total
            || request.input(2).tensor.element != plan.type.element))
        return fail("a bias of ", dimsText(request.input(2).tensor.dims), ", expected ", total);
    plan.projectedColumns = total;
    plan.projectedFeatures = d[2];
    auto& layout = plan.layout;
    layout.batch = d[0];
    layout.heads = layout.kvHeads = heads;
    layout.queries = d[1];
    layout.headSize = sizes[0] / heads;
    layout.valueSize = sizes[2] / heads;
    std::int64_t first = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto size = sizes[i] / heads;
        plan.operands[i] = { noInput, first, { d[1] * total, size, total }, heads, d[1], size };
        first += sizes[i];
    }
    TRY(planPackedPast(request, plan));
    plan.isPresentPacked = true;
    if (request.hasOutput(1) && layout.valueSize != layout.headSize)
        return fail("present keys and values of different sizes are left to the reference kernel");
    TRY(planRules(request, 3, 5, plan));
    return plan;
}

Result<AttentionPlan> planMultiHeadAttention(const KernelRequest& request)
{
    if (request.hasInput(8) || request.hasInput(9))
        return fail("past_sequence_length and cache_indirection are left to the reference kernel");
    return planSeparate(request, { 3, 4, 5, 6 });
}

Result<AttentionPlan> planDecoderMaskedAttention(const KernelRequest& request)
{
    if (request.node.flag("past_present_share_buffer") || request.hasInput(8) || request.hasInput(9)
        || request.hasOutput(3))
        return fail("shared buffers, beams and qk are left to the reference kernel");
    return planSeparate(request, { 10, 3, 4, 5 });
}

} // namespace engine
