#include "engine/cuda/kernels/library_attention.h"
#include "engine/cuda/kernels/matrix.h"
#include "engine/cuda/kernels/run_memory.h"

// PackedAttention and PackedMultiHeadAttention of com.microsoft: rows are the tokens of all
// sequences without padding, one sequence after the other. They are copied to padded sequences of
// one length, each with as many keys as it has tokens; the results are copied back. RestorePadding
// copies rows to their padded positions.

namespace engine::cuda {

namespace {

using PackedTypes = TypeList<float, Float16>;

/// Cumulative sequence lengths: `ends` has batch + 1 entries, and sequence b has the rows from
/// ends[b] to ends[b + 1].
struct Sequences {
    const std::int32_t* ends;
    std::int64_t batch;
    std::int64_t steps;
    std::int64_t tokens;

    OPSCOPE_KERNEL std::int64_t length(std::int64_t b) const { return ends[b + 1] - ends[b]; }
    /// Returns the row of a token; -1 in the padding.
    OPSCOPE_KERNEL std::int64_t rowOf(std::int64_t b, std::int64_t step) const
    {
        const auto row = ends[b] + step;
        return step < length(b) && row >= 0 && row < tokens ? row : -1;
    }
};

struct MeasureSequences {
    Sequences sequences;
    std::int32_t* lengths;
    std::uint32_t* fault;

    OPSCOPE_KERNEL void operator()(std::int64_t b) const
    {
        const auto length = sequences.length(b);
        const auto last = sequences.ends[b + 1];
        const bool fits = length >= 0 && length <= sequences.steps && last <= sequences.tokens;
        if (!fits)
            *fault = static_cast<std::uint32_t>(Fault::IndexOutside);
        lengths[b] = fits ? static_cast<std::int32_t>(length) : 0;
    }
};

/// Copies heads of all tokens to [batch, steps, heads * size], adds the bias and pads with 0.
template <typename T>
struct SpreadHeads {
    HeadVectors<T> rows; ///< by head and step, all tokens as one batch entry
    const T* bias; ///< null: no bias
    T* y;
    Sequences sequences;
    std::int64_t heads;
    std::int64_t size;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto feature = i % (heads * size);
        const auto place = i / (heads * size);
        const auto row = sequences.rowOf(place / sequences.steps, place % sequences.steps);
        if (row < 0) {
            y[i] = static_cast<T>(0.0f);
            return;
        }
        float value = static_cast<float>(widen(rows.at(0, feature / size, row)[feature % size]));
        if (bias != nullptr)
            value += static_cast<float>(widen(bias[feature]));
        y[i] = static_cast<T>(value);
    }
};

template <typename T>
struct CollectRows {
    const T* x; ///< [batch, steps, features]
    T* y; ///< [tokens, features]
    Sequences sequences;
    std::int64_t features;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto token = i / features;
        std::int64_t b = 0;
        while (b + 1 < sequences.batch && sequences.ends[b + 1] <= token)
            ++b;
        const auto step = token - sequences.ends[b];
        const bool isInside = step >= 0 && step < sequences.steps;
        y[i] = isInside ? x[(b * sequences.steps + step) * features + i % features]
                        : static_cast<T>(0.0f);
    }
};

/// The parts of a plan that both operators have.
struct PackedPlan {
    TensorType type; ///< of the input or query
    std::int64_t batch = 0;
    std::int64_t steps = 0;
    std::int64_t tokens = 0;
    std::int64_t heads = 0;
    std::int64_t headSize = 0;
    std::int64_t valueSize = 0;
    float scale = 1;
    std::size_t ends = 0; ///< number of an input
    std::size_t bias = 0;
    bool hasBias = false;
    Dims biasStrides;
};

