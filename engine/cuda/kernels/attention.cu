#include "engine/cuda/kernels/library_attention.h"

// Attention of ai.onnx (versions 23 to 28): heads on an axis of their own or folded into the last
// one, groups of query heads that share a key head, masks, causal order, windows, past and present
// keys and values, an external cache with lengths, scores as an output.

namespace engine::cuda {

namespace {

Result<HeadShape> headShape(const TensorType& type, std::optional<std::int64_t> heads)
{
    const auto& d = type.dims;
    if (d.size() == 4)
        return HeadShape { d[0], d[1], d[2], d[3], true };
    if (d.size() != 3 || !heads || *heads < 1 || d[2] % *heads != 0)
        return fail("an input of ", dimsText(d), " cannot be divided into heads");
    return HeadShape { d[0], *heads, d[1], d[2] / *heads, false };
}

enum class MaskKind { None, Own, Float, Bool };

struct AttentionPlan {
    TensorType type; ///< of Q
    HeadShape q, k, v;
    std::int64_t past = 0;
    float scale = 1;
    float softcap = 0;
    bool isCausal = false;
    std::int64_t left = -1;
    std::int64_t right = -1;
    MaskKind mask = MaskKind::None;
    std::int64_t maskWidth = 0;
    Dims maskStrides;
    ScoreStage stage = ScoreStage::Raw;
    bool hasLengths = false;
    bool isJoined[3] = {}; ///< keys (1) or values (2) are joined with a past, or are an output too
    bool wantsScores = false;

