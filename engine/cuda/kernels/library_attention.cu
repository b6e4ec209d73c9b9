#include "engine/cuda/kernels/library_attention.h"

#include "engine/cuda/device_libraries.h"
#include "engine/cuda/kernels/run_memory.h"
#include "engine/cuda/tuning.h"

namespace engine::cuda {

namespace {

constexpr int biasThreads = 128;

/// Replaces minus infinity in a bias. Its exponential is 0 next to any score. It is finite in fp16
/// and bfloat16, because engines subtract a maximum that may be the same value.
OPSCOPE_KERNEL inline float lowestBias() { return -65504.0f; }

/// Writes the score rules as a bias [biasBatch, biasHeads, queries, keys], one row per block.
/// seen[row] is 1 if the row has a visible key.
template <typename T>
struct WriteBias {
    AttentionData<T> data;
    T* bias;
    std::uint8_t* seen;
    std::int64_t heads; ///< of the bias
    std::int64_t keys;

    OPSCOPE_KERNEL void operator()(Block<biasThreads>& block, std::int64_t row) const
    {
        const auto i = row % data.queries;
        const auto h = row / data.queries % heads;
        const auto b = row / data.queries / heads;
        const auto position = data.rules.offset(b, data.queries) + i;
        const auto end = data.rules.keysIn(b, keys);
        PerThread<int, biasThreads> found;
        block.phase([&](int thread) {
            found[thread] = 0;
            for (std::int64_t j = thread; j < keys; j += biasThreads) {
                const float added = j < end && data.rules.sees(position, j) ? data.added(b, h, i, j)
                                                                            : forbidden();
                found[thread] = added == forbidden() ? found[thread] : 1;
                bias[row * keys + j] = static_cast<T>(added < lowestBias() ? lowestBias() : added);
            }
        });
        const int any = block.reduce(found, [](int a, int c) { return a > c ? a : c; });
        block.phase([&](int thread) {
            if (thread == 0)
                seen[row] = static_cast<std::uint8_t>(any);
        });
    }
};

/// Writes zeros for queries that see no key; the library computes the mean of all values for them.
template <typename T>
struct ClearUnseen {
    AttentionData<T> data;
    const std::uint8_t* seen;
    std::int64_t biasBatch;
    std::int64_t biasHeads;

