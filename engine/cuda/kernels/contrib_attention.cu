#include "engine/cuda/kernels/library_attention.h"
#include "engine/cuda/kernels/matrix.h"

// Attention and MultiHeadAttention of com.microsoft.

namespace engine::cuda {

namespace {

/// Sizes, masks and scale, for both operators.
struct ContribPlan {
    TensorType type; ///< of the query or input
    std::int64_t batch = 0;
    std::int64_t heads = 0;
    std::int64_t queries = 0;
    std::int64_t steps = 0; ///< new keys, without the past
    std::int64_t past = 0;
    std::int64_t headSize = 0;
    std::int64_t valueSize = 0;
    float scale = 1;
    bool isCausal = false;
    KeyMask mask; ///< its values are set when the kernel runs
    bool hasBias = false;
    Dims biasStrides;
    bool isJoined[3] = {}; ///< query, key or value is written to new memory: because of a past, a
                           ///< bias, or an output

    std::int64_t keys() const { return steps + past; }
    std::int64_t outputStep() const { return heads * valueSize; }
    /// Layout of query, key or value (0, 1, 2) in that memory.
    HeadShape joinedShape(std::size_t which) const
    {
        return { batch, heads, which == 0 ? queries : keys(), which == 2 ? valueSize : headSize,
            true };
    }
};

Result<void> planMask(const KernelRequest& request, std::size_t input, ContribPlan& plan)
{
    if (!request.hasInput(input))
        return {};
    TRY(requireElement(request, input, IndexTypes {}));
    const auto& d = inputType(request, input).dims;
    const bool fits = (d.size() == 1 && (d[0] == plan.batch || d[0] == 2 * plan.batch))
        || (d.size() == 2 && d[0] == plan.batch && d[1] >= plan.keys())
        || (d.size() == 3 && d[0] == plan.batch && d[1] >= plan.queries && d[2] >= plan.keys())
        || (d.size() == 4 && d[0] == plan.batch && d[1] == 1 && d[2] >= plan.past + plan.queries
            && d[3] >= plan.keys());
    if (!fits)
        return fail("a mask of ", dimsText(d), " does not fit ", plan.batch, " sequences of ",
            plan.keys(), " keys");
    plan.mask.rank = static_cast<int>(d.size());
    plan.mask.hasStarts = d.size() == 1 && d[0] == 2 * plan.batch;
    plan.mask.rows = d.size() > 2 ? d[d.size() - 2] : 1;
    plan.mask.width = d.back();
    plan.mask.filter = request.node.real("mask_filter_value", -10000.0f);
    return {};
}

Result<void> finishPlan(
    const KernelRequest& request, std::size_t mask, std::size_t bias, ContribPlan& plan)
{
    if (std::max(plan.headSize, plan.valueSize) > largestHead)
        return fail("heads of ", std::max(plan.headSize, plan.valueSize),
            " elements, expected at most ", largestHead);
    const float scale = request.node.real("scale", 0.0f);
    plan.scale = scale != 0.0f ? scale : 1.0f / std::sqrt(static_cast<float>(plan.headSize));
    plan.isCausal = request.node.flag("unidirectional");
    TRY(planMask(request, mask, plan));
    plan.hasBias = request.hasInput(bias);
    if (!plan.hasBias)
        return {};
    const auto& type = inputType(request, bias);
    const Dims target { plan.batch, plan.heads, plan.queries, plan.keys() };
    if (type.element != plan.type.element || TRY(broadcastDims(type.dims, target)) != target)
        return fail("an attention bias of ", dimsText(type.dims), " ", model::name(type.element),
            " does not fit ", dimsText(target));
    plan.biasStrides = broadcastStrides(type.dims, target);
    return {};
}

/// The attention without Q, K and V and without pointers.
template <typename T>
AttentionData<T> layoutOf(const ContribPlan& plan)
{
    AttentionData<T> data;
    data.yHead = plan.valueSize;
    data.yStep = plan.outputStep();
    data.batch = plan.batch;
    data.heads = data.kvHeads = plan.heads;
    data.queries = plan.queries;
    data.keys = plan.keys();
    data.headSize = plan.headSize;
    data.valueSize = plan.valueSize;
    data.scale = plan.scale;
    data.rules.isCausal = plan.isCausal;
    data.rules.past = plan.past;
    data.rules.mask = plan.mask;
    if (plan.hasBias) {
        data.rules.width = plan.keys();
        std::ranges::copy(plan.biasStrides, data.rules.strides);
    }
    return data;
}

/// The attention without Q, K and V.
template <typename T>
AttentionData<T> dataOf(const ContribPlan& plan, const RunContext& context, std::size_t mask,
    std::size_t bias, Tensor& output)
{
    auto data = layoutOf<T>(plan);
    data.y = reinterpret_cast<T*>(output.data);
    data.rules.mask.values = integersIn(context, mask);
    if (plan.hasBias)
        data.rules.bias = in<T>(context, bias);
    return data;
}

/// Vectors to join with a past and to add a bias to. The result is written to `target`, or to
/// scratch memory if that is null. Without past, bias and target joined() returns `now`.
template <typename T>
struct StepsToJoin {
    HeadVectors<T> now;
    const T* past = nullptr;
    const T* bias = nullptr;
    std::int64_t steps = 0;
    std::int64_t size = 0;
    T* target = nullptr;
};
template <typename T>
Result<HeadVectors<T>> joined(
    ModuleBackend& device, RunContext& context, const ContribPlan& plan, StepsToJoin<T> part)
{
    const auto before = part.past != nullptr ? plan.past : 0;
    if (before == 0 && part.bias == nullptr && part.target == nullptr)
        return part.now;
    const HeadShape shape { plan.batch, plan.heads, before + part.steps, part.size, true };
    const auto count = plan.batch * plan.heads * shape.steps * shape.size;
    if (part.target == nullptr) {
        const auto memory = TRY(context.scratch(static_cast<std::size_t>(count) * sizeof(T)));
        part.target = reinterpret_cast<T*>(memory.data());
    }
    JoinSteps<T> join { part.past, before, part.now, part.bias, part.target, plan.heads, part.steps,
        shape.steps, part.size, {} };
    join.rules.past = before;
    TRY(forEach(device, count, join));
    return shape.vectors<T>(part.target);
}

// Attention: input · weights gives query, key and value side by side.

struct PackedPlan : ContribPlan {
    std::int64_t width = 0; ///< features of the input
    std::int64_t total = 0; ///< columns of the weights
};

Result<PackedPlan> planPacked(const KernelRequest& request)
{
    TRY(requireElement(request, 0, AttentionTypes {}));
    const auto& node = request.node;
    if (node.flag("do_rotary") || node.flag("past_present_share_buffer"))
        return fail("do_rotary and past_present_share_buffer are not for the device");
    PackedPlan plan;
    plan.type = inputType(request, 0);
    const auto& d = plan.type.dims;
    const auto& weights = inputType(request, 1);
    plan.heads = node.integer("num_heads", 0);
    if (d.size() != 3 || weights.dims.size() != 2 || plan.heads < 1 || weights.dims[0] != d[2]
        || weights.element != plan.type.element)
        return fail("an input of ", dimsText(d), " and weights of ", dimsText(weights.dims),
            " do not fit ", plan.heads, " heads");
    plan.width = d[2];
    plan.total = weights.dims[1];
    auto sizes = node.integers("qkv_hidden_sizes").value_or(std::vector<std::int64_t> {});
    if (sizes.empty())
        sizes = { plan.total / 3, plan.total / 3, plan.total / 3 };
    if (sizes.size() != 3 || sizes[0] != sizes[1] || sizes[0] + sizes[1] + sizes[2] != plan.total
        || sizes[0] % plan.heads != 0 || sizes[2] % plan.heads != 0 || sizes[0] < plan.heads)
        return fail("weights of ", dimsText(weights.dims),
            " cannot be divided into query, key and value of ", plan.heads, " heads");
    if (request.hasInput(2)
        && (inputType(request, 2).count() != plan.total
            || inputType(request, 2).element != plan.type.element))
        return fail("a bias of ", dimsText(inputType(request, 2).dims), ", expected ", plan.total);
    plan.batch = d[0];
    plan.queries = plan.steps = d[1];
    plan.headSize = sizes[0] / plan.heads;
    plan.valueSize = sizes[2] / plan.heads;
    if (request.hasInput(4)) {
        const auto& past = inputType(request, 4);
        const auto& p = past.dims;
        if (p.size() != 5 || p != Dims { 2, plan.batch, plan.heads, p[3], plan.headSize }
            || plan.valueSize != plan.headSize || past.element != plan.type.element)
            return fail("a past of ", dimsText(p), " does not fit");
        plan.past = p[3];
    }
    if (request.hasOutput(1) && plan.valueSize != plan.headSize)
        return fail("present keys and values of different sizes are not for the device");
    TRY(finishPlan(request, 3, 5, plan));
    plan.isJoined[1] = plan.isJoined[2] = plan.past > 0 || request.hasOutput(1);
    return plan;
}

/// Vectors of query, key or value in the product; `first` is the first element of its first column.
template <typename T>
HeadVectors<T> projectedHeads(const PackedPlan& plan, const T* first, std::int64_t size)
{
    return { first, plan.queries * plan.total, size, plan.total };
}

AttentionShape shapeOf(const PackedPlan& plan)
{
    using T = Float16;
    AttentionShape shape { plan.type.element, layoutOf<T>(plan), false, plan.hasBias };
    const auto part = [&](std::size_t which) {
        return plan.isJoined[which]
            ? plan.joinedShape(which).vectors<T>(nullptr)
            : projectedHeads<T>(plan, nullptr, which == 2 ? plan.valueSize : plan.headSize);
    };
    shape.data.q = part(0);
    shape.data.k = part(1);
    shape.data.v = part(2);
    return shape;
}

template <typename T>
Result<void> runPacked(ModuleBackend& device, RunContext& context, const PackedPlan& plan,
    const LibraryAttention* library)
{
    const auto rows = plan.batch * plan.queries;
    auto* const output = TRY(
        context.output(0, plan.type.element, Dims { plan.batch, plan.queries, plan.outputStep() }));
    const auto memory
        = TRY(context.scratch(static_cast<std::size_t>(rows * plan.total) * sizeof(T)));
    auto* const projected = reinterpret_cast<T*>(memory.data());
    using Elements = MatrixElements<T>;
    const TiledProduct<Arithmetic<T>, Elements, Elements, StoreWithBias<T>> product {
        { in<T>(context, 0), plan.width }, { in<T>(context, 1), plan.total },
        { projected, in<T>(context, 2), plan.total }, rows, plan.total, plan.width
    };
    TRY(runProduct(device, product, 1));
    const auto vectors = [&](std::int64_t first, std::int64_t size) {
        return projectedHeads<T>(plan, projected + first, size);
    };
    const auto hidden = plan.heads * plan.headSize;
    const auto half
        = [&](const T* both) { return both + plan.batch * plan.heads * plan.past * plan.headSize; };
    T* present = nullptr;
    if (context.hasOutput(1)) {
        auto* const tensor = TRY(context.output(
            1, plan.type.element, Dims { 2, plan.batch, plan.heads, plan.keys(), plan.headSize }));
        present = reinterpret_cast<T*>(tensor->data);
    }
    const T* const past = in<T>(context, 4);
    auto data = dataOf<T>(plan, context, 3, 5, *output);
    data.q = vectors(0, plan.headSize);
    data.k = TRY(joined<T>(device, context, plan,
        { vectors(hidden, plan.headSize), past, nullptr, plan.steps, plan.headSize, present }));
    data.v = TRY(joined<T>(device, context, plan,
        { vectors(2 * hidden, plan.valueSize), past != nullptr ? half(past) : nullptr, nullptr,
            plan.steps, plan.valueSize,
            present != nullptr ? present + plan.batch * plan.heads * plan.keys() * plan.headSize
                               : nullptr }));
    return attendBy(library, device, context, data);
}

// MultiHeadAttention: query, key and value are separate or packed inputs.

enum class Packing { None, HeadFirst, KeyValue, All };

struct MultiHeadPlan : ContribPlan {
    Packing packing = Packing::None;
    bool hasProjectionBias = false;
    bool wantsScores = false;

