#include "engine/cuda/kernels/library_attention.h"
#include "engine/cuda/kernels/rotary.h"

// GroupQueryAttention of com.microsoft: groups of query heads, optional rotary embedding, past and
// present in buffers with a capacity.

namespace engine::cuda {

namespace {

struct GroupPlan {
    TensorType type;
    std::int64_t batch = 0;
    std::int64_t heads = 0;
    std::int64_t kvHeads = 0;
    std::int64_t queries = 0;
    std::int64_t size = 0;
    std::int64_t capacity = 0; ///< steps of the past buffers
    std::int64_t present = 0; ///< steps of the present buffers
    std::int64_t total = 0; ///< most keys in use
    bool isPacked = false;
    bool isPrompt = false;
    float scale = 1;
    float softcap = 0;
    std::int64_t window = -1;
    bool hasSink = false;
    bool isRotated = false;
    bool isInterleaved = false;
    bool isOffset = false;
    std::int64_t cacheRows = 0;
    std::int64_t cacheWidth = 0;
    Dims biasStrides; ///< empty: no bias
    std::int64_t biasWidth = 0;
};

Result<void> planHeads(const KernelRequest& request, GroupPlan& plan)
{
    const auto& node = request.node;
    const auto& d = plan.type.dims;
    plan.heads = node.integer("num_heads", 0);
    plan.kvHeads = node.integer("kv_num_heads", 0);
    plan.isPacked = !request.hasInput(1);
    const auto width = d.size() == 3 ? d[2] : 0;
    // Each head must have at least one feature. This also limits the head counts from a file.
    const bool areCounts
        = plan.heads >= 1 && plan.heads <= width && plan.kvHeads >= 1 && plan.kvHeads <= plan.heads;
    const auto parts = !areCounts ? 1 : plan.isPacked ? plan.heads + 2 * plan.kvHeads : plan.heads;
    if (!areCounts || plan.heads % plan.kvHeads != 0 || width % parts != 0)
        return fail("a query of ", dimsText(d), " does not fit ", plan.heads, " heads and ",
            plan.kvHeads, " key heads");
    plan.batch = d[0];
    plan.queries = d[1];
    plan.size = width / parts;
    if (plan.size > largestHead)
        return fail("heads of ", plan.size, " elements, expected at most ", largestHead);
    const TensorType expected { plan.type.element,
        { plan.batch, plan.queries, plan.kvHeads * plan.size } };
    if (!plan.isPacked
        && (!request.hasInput(2) || inputType(request, 1) != expected
            || inputType(request, 2) != expected))
        return fail("key or value does not have the shape ", dimsText(expected.dims));
    return {};
}

Result<void> planSteps(const KernelRequest& request, GroupPlan& plan)
{
    TRY(requireElement(request, 5, IndexTypes {}));
    const auto* const given = TRY(constantInput(request, 6));
    const auto total = TRY(readInteger(*given));
    if (request.hasInput(3) != request.hasInput(4))
        return fail("a past key without a past value, or the other way round");
    if (request.hasInput(3)) {
        const auto& d = inputType(request, 3).dims;
        if (d.size() != 4 || d != Dims { plan.batch, plan.kvHeads, d[2], plan.size }
            || inputType(request, 3) != inputType(request, 4)
            || inputType(request, 3).element != plan.type.element)
            return fail("a past of ", dimsText(d), " does not fit");
        plan.capacity = d[2];
    }
    plan.present = std::max(plan.capacity, total);
    plan.total = total;
    // A first prompt may be padded at its end; its queries still have positions from 0.
    plan.isPrompt = total == plan.queries;
    if (inputType(request, 5).count() != plan.batch || total < plan.queries)
        return fail("seqlens_k has ", inputType(request, 5).count(), " entries for ", plan.batch,
            " sequences, total_sequence_length is ", total);
    if (!request.hasInput(10))
        return {};
    const auto& bias = inputType(request, 10);
    const Dims target { plan.batch, plan.heads, plan.queries, total };
    if (bias.element != plan.type.element || TRY(broadcastDims(bias.dims, target)) != target)
        return fail(
            "an attention bias of ", dimsText(bias.dims), " does not fit ", dimsText(target));
    plan.biasStrides = broadcastStrides(bias.dims, target);
    plan.biasWidth = total;
    return {};
}

Result<void> planRotation(const KernelRequest& request, GroupPlan& plan)
{
    plan.isRotated = request.node.flag("do_rotary");
    if (!plan.isRotated)
        return {};
    if (!request.hasInput(7) || !request.hasInput(8))
        return fail("do_rotary is set, cos_cache and sin_cache are missing");
    const auto& cosines = inputType(request, 7);
    if (cosines.dims.size() != 2 || cosines != inputType(request, 8)
        || cosines.element != plan.type.element || cosines.dims[1] * 2 > plan.size)
        return fail("caches of ", dimsText(cosines.dims), " do not fit heads of ", plan.size);
    plan.cacheRows = cosines.dims[0];
    plan.cacheWidth = cosines.dims[1];
    plan.isInterleaved = request.node.flag("rotary_interleaved");
    if (!request.hasInput(9))
        return {};
    TRY(requireElement(request, 9, IndexTypes {}));
    const auto& positions = inputType(request, 9);
    const auto steps = plan.batch * plan.queries;
    if (positions.count() != 1 && positions.count() != steps)
        return fail("position_ids has ", positions.count(), " entries, expected 1 or ", steps);
    plan.isOffset = positions.count() != steps || positions.dims.size() != 2;
    return {};
}

Result<GroupPlan> planGroups(const KernelRequest& request)
{
    TRY(requireElement(request, 0, AttentionTypes {}));
    if (request.hasOutput(3))
        return fail("output_qk is not for the device");
    GroupPlan plan { inputType(request, 0) };
    TRY(planHeads(request, plan));
    TRY(planSteps(request, plan));
    TRY(planRotation(request, plan));
    const auto& node = request.node;
    const float scale = node.real("scale", 0.0f);
    plan.scale = scale != 0.0f ? scale : 1.0f / std::sqrt(static_cast<float>(plan.size));
    plan.softcap = node.real("softcap", 0.0f);
    plan.window = node.integer("local_window_size", -1);
    if (plan.window == 0)
        return fail("a local window of 0 keys runs on the CPU");
    plan.hasSink = request.hasInput(11) || node.integer("smooth_softmax", -1) > 0;
    if (request.hasInput(11)
        && (inputType(request, 11).count() != plan.heads
            || inputType(request, 11).element != plan.type.element))
        return fail("head_sink has ", inputType(request, 11).count(), " entries, expected ",
            plan.heads, " of the query's type");
    return plan;
}

/// The rules without pointers.
template <typename T>
ScoreRules<T> rulesOf(const GroupPlan& plan)
{
    ScoreRules<T> rules;
    rules.isCausal = true;
    rules.left = plan.window > 0 ? plan.window - 1 : -1;
    rules.lengthShift = 1;
    rules.isPrompt = plan.isPrompt;
    if (!plan.biasStrides.empty()) {
        rules.width = plan.biasWidth;
        std::ranges::copy(plan.biasStrides, rules.strides);
    }
    return rules;
}

template <typename T>
ScoreRules<T> rulesOf(const GroupPlan& plan, const RunContext& context)
{
    auto rules = rulesOf<T>(plan);
    rules.lengths = integersIn(context, 5);
    if (!plan.biasStrides.empty())
        rules.bias = in<T>(context, 10);
    return rules;
}

/// Heads of query (0), key (1) or value (2) in their input, whose first element is `first`.
template <typename T>
HeadVectors<T> givenHeads(const GroupPlan& plan, std::int64_t which, const T* first)
{
    if (!plan.isPacked)
        return HeadShape { plan.batch, which == 0 ? plan.heads : plan.kvHeads, plan.queries,
            plan.size, false }
            .vectors(first);
    const auto step = (plan.heads + 2 * plan.kvHeads) * plan.size;
    const auto before = which == 0 ? 0 : plan.heads + (which == 2 ? plan.kvHeads : std::int64_t(0));
    return { first == nullptr ? nullptr : first + before * plan.size, plan.queries * step,
        plan.size, step };
}

HeadShape rotatedShape(const GroupPlan& plan, std::int64_t heads)
{
    return { plan.batch, heads, plan.queries, plan.size, true };
}
HeadShape presentShape(const GroupPlan& plan)
{
    return { plan.batch, plan.kvHeads, plan.present, plan.size, true };
}

/// Heads of query (0), key (1) or value (2). If they need a rotation, it is written to scratch
/// memory.
template <typename T>
Result<HeadVectors<T>> headsOf(
    ModuleBackend& device, RunContext& context, const GroupPlan& plan, std::int64_t which)
{
    const auto heads = which == 0 ? plan.heads : plan.kvHeads;
    const auto vectors = givenHeads(
        plan, which, in<T>(context, plan.isPacked ? 0 : static_cast<std::size_t>(which)));
    if (!plan.isRotated || which == 2)
        return vectors;
    const auto shape = rotatedShape(plan, heads);
    const auto count = plan.batch * heads * plan.queries * plan.size;
    const auto memory = TRY(context.scratch(static_cast<std::size_t>(count) * sizeof(T)));
    RotateHeads<T> rotate;
    rotate.x = vectors;
    rotate.y = reinterpret_cast<T*>(memory.data());
    rotate.yHead = shape.headStride();
    rotate.yStep = shape.stepStride();
    rotate.cosines = in<T>(context, 7);
    rotate.sines = in<T>(context, 8);
    rotate.rows = plan.cacheRows;
    rotate.width = plan.cacheWidth;
    rotate.positions = { integersIn(context, 9), plan.isOffset, rulesOf<T>(plan, context) };
    rotate.heads = heads;
    rotate.steps = plan.queries;
    rotate.size = plan.size;
    rotate.rotated = 2 * plan.cacheWidth;
    rotate.isInterleaved = plan.isInterleaved;
    rotate.fault = device.faultWord();
    TRY(forEach(device, count, rotate));
    return shape.vectors<T>(rotate.y);
}

/// Joins past and new steps in the present buffer, which is an output or scratch memory.
template <typename T>
Result<HeadVectors<T>> presentOf(ModuleBackend& device, RunContext& context, const GroupPlan& plan,
    std::size_t which, const HeadVectors<T>& now)
{
    const TensorType type { plan.type.element,
        { plan.batch, plan.kvHeads, plan.present, plan.size } };
    T* target = nullptr;
    if (context.hasOutput(which)) {
        target = reinterpret_cast<T*>(TRY(outputOf(context, which, type))->data);
    } else {
        const auto memory = TRY(context.scratch(type.bytes()));
        target = reinterpret_cast<T*>(memory.data());
    }
    const JoinSteps<T> join { in<T>(context, which + 2), plan.capacity, now, nullptr, target,
        plan.kvHeads, plan.queries, plan.present, plan.size, rulesOf<T>(plan, context) };
    TRY(forEach(device, type.count(), join));
    return presentShape(plan).vectors<T>(target);
}

/// The attention without pointers.
template <typename T>
AttentionData<T> layoutOf(const GroupPlan& plan)
{
    AttentionData<T> data;
    data.q = plan.isRotated ? rotatedShape(plan, plan.heads).vectors<T>(nullptr)
                            : givenHeads<T>(plan, 0, nullptr);
    data.k = data.v = presentShape(plan).vectors<T>(nullptr);
    data.yHead = plan.size;
    data.yStep = plan.heads * plan.size;
    data.batch = plan.batch;
    data.heads = plan.heads;
    data.kvHeads = plan.kvHeads;
    data.queries = plan.queries;
    data.keys = plan.total;
    data.headSize = data.valueSize = plan.size;
    data.scale = plan.scale;
    data.softcap = plan.softcap;
    data.hasSink = plan.hasSink;
    data.rules = rulesOf<T>(plan);
    return data;
}

template <typename T>
Result<void> runGroups(ModuleBackend& device, RunContext& context, const GroupPlan& plan,
    const LibraryAttention* library)
{
    auto* const output = TRY(context.output(
        0, plan.type.element, Dims { plan.batch, plan.queries, plan.heads * plan.size }));
    auto data = layoutOf<T>(plan);
    data.q = TRY(headsOf<T>(device, context, plan, 0));
    const auto keys = TRY(headsOf<T>(device, context, plan, 1));
    const auto values = TRY(headsOf<T>(device, context, plan, 2));
    data.k = TRY(presentOf(device, context, plan, 1, keys));
    data.v = TRY(presentOf(device, context, plan, 2, values));
    data.y = reinterpret_cast<T*>(output->data);
    data.sinks = in<T>(context, 11);
    data.rules = rulesOf<T>(plan, context);
    return attendBy(library, device, context, data);
}

Result<std::unique_ptr<Kernel>> kernelFor(
    const KernelRequest& request, const GroupPlan& plan, std::shared_ptr<LibraryAttention> library)
{
    auto* const device = &deviceOf(request);
    return attentionKernel(request, library, [=](RunContext& context) -> Result<void> {
        auto run
            = [&]<typename T>() { return runGroups<T>(*device, context, plan, library.get()); };
        return visitElement(AttentionTypes {}, plan.type.element, run);
    });
}

Result<std::unique_ptr<Kernel>> prepareGroups(const KernelRequest& request)
{
    return kernelFor(request, TRY(planGroups(request)), nullptr);
}

Result<std::unique_ptr<Kernel>> prepareByLibrary(const KernelRequest& request)
{
    const auto plan = TRY(planGroups(request));
    // The present buffers hold 0 after the lengths.
    const AttentionShape shape { plan.type.element, layoutOf<Float16>(plan), true,
        !plan.biasStrides.empty() };
    return kernelFor(request, plan, TRY(LibraryAttention::prepare(request, shape)));
}

/// Input 6, total_sequence_length, decides shapes.
constexpr std::uint32_t hostInputs = 1u << 6;

const RegisterKernels groups(
    { "GroupQueryAttention" }, prepareGroups, hostInputs, Tier::Native, "com.microsoft");
const RegisterKernels byLibrary(
    { "GroupQueryAttention" }, prepareByLibrary, hostInputs, Tier::Library, "com.microsoft");

} // namespace

} // namespace engine::cuda