    OPSCOPE_KERNEL void operator()(std::int64_t row) const
    {
        const auto i = row % data.queries;
        const auto h = row / data.queries % data.heads;
        const auto b = row / data.queries / data.heads;
        const auto flag = ((biasBatch > 1 ? b : 0) * biasHeads + (biasHeads > 1 ? h : 0));
        if (seen[flag * data.queries + i] != 0)
            return;
        T* const y = data.outputAt(b, h, i);
        for (std::int64_t e = 0; e < data.valueSize; ++e)
            y[e] = static_cast<T>(0.0f);
    }
};

cudnn::HeadStrides stridesOf(const HeadStrides& strides)
{
    return { strides.batch, strides.head, strides.step };
}

template <typename T>
bool fits(const cudnn::AttentionSpec& spec, const AttentionData<T>& data)
{
    return spec.q == stridesOf(data.q.strides) && spec.k == stridesOf(data.k.strides)
        && spec.v == stridesOf(data.v.strides) && spec.y.head == data.yHead
        && spec.y.step == data.yStep && spec.batch == data.batch && spec.queries == data.queries
        && spec.keys <= data.keys;
}

cudnn::AttentionSpec specOf(const AttentionPlan& plan)
{
    const auto& data = plan.layout;
    const auto& rules = data.rules;
    const bool hasLengths = plan.lengths != noInput;
    const bool hasBias = plan.bias != noInput;
    cudnn::AttentionSpec spec { plan.type.element == ElementType::Float16
            ? cudnn::DataType::Half
            : cudnn::DataType::Bfloat16,
        data.batch, data.heads, data.kvHeads, data.queries, data.keys, data.headSize,
        data.valueSize, stridesOf(plan.strides(queryIndex)), stridesOf(plan.strides(keyIndex)),
        stridesOf(plan.strides(valueIndex)),
        { data.heads * data.queries * data.valueSize, data.yHead, data.yStep }, data.scale,
        data.softcap };
    const bool isPlain
        = !hasLengths && !hasBias && rules.mask.rank == 0 && rules.left < 0 && rules.right < 0;
    if (isPlain) {
        spec.isCausal = rules.isCausal;
        spec.past = rules.isCausal ? rules.past : 0;
        return spec;
    }
    const bool isOfBatch = hasLengths || rules.mask.rank > 0 || (hasBias && rules.strides[0] != 0);
    spec.biasBatch = isOfBatch ? data.batch : 1;
    spec.biasHeads = hasBias && rules.strides[1] != 0 ? data.heads : 1;
    return spec;
}

Result<void> requirePlan(const AttentionPlan& plan)
{
    const auto& data = plan.layout;
    if (plan.type.element == ElementType::Float)
        return fail("cuDNN's attention takes fp16 and bfloat16; it would round fp32 to TF32, our "
                    "own kernel does not");
    if (data.hasSink)
        return fail("attention with a sink runs with our own kernel");
    if (plan.scores)
        return fail("scores as an output are for our own kernel");
    // They may hold anything, also NaN, unless this step writes them itself.
    if (plan.lengths != noInput && !plan.hasPastByLength)
        return fail("keys behind a length that comes from data are read by cuDNN, not by our own "
                    "kernel");
    if (data.batch * data.heads * data.queries * data.keys * data.headSize * data.valueSize == 0)
        return fail("nothing to attend to");
    return {};
}

/// Returns the number of elements from the first to the last one.
std::uint64_t extent(std::int64_t batches, std::int64_t heads, std::int64_t steps,
    std::int64_t size, const cudnn::HeadStrides& strides)
{
    return static_cast<std::uint64_t>((batches - 1) * strides.batch + (heads - 1) * strides.head
        + (steps - 1) * strides.step + size);
}

} // namespace

template <typename T>
Result<void> LibraryAttention::attend(RunContext& context, const AttentionData<T>& data) const
{
    const auto& s = m_spec;
    if (!fits(s, data))
        return fail("the attention has other shapes or strides than those it was prepared with");
    std::vector<const void*> pointers { data.q.first, data.k.first, data.v.first };
    const std::uint8_t* seen = nullptr;
    if (s.biasBatch > 0) {
        const auto rows = s.biasBatch * s.biasHeads * s.queries;
        auto* const bias = TRY(memoryFor<T>(context, rows * s.keys));
        auto* const flags = TRY(memoryFor<std::uint8_t>(context, rows));
        TRY(forEachBlock<biasThreads>(
            m_device, rows, WriteBias<T> { data, bias, flags, s.biasHeads, s.keys }));
        pointers.push_back(bias);
        seen = flags;
    }
    pointers.push_back(data.y);
    std::span<std::byte> workspace;
    if (m_graph->workspaceBytes() > 0)
        workspace = TRY(context.scratch(m_graph->workspaceBytes()));
    TRY(m_graph->run(pointers, workspace));
    if (seen == nullptr)
        return {};
    return forEach(m_device, s.batch * s.heads * s.queries,
        ClearUnseen<T> { data, seen, s.biasBatch, s.biasHeads });
}

template Result<void> LibraryAttention::attend(RunContext&, const AttentionData<Float16>&) const;
template Result<void> LibraryAttention::attend(RunContext&, const AttentionData<Bfloat16>&) const;

template <>
Result<void> LibraryAttention::attend(RunContext&, const AttentionData<float>&) const
{
    return fail("cuDNN's attention takes no fp32");
}

template <typename T>
Result<std::vector<TuneCandidate>> LibraryAttention::ways(
    TuneMemory& memory, const AttentionPlan& plan) const
{
    const auto& s = m_spec;
    const auto& from = plan.layout.rules;
    AttentionData<T> data { plan.layout };
    const auto operand = [&](std::uint64_t count) -> Result<T*> {
        return reinterpret_cast<T*>(TRY(memory.operand(plan.type.element, count)));
    };
    const auto vectors = [&](const cudnn::HeadStrides& strides, std::int64_t heads,
                             std::int64_t steps, std::int64_t size) -> Result<HeadVectors<T>> {
        const T* const first = TRY(operand(extent(s.batch, heads, steps, size, strides)));
        return HeadVectors<T> { first, { strides.batch, strides.head, strides.step } };
    };
    data.q = TRY(vectors(s.q, s.heads, s.queries, s.headSize));
    data.k = TRY(vectors(s.k, s.kvHeads, s.keys, s.headSize));
    data.v = TRY(vectors(s.v, s.kvHeads, s.keys, s.valueSize));
    data.y = TRY(operand(extent(s.batch, s.heads, s.queries, s.valueSize, s.y)));
    // Lengths and masks come from data, so the largest work is timed: all keys, the last queries of
    // a sequence, and a bias if the operator has one.
    const bool hasLengths = plan.lengths != noInput;
    data.rules
        = { from.isCausal, from.left, from.right, hasLengths ? s.keys - s.queries : from.past };
    if (plan.bias != noInput) {
        data.bias = TRY(
            operand(static_cast<std::uint64_t>(s.biasBatch * s.biasHeads * s.queries * s.keys)));
        data.rules.width = s.keys;
        const std::int64_t strides[] = { s.biasBatch > 1 ? s.biasHeads * s.queries * s.keys : 0,
            s.biasHeads > 1 ? s.queries * s.keys : 0, s.keys, 1 };
        std::ranges::copy(strides, data.rules.strides);
    }
    const auto context = std::make_shared<TimingContext>(memory.context());
    return std::vector<TuneCandidate> {
        { implementation(), {},
            [this, context, data] {
                context->restart();
                return attend(*context, data);
            } },
        { {}, {},
            [this, context, data] {
                context->restart();
                return cuda::attend(m_device, *context, data);
            } },
    };
}

Result<void> LibraryAttention::compare(const AttentionPlan& plan)
{
    TuneMemory memory(m_device);
    const auto compared = TRY(compareWithOwnKernel(m_device, "attention of " + m_graph->key(), [&] {
        return plan.type.element == ElementType::Float16 ? ways<Float16>(memory, plan)
                                                         : ways<Bfloat16>(memory, plan);
    }));
    if (compared.faster == KernelComparison::Faster::Ours)
        return fail(compared.notes.empty() ? "only our own kernel runs" : compared.notes.front());
    m_notTaken.insert(m_notTaken.end(), compared.notes.begin(), compared.notes.end());
    return {};
}

Result<std::shared_ptr<LibraryAttention>> LibraryAttention::prepare(
    const KernelRequest& request, const AttentionPlan& plan)
{
    auto& device = deviceOf(request);
    TRY(requirePlan(plan));
    auto* const library = TRY(device.libraries().cudnn());
    std::shared_ptr<LibraryAttention> prepared(new LibraryAttention(device, specOf(plan)));
    cudnn::GraphBuilder graph(*library);
    TRY(cudnn::tellAttention(graph, prepared->m_spec));
    prepared->m_graph
        = TRY(graph.prepare(device, request.settings.precision, prepared->m_spec.type));
    prepared->m_notTaken = prepared->m_graph->notTaken();
    if (device.libraries().mayTune())
        TRY(prepared->compare(plan));
    return prepared;
}

} // namespace engine::cuda
