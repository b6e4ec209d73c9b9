#include "engine/cuda/kernels/attention.h"

// LinearAttention (opset 27) and FlexAttention without modifier graphs.

namespace engine::cuda {

namespace {

constexpr int columnThreads = 32; ///< elements of the values per block
constexpr int slices = 8; ///< parts of the key's elements, one thread each
constexpr int linearThreads = columnThreads * slices;
constexpr int sliceLength = static_cast<int>(largestHead) / slices;

struct LinearShape {
    std::int64_t batch = 0;
    std::int64_t steps = 0;
    std::int64_t heads = 0;
    std::int64_t kvHeads = 0;
    std::int64_t keySize = 0;
    std::int64_t valueSize = 0;
};

/// A gate [batch, steps, w], where w is 1, heads or heads * size.
template <typename T>
struct Gates {
    const T* values = nullptr;
    std::int64_t width = 0;

    OPSCOPE_KERNEL float at(
        std::int64_t row, std::int64_t head, std::int64_t heads, std::int64_t d) const
    {
        const auto first = row * width;
        if (width == 1)
            return static_cast<float>(widen(values[first]));
        return static_cast<float>(
            widen(values[width == heads ? first + head : first + head * (width / heads) + d]));
    }
};

/// Computes some columns of one key head's state [keySize, valueSize] over all steps; columns do
/// not depend on each other. Thread (slice, column) holds every eighth element of its column.
template <typename T>
struct LinearColumns {
    LinearShape shape;
    const T* q;
    const T* k;
    const T* v;
    const T* past; ///< null: zeros
    Gates<T> decay;
    Gates<T> beta;
    float scale;
    T* y;
    T* present; ///< null: the output is left out

    struct State {
        float values[sliceLength];
    };