/// Input numbers: `ends` - 1 is token_offset [batch, steps], `ends` the cumulative lengths, `ends`
/// + 1 the bias of scores.
Result<void> finishPlan(const KernelRequest& request, std::size_t ends, PackedPlan& plan)
{
    TRY(requireElement(request, ends, TypeList<std::int32_t> {}));
    const auto& offsets = inputType(request, ends - 1).dims;
    if (offsets.size() != 2 || inputType(request, ends).count() != offsets[0] + 1)
        return fail("offsets of ", dimsText(offsets), " do not fit ",
            inputType(request, ends).count(), " cumulative lengths");
    plan.batch = offsets[0];
    plan.steps = offsets[1];
    plan.ends = ends;
    plan.bias = ends + 1;
    if (std::max(plan.headSize, plan.valueSize) > largestHead)
        return fail("heads of ", std::max(plan.headSize, plan.valueSize),
            " elements, expected at most ", largestHead);
    plan.scale = request.node.real("scale", 1.0f / std::sqrt(static_cast<float>(plan.headSize)));
    plan.hasBias = request.hasInput(plan.bias);
    if (!plan.hasBias)
        return {};
    const auto& bias = inputType(request, plan.bias);
    const Dims target { plan.batch, plan.heads, plan.steps, plan.steps };
    if (bias.element != plan.type.element || bias.dims.size() != 4
        || TRY(broadcastDims(bias.dims, target)) != target)
        return fail("an attention bias of ", dimsText(bias.dims), ", expected ", dimsText(target));
    plan.biasStrides = broadcastStrides(bias.dims, target);
    return {};
}

template <typename T>
struct PackedOperands {
    HeadVectors<T> q, k, v; ///< all tokens as one batch entry
    const T* biases[3] = {};
};

/// The attention without pointers.
template <typename T>
AttentionData<T> layoutOf(const PackedPlan& plan)
{
    const auto spread = [&](std::int64_t size) {
        return HeadShape { plan.batch, plan.heads, plan.steps, size, false }.vectors<T>(nullptr);
    };
    AttentionData<T> data;
    data.q = data.k = spread(plan.headSize);
    data.v = spread(plan.valueSize);
    data.yHead = plan.valueSize;
    data.yStep = plan.heads * plan.valueSize;
    data.batch = plan.batch;
    data.heads = data.kvHeads = plan.heads;
    data.queries = data.keys = plan.steps;
    data.headSize = plan.headSize;
    data.valueSize = plan.valueSize;
    data.scale = plan.scale;
    data.rules.isPrompt = true;
    if (plan.hasBias) {
        data.rules.width = plan.steps;
        std::ranges::copy(plan.biasStrides, data.rules.strides);
    }
    return data;
}

/// Null if our own kernel computes the attention.
using LibraryOrNot = std::shared_ptr<LibraryAttention>;

Result<LibraryOrNot> libraryFor(const KernelRequest& request, const PackedPlan& plan)
{
    // The padding is 0.
    return LibraryAttention::prepare(
        request, { plan.type.element, layoutOf<Float16>(plan), true, plan.hasBias });
}

template <typename T>
Result<void> attendPacked(ModuleBackend& device, RunContext& context, const PackedPlan& plan,
    const PackedOperands<T>& operands, const LibraryOrNot& library)
{
    const auto hidden = plan.heads * plan.valueSize;
    auto* const output = TRY(context.output(0, plan.type.element, Dims { plan.tokens, hidden }));
    const Sequences sequences { in<std::int32_t>(context, plan.ends), plan.batch, plan.steps,
        plan.tokens };
    auto* const lengths = TRY(memoryFor<std::int32_t>(context, plan.batch));
    TRY(forEach(device, plan.batch, MeasureSequences { sequences, lengths, device.faultWord() }));
    const auto spread = [&](const HeadVectors<T>& rows, const T* bias,
                            std::int64_t size) -> Result<HeadVectors<T>> {
        const auto count = plan.batch * plan.steps * plan.heads * size;
        auto* const target = TRY(memoryFor<T>(context, count));
        TRY(forEach(
            device, count, SpreadHeads<T> { rows, bias, target, sequences, plan.heads, size }));
        return HeadShape { plan.batch, plan.heads, plan.steps, size, false }.vectors<T>(target);
    };
    const auto places = plan.batch * plan.steps;
    auto* const padded = TRY(memoryFor<T>(context, places * hidden));
    auto data = layoutOf<T>(plan);
    data.q = TRY(spread(operands.q, operands.biases[0], plan.headSize));
    data.k = TRY(spread(operands.k, operands.biases[1], plan.headSize));
    data.v = TRY(spread(operands.v, operands.biases[2], plan.valueSize));
    data.y = padded;
    data.rules.lengths = { nullptr, lengths };
    if (plan.hasBias)
        data.rules.bias = in<T>(context, plan.bias);
    TRY(attendBy(library.get(), device, context, data));
    return forEach(device, plan.tokens * hidden,
        CollectRows<T> { padded, reinterpret_cast<T*>(output->data), sequences, hidden });
}

