#include "engine/attention/attention_plan.h"
#include "engine/program/shapes.h"
#include "engine/reference/attention_rules.h"

#include <algorithm>

// GroupQueryAttention of com.microsoft: groups of query heads, optional rotary embedding, past and
// present in buffers with a capacity.

namespace engine {

namespace {

/// Vectors of `heads` heads of an input [batch, steps, width] that begin at head `first`.
AttentionOperand headsAt(const AttentionLayout& layout, std::size_t input, std::int64_t width,
    std::int64_t first, std::int64_t heads)
{
    const auto size = layout.headSize;
    return { input, first * size, { layout.queries * width, size, width }, heads, layout.queries,
        size };
}

Result<void> planHeads(const KernelRequest& request, AttentionPlan& plan)
{
    const auto& node = request.node;
    const auto& d = plan.type.dims;
    const auto heads = node.integer("num_heads", 0);
    const auto kvHeads = node.integer("kv_num_heads", 0);
    const bool isPacked = !request.hasInput(1);
    const auto width = d.size() == 3 ? d[2] : 0;
    // Each head must have at least one feature. This also limits the head counts from a file.
    const bool areCounts = heads >= 1 && heads <= width && kvHeads >= 1 && kvHeads <= heads;
    const auto parts = !areCounts ? 1 : isPacked ? heads + 2 * kvHeads : heads;
    if (!areCounts || heads % kvHeads != 0 || width % parts != 0)
        return fail("a query of ", dimsText(d), " does not fit ", heads, " heads and ", kvHeads,
            " key heads");
    auto& layout = plan.layout;
    layout.batch = d[0];
    layout.queries = d[1];
    layout.heads = heads;
    layout.kvHeads = kvHeads;
    layout.headSize = layout.valueSize = layout.yHead = width / parts;
    layout.yStep = heads * layout.headSize;
    layout.yBatch = layout.queries * layout.yStep;
    plan.operands[queryIndex] = headsAt(layout, 0, width, 0, heads);
    if (isPacked) {
        plan.operands[keyIndex] = headsAt(layout, 0, width, heads, kvHeads);
        plan.operands[valueIndex] = headsAt(layout, 0, width, heads + kvHeads, kvHeads);
    } else {
        const auto keyWidth = kvHeads * layout.headSize;
        const TensorType expected { plan.type.element, { d[0], d[1], keyWidth } };
        if (!request.hasInput(2) || request.input(1).tensor != expected
            || request.input(2).tensor != expected)
            return fail("key or value does not have the shape ", dimsText(expected.dims));
        plan.operands[keyIndex] = headsAt(layout, 1, keyWidth, 0, kvHeads);
        plan.operands[valueIndex] = headsAt(layout, 2, keyWidth, 0, kvHeads);
    }
    plan.type.dims.back() = layout.yStep;
    return {};
}

Result<void> planSteps(const KernelRequest& request, AttentionPlan& plan)
{
    TRY(requireElement(request, 5, IndexTypes {}));
    const auto* const given = request.input(6).constant;
    if (given == nullptr)
        return fail("total_sequence_length is not known before the model runs");
    const auto total = TRY(readInteger(*given));
    auto& layout = plan.layout;
    if (request.hasInput(3) != request.hasInput(4))
        return fail("a past key without a past value, or the other way round");
    if (request.hasInput(3))
        TRY(planPast(request, 3, 4, plan));
    for (const std::size_t i : { keyIndex, valueIndex })
        plan.operands[i].capacity = std::max(plan.operands[i].pastSteps, total);
    if (request.input(5).tensor.count() != layout.batch || total < layout.queries)
        return fail("seqlens_k has ", request.input(5).tensor.count(), " entries for ",
            layout.batch, " sequences, total_sequence_length is ", total);
    const auto capacity = plan.operands[keyIndex].capacity;
    for (const auto size : { layout.headSize, layout.valueSize })
        TRY(checkedCount(Dims { layout.batch, layout.kvHeads, capacity, size }));
    plan.lengths = 5;
    plan.hasPastByLength = true;
    layout.keys = total;
    layout.rules.lengthShift = 1;
    // A first prompt may be padded at its end; its queries still have positions from 0.
    layout.rules.isPrompt = total == layout.queries;
    return planBias(request, 10, total, plan);
}

Result<void> planGroupRotation(const KernelRequest& request, AttentionPlan& plan)
{
    if (!request.node.flag("do_rotary"))
        return {};
    if (!request.hasInput(7) || !request.hasInput(8))
        return fail("do_rotary is set, cos_cache and sin_cache are missing");
    auto rotation = TRY(planRotation(request, 7, 9, plan.type.element));
    const auto& cosines = request.input(7).tensor.dims;
    if (cosines.size() != 2 || rotation.rotated > plan.layout.headSize)
        return fail("caches of ", dimsText(cosines), " do not fit heads of ", plan.layout.headSize);
    rotation.isInterleaved = request.node.flag("rotary_interleaved");
    if (request.hasInput(9))
        TRY(planPositions(request, plan.layout.batch * plan.layout.queries, rotation));
    plan.rotation = rotation;
    plan.operands[queryIndex].isRotated = plan.operands[keyIndex].isRotated = true;
    return {};
}

Result<void> planSinks(const KernelRequest& request, AttentionPlan& plan)
{
    plan.layout.hasSink = request.hasInput(11) || request.node.integer("smooth_softmax", -1) > 0;
    if (!request.hasInput(11))
        return {};
    const auto& sinks = request.input(11).tensor;
    if (sinks.count() != plan.layout.heads || sinks.element != plan.type.element)
        return fail("head_sink has ", sinks.count(), " entries, expected ", plan.layout.heads,
            " of the query's type");
    plan.sinks = 11;
    return {};
}

} // namespace

Result<AttentionPlan> planGroupQueryAttention(const KernelRequest& request)
{
    TRY(requireElement(request, 0, AttentionTypes {}));
    if (request.hasOutput(3))
        return fail("output_qk is left to the reference kernel");
    AttentionPlan plan;
    plan.type = request.input(0).tensor;
    TRY(planHeads(request, plan));
    TRY(planSteps(request, plan));
    TRY(planGroupRotation(request, plan));
    TRY(planSinks(request, plan));
    auto& layout = plan.layout;
    layout.scale = contribScale(request.node, layout.headSize);
    layout.softcap = request.node.real("softcap", 0.0f);
    layout.rules.isCausal = true;
    const auto window = request.node.integer("local_window_size", -1);
    if (window == 0)
        return fail("a local window of 0 keys is left to the reference kernel");
    layout.rules.left = window > 0 ? window - 1 : -1;
    TRY(finishPlan(request, plan));
    return plan;
}

} // namespace engine