    std::int64_t keys() const { return k.steps + past; }
    /// Layout of keys (1) or values (2) as attention reads them.
    HeadShape kept(std::size_t which) const
    {
        const auto& own = which == 1 ? k : v;
        return isJoined[which] ? HeadShape { own.batch, own.heads, keys(), own.size, true } : own;
    }
};

Result<void> planMask(const KernelRequest& request, AttentionPlan& plan)
{
    if (!request.hasInput(3))
        return {};
    const auto& mask = inputType(request, 3);
    if (mask.element == ElementType::Bool)
        plan.mask = MaskKind::Bool;
    else if (mask.element == plan.type.element)
        plan.mask = MaskKind::Own;
    else if (mask.element == ElementType::Float)
        plan.mask = MaskKind::Float;
    else
        return fail("a mask of ", model::name(mask.element), " for ",
            model::name(plan.type.element), " runs on the CPU");
    if (mask.dims.empty() || mask.dims.size() > 4)
        return fail("a mask of ", dimsText(mask.dims), " does not fit");
    // Since version 24 a mask may cover fewer keys than there are.
    plan.maskWidth = request.node.version < 24 ? plan.keys() : mask.dims.back();
    const Dims target { plan.q.batch, plan.q.heads, plan.q.steps, plan.maskWidth };
    if (plan.maskWidth > plan.keys() || TRY(broadcastDims(mask.dims, target)) != target)
        return fail(
            "a mask of ", dimsText(mask.dims), " cannot be broadcast to ", dimsText(target));
    plan.maskStrides = broadcastStrides(mask.dims, target);
    return {};
}

Result<void> planPast(const KernelRequest& request, AttentionPlan& plan)
{
    if (!request.hasInput(4) || !request.hasInput(5))
        return {};
    const auto& key = inputType(request, 4);
    const auto& value = inputType(request, 5);
    const Dims& d = key.dims;
    if (d.size() != 4 || d != Dims { plan.k.batch, plan.k.heads, d[2], plan.k.size }
        || value.dims != Dims { plan.k.batch, plan.k.heads, d[2], plan.v.size }
        || key.element != plan.type.element || value.element != plan.type.element)
        return fail("past key ", dimsText(d), " or past value ", dimsText(value.dims),
            " does not fit, or is of another type");
    plan.past = d[2];
    return {};
}

Result<AttentionPlan> planAttention(const KernelRequest& request)
{
    TRY(requireElement(request, 0, AttentionTypes {}));
    const auto& node = request.node;
    AttentionPlan plan { inputType(request, 0) };
    for (const std::size_t i : { std::size_t(1), std::size_t(2) }) {
        if (inputType(request, i).element != plan.type.element)
            return fail("Q, K and V of different types run on the CPU");
    }
    plan.q = TRY(headShape(plan.type, node.integer("q_num_heads")));
    plan.k = TRY(headShape(inputType(request, 1), node.integer("kv_num_heads")));
    plan.v = TRY(headShape(inputType(request, 2), node.integer("kv_num_heads")));
    const auto &q = plan.q, &k = plan.k, &v = plan.v;
    if (q.batch != k.batch || k.batch != v.batch || q.size != k.size || k.steps != v.steps
        || k.heads != v.heads || k.heads < 1 || q.heads % k.heads != 0)
        return fail("Q ", dimsText(plan.type.dims), ", K ", dimsText(inputType(request, 1).dims),
            " and V ", dimsText(inputType(request, 2).dims), " do not fit");
    if (q.size > largestHead || v.size > largestHead)
        return fail(
            "heads of ", std::max(q.size, v.size), " elements, expected at most ", largestHead);
    TRY(planPast(request, plan));
    TRY(planMask(request, plan));
    if (request.hasInput(6)) {
        TRY(requireElement(request, 6, IndexTypes {}));
        if (inputType(request, 6).count() != q.batch)
            return fail("nonpad_kv_seqlen has ", inputType(request, 6).count(),
                " entries, expected ", q.batch);
    }
    plan.scale = node.real("scale", 1.0f / std::sqrt(static_cast<float>(q.size)));
    plan.softcap = node.real("softcap", 0.0f);
    plan.isCausal = node.flag("is_causal");
    plan.left = node.integer("left_window_size", -1);
    plan.right = node.integer("right_window_size", -1);
    const auto mode = node.integer("qk_matmul_output_mode", 0);
    if (mode < 0 || mode > 3)
        return fail("qk_matmul_output_mode is ", mode);
    constexpr std::array stages { ScoreStage::Raw, ScoreStage::Capped, ScoreStage::Biased,
        ScoreStage::Probability };
    plan.stage = stages[static_cast<std::size_t>(mode)];
    plan.hasLengths = request.hasInput(6);
    plan.isJoined[1] = plan.past != 0 || request.hasOutput(1);
    plan.isJoined[2] = plan.past != 0 || request.hasOutput(2);
    plan.wantsScores = request.hasOutput(3);
    return plan;
}

template <typename T>
void setRules(const AttentionPlan& plan, const RunContext& context, ScoreRules<T>& rules)
{
    rules.lengths = integersIn(context, 6);
    if (plan.mask == MaskKind::None)
        return;
    if (plan.mask == MaskKind::Own)
        rules.bias = in<T>(context, 3);
    else if (plan.mask == MaskKind::Float)
        rules.wideBias = in<float>(context, 3);
    else
        rules.allowed = in<std::uint8_t>(context, 3);
}

/// Returns keys or values: the input itself, or past and input joined in one buffer, which may be
/// an output.
template <typename T>
Result<HeadVectors<T>> keptVectors(ModuleBackend& device, RunContext& context,
    const AttentionPlan& plan, const HeadShape& shape, std::size_t which)
{
    const auto now = shape.vectors(in<T>(context, which));
    if (!plan.isJoined[which])
        return now;
    const TensorType type { plan.type.element,
        { shape.batch, shape.heads, plan.keys(), shape.size } };
    T* target = nullptr;
    if (context.hasOutput(which)) {
        target = reinterpret_cast<T*>(TRY(outputOf(context, which, type))->data);
    } else {
        const auto memory = TRY(context.scratch(type.bytes()));
        target = reinterpret_cast<T*>(memory.data());
    }
    JoinSteps<T> join { in<T>(context, which + 3), plan.past, now, nullptr, target, shape.heads,
        shape.steps, plan.keys(), shape.size, {} };
    join.rules.past = plan.past;
    TRY(forEach(device, type.count(), join));
    return plan.kept(which).vectors<T>(target);
}

/// The attention without pointers.
template <typename T>
AttentionData<T> layoutOf(const AttentionPlan& plan)
{
    const HeadShape outShape { plan.q.batch, plan.q.heads, plan.q.steps, plan.v.size,
        plan.q.isHeadFirst };
    AttentionData<T> data;
    data.q = plan.q.vectors<T>(nullptr);
    data.k = plan.kept(1).vectors<T>(nullptr);
    data.v = plan.kept(2).vectors<T>(nullptr);
    data.yHead = outShape.headStride();
    data.yStep = outShape.stepStride();
    data.batch = plan.q.batch;
    data.heads = plan.q.heads;
    data.kvHeads = plan.k.heads;
    data.queries = plan.q.steps;
    data.keys = plan.keys();
    data.headSize = plan.q.size;
    data.valueSize = plan.v.size;
    data.scale = plan.scale;
    data.softcap = plan.softcap;
    data.rules.isCausal = plan.isCausal;
    data.rules.left = plan.left;
    data.rules.right = plan.right;
    data.rules.past = plan.past;
    if (plan.mask != MaskKind::None) {
        data.rules.width = plan.maskWidth;
        std::ranges::copy(plan.maskStrides, data.rules.strides);
    }
    return data;
}

template <typename T>
Result<void> runAttention(ModuleBackend& device, RunContext& context, const AttentionPlan& plan,
    const LibraryAttention* library)
{
    auto dims = plan.type.dims;
    dims.back() = dims.size() == 4 ? plan.v.size : plan.q.heads * plan.v.size;
    auto* const output = TRY(context.output(0, plan.type.element, dims));
    auto data = layoutOf<T>(plan);
    data.q.first = in<T>(context, 0);
    data.k = TRY(keptVectors<T>(device, context, plan, plan.k, 1));
    data.v = TRY(keptVectors<T>(device, context, plan, plan.v, 2));
    data.y = reinterpret_cast<T*>(output->data);
    setRules(plan, context, data.rules);
    if (plan.wantsScores) {
        auto* const scores = TRY(context.output(
            3, plan.type.element, Dims { data.batch, data.heads, data.queries, data.keys }));
        TRY(writeScores(device, data, plan.stage, reinterpret_cast<T*>(scores->data)));
    }
    return attendBy(library, device, context, data);
}

Result<std::unique_ptr<Kernel>> kernelFor(const KernelRequest& request, const AttentionPlan& plan,
    std::shared_ptr<LibraryAttention> library)
{
    auto* const device = &deviceOf(request);
    return attentionKernel(request, library, [=](RunContext& context) -> Result<void> {
        auto run
            = [&]<typename T>() { return runAttention<T>(*device, context, plan, library.get()); };
        return visitElement(AttentionTypes {}, plan.type.element, run);
    });
}

Result<std::unique_ptr<Kernel>> prepareAttention(const KernelRequest& request)
{
    return kernelFor(request, TRY(planAttention(request)), nullptr);
}

Result<std::unique_ptr<Kernel>> prepareByLibrary(const KernelRequest& request)
{
    const auto plan = TRY(planAttention(request));
    const AttentionShape shape { plan.type.element, layoutOf<Float16>(plan), plan.hasLengths,
        plan.mask != MaskKind::None, plan.hasLengths, plan.wantsScores };
    return kernelFor(request, plan, TRY(LibraryAttention::prepare(request, shape)));
}

const RegisterKernels attention({ "Attention" }, prepareAttention);
const RegisterKernels byLibrary({ "Attention" }, prepareByLibrary, 0, Tier::Library);

} // namespace

} // namespace engine::cuda
