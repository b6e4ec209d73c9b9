#include "engine/attention/attention_plan.h"

#include <cmath>

// Attention of ai.onnx (versions 23 to 28): heads on an axis of their own or folded into the last
// one, groups of query heads that share a key head, masks, causal order, windows, past and present
// keys and values, an external cache with lengths, scores as an output.

namespace engine {

namespace {

Result<void> planStandardOperands(const KernelRequest& request, AttentionPlan& plan)
{
    const auto& node = request.node;
    for (const std::size_t i : { std::size_t(1), std::size_t(2) }) {
        if (request.input(i).tensor.element != plan.type.element)
            return fail("Q, K and V of different types are left to the reference kernel");
    }
    const auto q = TRY(headShape(request.input(0).tensor, node.integer("q_num_heads")));
    const auto k = TRY(headShape(request.input(1).tensor, node.integer("kv_num_heads")));
    const auto v = TRY(headShape(request.input(2).tensor, node.integer("kv_num_heads")));
    if (q.batch != k.batch || k.batch != v.batch || q.size != k.size || k.steps != v.steps
        || k.heads != v.heads || k.heads < 1 || q.heads % k.heads != 0)
        return fail("Q ", dimsText(request.input(0).tensor.dims), ", K ",
            dimsText(request.input(1).tensor.dims), " and V ",
            dimsText(request.input(2).tensor.dims), " do not fit");
    plan.operands[queryIndex] = operandOf(0, q);
    plan.operands[keyIndex] = operandOf(1, k);
    plan.operands[valueIndex] = operandOf(2, v);
    plan.type.dims.back() = q.isHeadFirst ? v.size : q.heads * v.size;
    const auto y = HeadShape { q.batch, q.heads, q.steps, v.size, q.isHeadFirst }.strides();
    auto& layout = plan.layout;
    layout.yBatch = y.batch;
    layout.yHead = y.head;
    layout.yStep = y.step;
    layout.batch = q.batch;
    layout.heads = q.heads;
    layout.kvHeads = k.heads;
    layout.queries = q.steps;
    layout.keys = k.steps;
    layout.headSize = q.size;
    layout.valueSize = v.size;
    return {};
}

Result<void> planStandardMask(const KernelRequest& request, AttentionPlan& plan)
{
    if (!request.hasInput(3))
        return {};
    const auto& dims = request.input(3).tensor.dims;
    if (dims.empty() || dims.size() > 4)
        return fail("a mask of ", dimsText(dims), " does not fit");
    // Since version 24 a mask may cover fewer keys than there are.
    const auto width = request.node.version < 24 ? plan.layout.keys : dims.back();
    if (width > plan.layout.keys)
        return fail("a mask of ", dimsText(dims), " does not fit ", plan.layout.keys, " keys");
    return planBias(request, 3, width, plan);
}

} // namespace

Result<AttentionPlan> planAttention(const KernelRequest& request)
{
    TRY(requireElement(request, 0, AttentionTypes {}));
    const auto& node = request.node;
    AttentionPlan plan;
    plan.type = request.input(0).tensor;
    TRY(planStandardOperands(request, plan));
    auto& layout = plan.layout;
    if (request.hasInput(4) && request.hasInput(5)) {
        TRY(planPast(request, 4, 5, plan));
        layout.rules.past = plan.operands[keyIndex].pastSteps;
        layout.keys += layout.rules.past;
    }
    TRY(planStandardMask(request, plan));
    if (request.hasInput(6)) {
        TRY(requireElement(request, 6, IndexTypes {}));
        if (request.input(6).tensor.count() != layout.batch)
            return fail("nonpad_kv_seqlen has ", request.input(6).tensor.count(),
                " entries, expected ", layout.batch);
        plan.lengths = 6;
    }
    layout.scale = node.real("scale", 1.0f / std::sqrt(static_cast<float>(layout.headSize)));
    layout.softcap = node.real("softcap", 0.0f);
    layout.rules.isCausal = node.flag("is_causal");
    layout.rules.left = node.integer("left_window_size", -1);
    layout.rules.right = node.integer("right_window_size", -1);
    const auto mode = node.integer("qk_matmul_output_mode", 0);
    if (mode < 0 || mode > 3)
        return fail("qk_matmul_output_mode is ", mode);
    constexpr std::array stages { ScoreStage::Raw, ScoreStage::Capped, ScoreStage::Biased,
        ScoreStage::Probability };
    if (request.hasOutput(3))
        plan.scores = stages[static_cast<std::size_t>(mode)];
    TRY(finishPlan(request, plan));
    return plan;
}

} // namespace engine