/// Heads of query, key or value in rows that are `stride` elements apart.
template <typename T>
HeadVectors<T> headsIn(const T* first, std::int64_t size, std::int64_t stride)
{
    return { first, 0, size, stride };
}

// PackedAttention. Inputs: input, weights, bias.

enum class Way { Own, Library };

template <Way way>
Result<std::unique_ptr<Kernel>> preparePacked(const KernelRequest& request)
{
    TRY(requireElement(request, 0, PackedTypes {}));
    PackedPlan plan;
    plan.type = inputType(request, 0);
    const auto& x = plan.type.dims;
    const auto& weights = inputType(request, 1);
    plan.heads = request.node.integer("num_heads", 0);
    if (x.size() != 2 || weights.dims.size() != 2 || weights.dims[0] != x[1] || plan.heads < 1
        || weights.element != plan.type.element
        || inputType(request, 2).element != plan.type.element
        || inputType(request, 2).count() != weights.dims[1])
        return fail("an input of ", dimsText(x), ", weights of ", dimsText(weights.dims),
            " and a bias of ", inputType(request, 2).count(), " do not fit");
    const auto width = weights.dims[1];
    const auto sizes = request.node.integers("qkv_hidden_sizes").value_or(Dims(3, width / 3));
    if (sizes.size() != 3 || sizes[0] != sizes[1] || sizes[0] < 1 || sizes[2] < 1
        || sizes[0] + sizes[1] + sizes[2] != width || sizes[0] % plan.heads != 0
        || sizes[2] % plan.heads != 0)
        return fail(
            "query, key and value of ", plan.heads, " heads do not share ", width, " columns");
    plan.tokens = x[0];
    plan.headSize = sizes[0] / plan.heads;
    plan.valueSize = sizes[2] / plan.heads;
    TRY(finishPlan(request, 4, plan));
    auto* const device = &deviceOf(request);
    const auto depth = x[1];
    const auto library = way == Way::Library ? TRY(libraryFor(request, plan)) : nullptr;
    return attentionKernel(request, library, [=](RunContext& context) -> Result<void> {
        auto run = [&]<typename T>() -> Result<void> {
            auto* const projected = TRY(memoryFor<T>(context, plan.tokens * width));
            using Elements = MatrixElements<T>;
            const TiledProduct<Arithmetic<T>, Elements, Elements, StoreWithBias<T>> product {
                { in<T>(context, 0), depth }, { in<T>(context, 1), width },
                { projected, in<T>(context, 2), width }, plan.tokens, width, depth
            };
            TRY(runProduct(*device, product, 1));
            return attendPacked<T>(*device, context, plan,
                { headsIn<T>(projected, plan.headSize, width),
                    headsIn<T>(projected + sizes[0], plan.headSize, width),
                    headsIn<T>(projected + 2 * sizes[0], plan.valueSize, width), {} },
                library);
        };
        return visitElement(PackedTypes {}, plan.type.element, run);
    });
}

// PackedMultiHeadAttention. Inputs: query, key, value, bias; or query, key and value packed by head
// in one input.

Result<PackedPlan> planMultiHead(const KernelRequest& request)
{
    TRY(requireElement(request, 0, PackedTypes {}));
    PackedPlan plan;
    plan.type = inputType(request, 0);
    const auto& q = plan.type.dims;
    plan.heads = request.node.integer("num_heads", 0);
    if (q.size() == 4 && q[2] == 3 && q[1] == plan.heads) {
        plan.headSize = plan.valueSize = q[3];
    } else {
        if (q.size() != 2 || plan.heads < 1 || !request.hasInput(1) || !request.hasInput(2)
            || inputType(request, 1) != plan.type || inputType(request, 2).dims.size() != 2
            || inputType(request, 2).dims[0] != q[0]
            || inputType(request, 2).element != plan.type.element || q[1] % plan.heads != 0
            || inputType(request, 2).dims[1] % plan.heads != 0)
            return fail("a query of ", dimsText(q), " has no key and value that fit");
        plan.headSize = q[1] / plan.heads;
        plan.valueSize = inputType(request, 2).dims[1] / plan.heads;
    }
    plan.tokens = q[0];
    const auto features = plan.heads * (2 * plan.headSize + plan.valueSize);
    if (plan.headSize < 1
        || (request.hasInput(3)
            && (inputType(request, 3).count() != features
                || inputType(request, 3).element != plan.type.element)))
        return fail("heads or bias do not fit ", features, " features");
    TRY(finishPlan(request, 5, plan));
    return plan;
}