    /// Keys and values with heads first, or packed with each other, get no bias.
    bool areKeysBiased() const { return packing == Packing::None || packing == Packing::All; }
    /// Number of the input that has query, key or value (0, 1, 2).
    std::size_t inputOf(std::size_t which) const
    {
        return packing == Packing::All ? 0 : packing == Packing::KeyValue && which > 0 ? 1 : which;
    }
};

Result<void> planKeys(const KernelRequest& request, MultiHeadPlan& plan)
{
    const auto& key = inputType(request, 1).dims;
    const auto hidden = plan.heads * plan.headSize;
    if (key.size() == 5) {
        plan.packing = Packing::KeyValue;
        plan.steps = key[1];
        plan.valueSize = plan.headSize;
        if (key != Dims { plan.batch, plan.steps, plan.heads, 2, plan.headSize })
            return fail("packed keys of ", dimsText(key), " do not fit the query");
        return {};
    }
    const auto& value = inputType(request, 2).dims;
    if (key.size() == 4 && value.size() == 4) {
        plan.packing = Packing::HeadFirst;
        plan.steps = key[2];
        plan.valueSize = value[3];
        if (key != Dims { plan.batch, plan.heads, plan.steps, plan.headSize }
            || value != Dims { plan.batch, plan.heads, plan.steps, plan.valueSize })
            return fail("key ", dimsText(key), " or value ", dimsText(value), " does not fit");
        return {};
    }
    if (key.size() != 3 || value.size() != 3 || key[0] != plan.batch || key[2] != hidden
        || value[0] != plan.batch || value[1] != key[1] || value[2] % plan.heads != 0)
        return fail("key ", dimsText(key), " or value ", dimsText(value), " does not fit");
    plan.steps = key[1];
    plan.valueSize = value[2] / plan.heads;
    return {};
}

Result<void> planPast(const KernelRequest& request, MultiHeadPlan& plan)
{
    if (!request.hasInput(6) || !request.hasInput(7))
        return {};
    const auto& key = inputType(request, 6);
    const auto& value = inputType(request, 7);
    const auto& d = key.dims;
    if (d.size() != 4 || d != Dims { plan.batch, plan.heads, d[2], plan.headSize }
        || value.dims != Dims { plan.batch, plan.heads, d[2], plan.valueSize }
        || key.element != plan.type.element || value.element != plan.type.element)
        return fail("a past key of ", dimsText(d), " does not fit");
    plan.past = d[2];
    return {};
}

Result<MultiHeadPlan> planMultiHead(const KernelRequest& request)
{
    TRY(requireElement(request, 0, AttentionTypes {}));
    if (request.hasInput(8) || request.hasInput(9))
        return fail("past_sequence_length and cache_indirection are not for the device");
    MultiHeadPlan plan;
    plan.type = inputType(request, 0);
    const auto& d = plan.type.dims;
    plan.heads = request.node.integer("num_heads", 0);
    if (plan.heads < 1 || (d.size() != 3 && d.size() != 5))
        return fail("a query of ", dimsText(d), " does not fit ", plan.heads, " heads");
    plan.batch = d[0];
    plan.queries = d[1];
    for (std::size_t i = 1; i < 4; ++i) {
        if (request.hasInput(i) && inputType(request, i).element != plan.type.element)
            return fail("operands of different types run on the CPU");
    }
    if (d.size() == 5) {
        plan.packing = Packing::All;
        plan.headSize = plan.valueSize = d[4];
        plan.steps = plan.queries;
        if (d[2] != plan.heads || d[3] != 3)
            return fail("a packed query of ", dimsText(d), " does not fit ", plan.heads, " heads");
    } else {
        if (d[2] % plan.heads != 0 || d[2] == 0 || !request.hasInput(1)
            || (inputType(request, 1).dims.size() != 5 && !request.hasInput(2)))
            return fail("a query of ", dimsText(d), " does not fit ", plan.heads,
                " heads, or key or value is missing");
        plan.headSize = d[2] / plan.heads;
        TRY(planKeys(request, plan));
    }
    TRY(planPast(request, plan));
    plan.hasProjectionBias = request.hasInput(3);
    const auto features = plan.heads * (2 * plan.headSize + plan.valueSize);
    if (plan.hasProjectionBias && inputType(request, 3).count() != features)
        return fail("bias has ", inputType(request, 3).count(), " elements, expected ", features);
    TRY(finishPlan(request, 4, 5, plan));
    plan.wantsScores = request.hasOutput(3);
    plan.isJoined[0] = plan.hasProjectionBias;
    for (const std::size_t i : { std::size_t(1), std::size_t(2) })
        plan.isJoined[i] = plan.past > 0 || request.hasOutput(i)
            || (plan.hasProjectionBias && plan.areKeysBiased());
    return plan;
}

/// Vectors of query, key or value (0, 1, 2) in an input that begins at `first`.
template <typename T>
HeadVectors<T> operand(const MultiHeadPlan& plan, std::int64_t which, const T* first)
{
    const auto size = which == 2 ? plan.valueSize : plan.headSize;
    const auto parts = plan.packing == Packing::All      ? 3
        : plan.packing == Packing::KeyValue && which > 0 ? 2
                                                         : 1;
    const auto steps = which == 0 ? plan.queries : plan.steps;
    if (parts > 1) {
        const auto part = parts == 3 ? which : which - 1;
        const auto step = plan.heads * parts * size;
        return { first == nullptr ? nullptr : first + part * size, steps * step, parts * size,
            step };
    }
    const HeadShape shape { plan.batch, plan.heads, steps, size,
        which > 0 && plan.packing == Packing::HeadFirst };
    return shape.vectors(first);
}

AttentionShape shapeOf(const MultiHeadPlan& plan)
{
    using T = Float16;
    AttentionShape shape { plan.type.element, layoutOf<T>(plan), false, plan.hasBias, false,
        plan.wantsScores };
    const auto part = [&](std::size_t which) {
        return plan.isJoined[which] ? plan.joinedShape(which).vectors<T>(nullptr)
                                    : operand<T>(plan, static_cast<std::int64_t>(which), nullptr);
    };
    shape.data.q = part(0);
    shape.data.k = part(1);
    shape.data.v = part(2);
    return shape;
}

template <typename T>
Result<void> runMultiHead(ModuleBackend& device, RunContext& context, const MultiHeadPlan& plan,
    const LibraryAttention* library)
{
    auto* const output = TRY(
        context.output(0, plan.type.element, Dims { plan.batch, plan.queries, plan.outputStep() }));
    const T* const bias = in<T>(context, 3);
    const auto hidden = plan.heads * plan.headSize;
    const auto biasOf = [&](std::int64_t which) {
        return bias != nullptr && (which == 0 || plan.areKeysBiased()) ? bias + which * hidden
                                                                       : nullptr;
    };
    T* presents[2] = {};
    for (const std::size_t i : { std::size_t(0), std::size_t(1) }) {
        if (!context.hasOutput(i + 1))
            continue;
        auto* const tensor = TRY(context.output(i + 1, plan.type.element,
            Dims { plan.batch, plan.heads, plan.keys(), i == 0 ? plan.headSize : plan.valueSize }));
        presents[i] = reinterpret_cast<T*>(tensor->data);
    }
    const auto given = [&](std::size_t which) {
        return operand(plan, static_cast<std::int64_t>(which), in<T>(context, plan.inputOf(which)));
    };
    const bool hasPast = context.hasInput(6) && context.hasInput(7);
    auto data = dataOf<T>(plan, context, 4, 5, *output);
    data.q = TRY(joined<T>(
        device, context, plan, { given(0), nullptr, biasOf(0), plan.queries, plan.headSize }));
    data.k = TRY(joined<T>(device, context, plan,
        { given(1), hasPast ? in<T>(context, 6) : nullptr, biasOf(1), plan.steps, plan.headSize,
            presents[0] }));
    data.v = TRY(joined<T>(device, context, plan,
        { given(2), hasPast ? in<T>(context, 7) : nullptr, biasOf(2), plan.steps, plan.valueSize,
            presents[1] }));
    if (context.hasOutput(3)) {
        auto* const scores = TRY(context.output(
            3, plan.type.element, Dims { plan.batch, plan.heads, plan.queries, plan.keys() }));
        TRY(writeScores(device, data, ScoreStage::Biased, reinterpret_cast<T*>(scores->data)));
    }
    return attendBy(library, device, context, data);
}

using Library = std::shared_ptr<LibraryAttention>;

Result<std::unique_ptr<Kernel>> kernelFor(
    const KernelRequest& request, const PackedPlan& plan, const Library& library)
{
    auto* const device = &deviceOf(request);
    return attentionKernel(request, library, [=](RunContext& context) -> Result<void> {
        auto run
            = [&]<typename T>() { return runPacked<T>(*device, context, plan, library.get()); };
        return visitElement(AttentionTypes {}, plan.type.element, run);
    });
}
Result<std::unique_ptr<Kernel>> kernelFor(
    const KernelRequest& request, const MultiHeadPlan& plan, const Library& library)
{
    auto* const device = &deviceOf(request);
    return attentionKernel(request, library, [=](RunContext& context) -> Result<void> {
        auto run
            = [&]<typename T>() { return runMultiHead<T>(*device, context, plan, library.get()); };
        return visitElement(AttentionTypes {}, plan.type.element, run);
    });
}

template <auto planOf>
Result<std::unique_ptr<Kernel>> prepareOwn(const KernelRequest& request)
{
    return kernelFor(request, TRY(planOf(request)), nullptr);
}
template <auto planOf>
Result<std::unique_ptr<Kernel>> prepareByLibrary(const KernelRequest& request)
{
    const auto plan = TRY(planOf(request));
    return kernelFor(request, plan, TRY(LibraryAttention::prepare(request, shapeOf(plan))));
}

constexpr const char* domain = "com.microsoft";
const RegisterKernels packed({ "Attention" }, prepareOwn<planPacked>, 0, Tier::Native, domain);
const RegisterKernels packedByLibrary(
    { "Attention" }, prepareByLibrary<planPacked>, 0, Tier::Library, domain);
const RegisterKernels multiHead(
    { "MultiHeadAttention" }, prepareOwn<planMultiHead>, 0, Tier::Native, domain);
const RegisterKernels multiHeadByLibrary(
    { "MultiHeadAttention" }, prepareByLibrary<planMultiHead>, 0, Tier::Library, domain);

} // namespace

} // namespace engine::cuda