    OPSCOPE_KERNEL void operator()(Block<linearThreads>& block, std::int64_t number) const
    {
        const auto tiles = (shape.valueSize + columnThreads - 1) / columnThreads;
        const auto first = number % tiles * columnThreads;
        const auto head = number / tiles % shape.kvHeads;
        const auto b = number / tiles / shape.kvHeads;
        OPSCOPE_SHARED float keys[largestHead];
        OPSCOPE_SHARED float queries[largestHead];
        OPSCOPE_SHARED float partial[linearThreads];
        PerThread<State, linearThreads> state;
        block.phase([&](int thread) { load(b, head, first, thread, state[thread]); });
        const auto group = shape.heads / shape.kvHeads;
        for (std::int64_t t = 0; t < shape.steps; ++t) {
            const auto row = b * shape.steps + t;
            block.phase([&](int thread) {
                for (std::int64_t d = thread; d < shape.keySize; d += linearThreads)
                    keys[d] = static_cast<float>(
                        widen(k[(row * shape.kvHeads + head) * shape.keySize + d]));
            });
            block.phase([&](int thread) {
                partial[thread] = fade(row, head, keys, thread, state[thread]);
            });
            block.phase([&](int thread) {
                takeIn(row, head, first, keys, partial, thread, state[thread]);
            });
            for (std::int64_t own = head * group; own < (head + 1) * group; ++own) {
                const auto outRow = row * shape.heads + own;
                block.phase([&](int thread) {
                    for (std::int64_t d = thread; d < shape.keySize; d += linearThreads)
                        queries[d]
                            = scale * static_cast<float>(widen(q[outRow * shape.keySize + d]));
                });
                block.phase([&](int thread) {
                    float sum = 0;
                    for (int i = 0; i < sliceLength; ++i) {
                        const int d = i * slices + thread / columnThreads;
                        sum += d < shape.keySize ? queries[d] * state[thread].values[i] : 0.0f;
                    }
                    partial[thread] = sum;
                });
                block.phase([&](int thread) {
                    if (thread < columnThreads && first + thread < shape.valueSize)
                        y[outRow * shape.valueSize + first + thread]
                            = static_cast<T>(columnSum(partial, thread));
                });
            }
        }
        block.phase([&](int thread) { store(b, head, first, thread, state[thread]); });
    }

private:
    OPSCOPE_KERNEL std::int64_t stateAt(
        std::int64_t b, std::int64_t head, std::int64_t d, std::int64_t column) const
    {
        return ((b * shape.kvHeads + head) * shape.keySize + d) * shape.valueSize + column;
    }
    OPSCOPE_KERNEL static float columnSum(const float* partial, int thread)
    {
        float sum = 0;
        for (int slice = 0; slice < slices; ++slice)
            sum += partial[slice * columnThreads + thread % columnThreads];
        return sum;
    }
    OPSCOPE_KERNEL void load(
        std::int64_t b, std::int64_t head, std::int64_t first, int thread, State& state) const
    {
        const auto column = first + thread % columnThreads;
        for (int i = 0; i < sliceLength; ++i) {
            const int d = i * slices + thread / columnThreads;
            state.values[i] = past != nullptr && d < shape.keySize && column < shape.valueSize
                ? static_cast<float>(widen(past[stateAt(b, head, d, column)]))
                : 0.0f;
        }
    }
    OPSCOPE_KERNEL void store(
        std::int64_t b, std::int64_t head, std::int64_t first, int thread, const State& state) const
    {
        const auto column = first + thread % columnThreads;
        if (present == nullptr || column >= shape.valueSize)
            return;
        for (int i = 0; i < sliceLength; ++i) {
            const int d = i * slices + thread / columnThreads;
            if (d < shape.keySize)
                present[stateAt(b, head, d, column)] = static_cast<T>(state.values[i]);
        }
    }
    /// Applies the decay to the state. Returns the thread's part of state · key, summed over its
    /// elements.
    OPSCOPE_KERNEL float fade(
        std::int64_t row, std::int64_t head, const float* keys, int thread, State& state) const
    {
        float held = 0;
        for (int i = 0; i < sliceLength; ++i) {
            const int d = i * slices + thread / columnThreads;
            if (d >= shape.keySize)
                continue;
            if (decay.values != nullptr)
                state.values[i] *= std::exp(decay.at(row, head, shape.kvHeads, d));
            held += state.values[i] * keys[d];
        }
        return held;
    }
    OPSCOPE_KERNEL void takeIn(std::int64_t row, std::int64_t head, std::int64_t first,
        const float* keys, const float* partial, int thread, State& state) const
    {
        const auto column = first + thread % columnThreads;
        if (column >= shape.valueSize)
            return;
        float written
            = static_cast<float>(widen(v[(row * shape.kvHeads + head) * shape.valueSize + column]));
        if (beta.values != nullptr)
            written = beta.at(row, head, shape.kvHeads, 0) * (written - columnSum(partial, thread));
        for (int i = 0; i < sliceLength; ++i) {
            const int d = i * slices + thread / columnThreads;
            if (d < shape.keySize)
                state.values[i] += keys[d] * written;
        }
    }
};

Result<LinearShape> linearShape(const KernelRequest& request)
{
    const auto& q = inputType(request, 0).dims;
    const auto& k = inputType(request, 1).dims;
    const auto& v = inputType(request, 2).dims;
    const auto heads = request.node.integer("q_num_heads", 0);
    const auto kvHeads = request.node.integer("kv_num_heads", 0);
    const bool fits = heads > 0 && kvHeads > 0 && heads % kvHeads == 0 && q.size() == 3
        && k.size() == 3 && v.size() == 3 && q[2] % heads == 0 && v[2] % kvHeads == 0
        && k[2] == q[2] / heads * kvHeads && k[0] == q[0] && v[0] == q[0] && k[1] == q[1]
        && v[1] == q[1];
    if (!fits)
        return fail("query ", dimsText(q), ", key ", dimsText(k), " and value ", dimsText(v),
            " do not fit ", heads, " and ", kvHeads, " heads");
    if (q[2] / heads > largestHead)
        return fail("keys of ", q[2] / heads, " elements, expected at most ", largestHead);
    return LinearShape { q[0], q[1], heads, kvHeads, q[2] / heads, v[2] / kvHeads };
}

Result<std::int64_t> gateWidth(
    const KernelRequest& request, std::size_t input, const LinearShape& shape, bool takesElements)
{
    if (!request.hasInput(input))
        return 0;
    const auto& dims = inputType(request, input).dims;
    const auto width = dims.empty() ? 0 : dims.back();
    const bool fits = dims.size() == 3 && dims[0] == shape.batch && dims[1] == shape.steps
        && (width == shape.kvHeads
            || (takesElements ? width == shape.kvHeads * shape.keySize : width == 1));
    if (!fits)
        return fail("a gate of ", dimsText(dims), " does not fit ", shape.kvHeads, " heads of ",
            shape.keySize);
    return width;
}

Result<std::unique_ptr<Kernel>> prepareLinear(const KernelRequest& request)
{
    TRY(requireElement(request, 0, AttentionTypes {}));
    const auto element = inputType(request, 0).element;
    for (std::size_t i = 1; i < 6; ++i) {
        if (request.hasInput(i) && inputType(request, i).element != element)
            return fail("operands of different types run on the CPU");
    }
    const auto shape = TRY(linearShape(request));
    const auto rule = request.node.text("update_rule", "gated_delta");
    const bool isGated = rule == "gated" || rule == "gated_delta";
    const bool isDelta = rule == "delta" || rule == "gated_delta";
    if ((!isGated && !isDelta && rule != "linear") || isGated != request.hasInput(4)
        || isDelta != request.hasInput(5))
        return fail("update_rule \"", rule, "\" does not fit the inputs decay and beta");
    const auto decayWidth = TRY(gateWidth(request, 4, shape, true));
    const auto betaWidth = TRY(gateWidth(request, 5, shape, false));
    const TensorType state { element,
        { shape.batch, shape.kvHeads, shape.keySize, shape.valueSize } };
    if (request.hasInput(3) && inputType(request, 3) != state)
        return fail("past_state is ", dimsText(inputType(request, 3).dims), ", expected ",
            dimsText(state.dims));
    const float written = request.node.real("scale", 0.0f);
    const float scale
        = written != 0.0f ? written : 1.0f / std::sqrt(static_cast<float>(shape.keySize));
    const TensorType output { element,
        { shape.batch, shape.steps, shape.heads * shape.valueSize } };
    const auto blocks
        = shape.batch * shape.kvHeads * ((shape.valueSize + columnThreads - 1) / columnThreads);
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "linear attention"), [=](RunContext& context) -> Result<void> {
            auto* const y = TRY(outputOf(context, 0, output));
            auto* const present = context.hasOutput(1) ? TRY(outputOf(context, 1, state)) : nullptr;
            auto run = [&]<typename T>() -> Result<void> {
                return forEachBlock<linearThreads>(*device, blocks,
                    LinearColumns<T> { shape, in<T>(context, 0), in<T>(context, 1),
                        in<T>(context, 2), in<T>(context, 3), { in<T>(context, 4), decayWidth },
                        { in<T>(context, 5), betaWidth }, scale, reinterpret_cast<T*>(y->data),
                        present != nullptr ? reinterpret_cast<T*>(present->data) : nullptr });
            };
            return visitElement(AttentionTypes {}, element, run);
        });
}