template <typename T>
PackedOperands<T> operandsOf(const RunContext& context, const PackedPlan& plan)
{
    PackedOperands<T> operands;
    const auto hidden = plan.heads * plan.headSize;
    const T* const query = in<T>(context, 0);
    if (context.tensor(0).rank() == 4) {
        const auto part = [&](std::int64_t which) {
            return HeadVectors<T> { query + which * plan.headSize, 0, 3 * plan.headSize,
                3 * hidden };
        };
        operands = { part(0), part(1), part(2), {} };
    } else {
        operands = { headsIn<T>(query, plan.headSize, hidden),
            headsIn<T>(in<T>(context, 1), plan.headSize, hidden),
            headsIn<T>(in<T>(context, 2), plan.valueSize, plan.heads * plan.valueSize), {} };
    }
    if (const T* const bias = in<T>(context, 3)) {
        for (std::int64_t which = 0; which < 3; ++which)
            operands.biases[which] = bias + which * hidden;
    }
    return operands;
}

template <Way way>
Result<std::unique_ptr<Kernel>> prepareMultiHead(const KernelRequest& request)
{
    const auto plan = TRY(planMultiHead(request));
    auto* const device = &deviceOf(request);
    const auto library = way == Way::Library ? TRY(libraryFor(request, plan)) : nullptr;
    return attentionKernel(request, library, [=](RunContext& context) -> Result<void> {
        auto run = [&]<typename T>() {
            return attendPacked<T>(*device, context, plan, operandsOf<T>(context, plan), library);
        };
        return visitElement(PackedTypes {}, plan.type.element, run);
    });
}

// RestorePadding. Inputs: tokens, and the padded position of each.

template <typename T>
struct RestoreRows {
    const T* x;
    const std::int32_t* places;
    T* y;
    std::int64_t features;
    std::int64_t rows; ///< of the result
    std::uint32_t* fault;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const std::int64_t row = places[i / features];
        if (row < 0 || row >= rows)
            *fault = static_cast<std::uint32_t>(Fault::IndexOutside);
        else
            y[row * features + i % features] = x[i];
    }
};

template <typename T>
struct Clear {
    T* y;
    OPSCOPE_KERNEL void operator()(std::int64_t i) const { y[i] = static_cast<T>(0.0f); }
};

Result<std::unique_ptr<Kernel>> prepareRestore(const KernelRequest& request)
{
    TRY(requireElement(request, 0, PackedTypes {}));
    TRY(requireElement(request, 1, TypeList<std::int32_t> {}));
    const auto& input = inputType(request, 0);
    const auto& places = inputType(request, 1).dims;
    if (input.dims.size() != 2 || places.size() != 2 || input.dims[0] > elementCount(places))
        return fail(
            "offsets of ", dimsText(places), " do not fit tokens of ", dimsText(input.dims));
    const auto features = input.dims[1];
    const TensorType type { input.element, { places[0], places[1], features } };
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "move"),
        [=, count = input.count()](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                auto* const y = reinterpret_cast<T*>(output->data);
                TRY(forEach(*device, type.count(), Clear<T> { y }));
                return forEach(*device, count,
                    RestoreRows<T> { in<T>(context, 0), in<std::int32_t>(context, 1), y, features,
                        type.dims[0] * type.dims[1], device->faultWord() });
            };
            return visitElement(PackedTypes {}, type.element, run);
        });
}

constexpr const char* domain = "com.microsoft";
const RegisterKernels packed(
    { "PackedAttention" }, preparePacked<Way::Own>, 0, Tier::Native, domain);
const RegisterKernels packedByLibrary(
    { "PackedAttention" }, preparePacked<Way::Library>, 0, Tier::Library, domain);
const RegisterKernels multiHead(
    { "PackedMultiHeadAttention" }, prepareMultiHead<Way::Own>, 0, Tier::Native, domain);
const RegisterKernels multiHeadByLibrary(
    { "PackedMultiHeadAttention" }, prepareMultiHead<Way::Library>, 0, Tier::Library, domain);
const RegisterKernels restore({ "RestorePadding" }, prepareRestore, 0, Tier::Native, domain);

} // namespace

} // namespace engine::cuda