/// A node with modifier graphs runs as control flow and is never prepared here.
Result<std::unique_ptr<Kernel>> prepareFlex(const KernelRequest& request)
{
    TRY(requireElement(request, 0, AttentionTypes {}));
    const auto type = inputType(request, 0);
    const auto q = type.dims;
    const auto k = inputType(request, 1).dims;
    const auto v = inputType(request, 2).dims;
    const bool fits = q.size() == 4 && k.size() == 4 && v.size() == 4 && k[0] == q[0]
        && v[0] == q[0] && k[1] == v[1] && k[1] > 0 && q[1] % k[1] == 0 && k[2] == v[2]
        && k[3] == q[3] && inputType(request, 1).element == type.element
        && inputType(request, 2).element == type.element;
    if (!fits || std::max(q[3], v[3]) > largestHead)
        return fail("Q ", dimsText(q), ", K ", dimsText(k), " and V ", dimsText(v),
            " do not fit, or their heads have more than ", largestHead, " elements");
    const float scale = request.node.real("scale", 1.0f / std::sqrt(static_cast<float>(q[3])));
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "attention"), [=](RunContext& context) -> Result<void> {
            auto* const output
                = TRY(context.output(0, type.element, Dims { q[0], q[1], q[2], v[3] }));
            auto run = [&]<typename T>() -> Result<void> {
                AttentionData<T> data;
                data.q = HeadShape { q[0], q[1], q[2], q[3] }.vectors(in<T>(context, 0));
                data.k = HeadShape { k[0], k[1], k[2], k[3] }.vectors(in<T>(context, 1));
                data.v = HeadShape { v[0], v[1], v[2], v[3] }.vectors(in<T>(context, 2));
                data.y = reinterpret_cast<T*>(output->data);
                data.yHead = q[2] * v[3];
                data.yStep = v[3];
                data.batch = q[0];
                data.heads = q[1];
                data.kvHeads = k[1];
                data.queries = q[2];
                data.keys = k[2];
                data.headSize = q[3];
                data.valueSize = v[3];
                data.scale = scale;
                return attend(*device, context, data);
            };
            return visitElement(AttentionTypes {}, type.element, run);
        });
}

const RegisterKernels linear({ "LinearAttention" }, prepareLinear);
const RegisterKernels flex({ "FlexAttention" }, prepareFlex, 0, Tier::Native, "ai.onnx.preview");

} // namespace

} // namespace engine::cuda
