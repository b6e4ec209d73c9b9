#include "engine/attention/fused_attention.h"
#include "engine/cpu/attention_run.h"
#include "engine/cpu/matrix_product.h"
#include "engine/cpu/rotation.h"
#include "engine/kernel/growing_cache.h"
#include "engine/kernel/weight_store.h"

#include <algorithm>

// Attention of ai.onnx; Attention, MultiHeadAttention, DecoderMaskedMultiHeadAttention,
// PackedAttention, PackedMultiHeadAttention and GroupQueryAttention of com.microsoft;
// FusedAttention of our passes: float, any strides of query, key and value, masks, biases, causal
// order, windows, lengths, past and present, groups of heads, rotation, sinks and softcap. Refuses
// scores as an output, sizes of 0, and what the plans refuse. Source: ONNX Attention-25; ONNX
// Runtime's contrib operators.

namespace engine {

namespace {

/// A plan and its weights, if input 1 is a constant matrix of weights.
struct NativeAttention {
    AttentionPlan plan;
    std::shared_ptr<const PackedPanels> weights = {};
};

Result<void> cancelledIf(const RunContext& context)
{
    return context.stop().stop_requested()
        ? Result<void>(support::failAs(support::ErrorKind::Cancelled, "stopped"))
        : Result<void>();
}

/// One run of an attention operator.
class AttentionRun {
    struct Present {
        float* data = nullptr;
        std::int64_t capacity = 0; ///< steps between the heads
        bool hasPast = false; ///< the past lies in front of the new steps
    };

public:
    AttentionRun(RunContext& context, const NativeAttention& kernel)
        : m_context(context)
        , m_kernel(kernel)
        , m_plan(kernel.plan)
        , m_layout(kernel.plan.layout)
    {
    }

    Result<void> run()
    {
        m_layout.rules.lengths = integersIn(m_context, m_plan.lengths);
        m_layout.rules.mask.values = integersIn(m_context, m_plan.mask);
        TRY(checkLengths());
        if (m_plan.rotation) {
            m_rotation.emplace(m_context, *m_plan.rotation, m_layout.rules, m_layout.queries);
            TRY(m_rotation->check(m_layout.batch));
        }
        AttentionOperands operands;
        auto* const y = TRY(m_context.output(0, m_plan.type.element, m_plan.type.dims));
        operands.y = floats(*y);
        operands.softmax = m_plan.softmax;
        if (m_plan.projectedColumns > 0)
            TRY(project());
        TRY(makePresents());
        operands.q = TRY(vectorsOf(queryIndex));
        operands.k = TRY(vectorsOf(keyIndex));
        operands.v = TRY(vectorsOf(valueIndex));
        operands.sinks = optionalFloats(m_context, m_plan.sinks);
        if (m_plan.biasElement == ElementType::Bool && m_context.hasInput(m_plan.bias))
            operands.allowed
                = reinterpret_cast<const std::uint8_t*>(m_context.tensor(m_plan.bias).data);
        else
            operands.bias = optionalFloats(m_context, m_plan.bias);
        if (m_plan.ends != noInput)
            TRY(divide(operands));
        return attendAll(m_context, m_layout, operands);
    }

private:
    /// Divides packed tokens into sequences, which become batch entries.
    Result<void> divide(AttentionOperands& operands)
    {
        const auto ends = integersIn(m_context, m_plan.ends);
        bool fits = ends.at(0) == 0 && ends.at(m_plan.sequences) == m_layout.queries;
        for (std::int64_t b = 0; b < m_plan.sequences; ++b)
            fits = fits && ends.at(b) <= ends.at(b + 1)
                && ends.at(b + 1) - ends.at(b) <= m_plan.longest;
        if (!fits)
            return fail("cumulative lengths of ", m_plan.sequences, " sequences of at most ",
                m_plan.longest, " tokens do not fit ", m_layout.queries, " tokens");
        operands.ends = ends;
        for (auto* const vectors : { &operands.q, &operands.k, &operands.v })
            vectors->strides.batch = 0;
        m_layout.batch = m_plan.sequences;
        m_layout.queries = m_layout.keys = m_plan.longest;
        return {};
    }

    Result<void> checkLengths() const
    {
        const auto& rules = m_layout.rules;
        const auto [total, queries] = std::array { m_layout.keys, m_layout.queries };
        const auto capacity = m_plan.operands[keyIndex].pastSteps;
        for (std::int64_t b = 0; rules.lengths.isPresent() && b < m_layout.batch; ++b) {
            const auto length = rules.lengths.at(b);
            if (!m_plan.hasPastByLength) {
                if (length < 0 || length > total)
                    return fail("nonpad_kv_seqlen has an entry of ", length, ", expected 0 to ",
                        total, " keys");
                continue;
            }
            if (length >= total && total != queries)
                return fail("seqlens_k has an entry of ", length,
                    ", expected less than total_sequence_length, which is ", total);
            const auto past = rules.isPrompt ? 0 : length + 1 - queries;
            const auto present = m_plan.operands[keyIndex].capacity;
            if (past < 0 || past > capacity || past + queries > present)
                return fail("seqlens_k has an entry of ", length, " for ", queries,
                    " new keys after a past of ", capacity);
        }
        return {};
    }

    Result<void> project()
    {
        const ProductSize size { m_layout.batch * m_layout.queries, m_plan.projectedColumns,
            m_plan.projectedFeatures };
        const auto count = TRY(checkedCount(Dims { size.m, size.n }));
        const auto memory = TRY(m_context.scratch(static_cast<std::size_t>(count) * sizeof(float)));
        auto* const projected = reinterpret_cast<float*>(memory.data());
        ProductEpilogue end;
        end.perColumn = optionalFloats(m_context, 2);
        const MatrixPanels rows(
            PanelKind::Rows, { floats(m_context.tensor(0)), size.k, 1 }, size.m);
        const MatrixPanels columns(
            PanelKind::Columns, { floats(m_context.tensor(1)), size.n, 1 }, size.n);
        const PanelSource& weights
            = m_kernel.weights ? static_cast<const PanelSource&>(*m_kernel.weights) : columns;
        const auto blocks = cutProduct(size, 1, m_context.threads());
        const auto buffers
            = TRY(itemBuffers(m_context, blocks.count(), blocks.bufferFloats(), blocks.work()));
        multiplyAll(blocks, rows, weights, { projected, size.n }, end, buffers);
        m_projected = projected;
        return cancelledIf(m_context);
    }

    /// Makes the outputs of key and value. Their numbers are those of the operands.
    Result<void> makePresents()
    {
        for (const std::size_t i : { keyIndex, valueIndex }) {
            const auto shape = joinedShape(m_plan, m_plan.operands[i]);
            if (m_context.hasOutput(i) && !m_plan.isPresentPacked)
                m_presents[i] = TRY(
                    presentOf(i, Dims { shape.batch, shape.heads, shape.steps, shape.size }, 2));
        }
        if (!m_plan.isPresentPacked || !m_context.hasOutput(1))
            return {};
        const auto shape = joinedShape(m_plan, m_plan.operands[keyIndex]);
        auto& keys = m_presents[keyIndex];
        keys = TRY(presentOf(1, Dims { 2, shape.batch, shape.heads, shape.steps, shape.size }, 3));
        m_presents[valueIndex] = keys;
        m_presents[valueIndex].data += shape.batch * shape.heads * keys.capacity * shape.size;
        return {};
    }

    /// Makes output i, in the memory of its past where that grows.
    Result<Present> presentOf(std::size_t i, const Dims& dims, std::size_t axis)
    {
        const auto& operand = m_plan.operands[i];
        const bool isAdded = operand.past != noInput && addsToAllPasts(operand);
        auto* const output = TRY(isAdded ? m_context.grow(i, operand.past, dims, axis)
                                         : m_context.output(i, ElementType::Float, dims));
        const auto blocks = stepBlocks(*output, axis);
        const bool isShared
            = output->growing && output->growing == m_context.tensor(operand.past).growing;
        return Present { reinterpret_cast<float*>(blocks.data), blocks.capacity, isShared };
    }

    /// Whether the new steps come after all steps of the past in each batch entry.
    bool addsToAllPasts(const AttentionOperand& operand) const
    {
        if (operand.capacity != operand.pastSteps + operand.steps)
            return false;
        for (std::int64_t b = 0; m_plan.hasPastByLength && b < m_layout.batch; ++b) {
            if (m_layout.rules.offset(b, operand.steps) != operand.pastSteps)
                return false;
        }
        return true;
    }

    /// Query, key or value as attention reads it.
    Result<HeadVectors<float>> vectorsOf(std::size_t which)
    {
        const auto& operand = m_plan.operands[which];
        const float* const first
            = m_projected != nullptr ? m_projected : floats(m_context.tensor(operand.input));
        const HeadVectors<float> vectors { first + operand.first, operand.strides };
        if (!operand.isJoined && !operand.isRotated)
            return operand.elementStride == 1 ? vectors : TRY(gathered(operand, vectors));
        auto shape
            = operand.isJoined ? joinedShape(m_plan, operand) : rotatedShape(m_plan, operand);
        auto target = m_presents[which];
        if (target.data == nullptr) {
            const auto bytes = static_cast<std::size_t>(shape.count()) * sizeof(float);
            target
                = { reinterpret_cast<float*>(TRY(m_context.scratch(bytes)).data()), shape.steps };
        }
        join(operand, vectors, shape.steps, target);
        TRY(cancelledIf(m_context));
        shape.steps = target.capacity;
        return HeadVectors<float> { target.data, shape.strides() };
    }

    /// Makes the elements of each vector contiguous.
    Result<HeadVectors<float>> gathered(
        const AttentionOperand& operand, const HeadVectors<float>& vectors)
    {
        const HeadShape shape { m_layout.batch, operand.heads, operand.steps, operand.size, true };
        const auto bytes = static_cast<std::size_t>(shape.count()) * sizeof(float);
        auto* const target = reinterpret_cast<float*>(TRY(m_context.scratch(bytes)).data());
        const auto size = operand.size;
        constexpr std::int64_t block = 16; // steps, so that parts of rows stay in the cache
        const auto blocks = (operand.steps + block - 1) / block;
        parallelFor(shape.batch * shape.heads * blocks, rowsPerThread(block * size),
            m_context.threads(), [&](std::int64_t first, std::int64_t last) {
                for (auto item = first; item < last; ++item) {
                    const auto head = item / blocks;
                    const auto from = item % blocks * block;
                    const auto count = std::min(block, operand.steps - from);
                    const float* x = vectors.at(head / shape.heads, head % shape.heads, from);
                    float* to = target + (head * operand.steps + from) * size;
                    for (std::int64_t e = 0; e < size; ++e, x += operand.elementStride) {
                        for (std::int64_t step = 0; step < count; ++step)
                            to[step * size + e] = x[step * operand.strides.step];
                    }
                }
            });
        return HeadVectors<float> { target, shape.strides() };
    }

    /// Writes past and new steps to `all` steps of one buffer. Steps after both are 0.
    void join(const AttentionOperand& operand, const HeadVectors<float>& now, std::int64_t all,
        const Present& target) const
    {
        const auto stop = m_context.stop();
        const auto past = pastOf(operand);
        const auto size = operand.size;
        const auto writeHead = [&](std::int64_t item) {
            const auto head = item % operand.heads;
            const auto b = item / operand.heads;
            const auto before = m_plan.hasPastByLength && operand.isJoined
                ? m_layout.rules.offset(b, operand.steps)
                : operand.pastSteps;
            float* to = target.data + item * target.capacity * size;
            if (past.data != nullptr && !target.hasPast)
                std::copy_n(reinterpret_cast<const float*>(past.data) + item * past.capacity * size,
                    before * size, to);
            VectorChange change;
            if (operand.bias != noInput)
                change.bias
                    = floats(m_context.tensor(operand.bias)) + operand.biasFirst + head * size;
            for (std::int64_t step = 0; step < operand.steps; ++step) {
                if (operand.isRotated)
                    m_rotation->set(b, step, change);
                writeVector(now.at(b, head, step), change, size, to + (before + step) * size);
            }
            const auto used = before + operand.steps;
            std::fill(to + used * size, to + all * size, 0.0F);
        };
        const auto written = target.hasPast ? operand.steps : all;
        parallelFor(m_layout.batch * operand.heads, rowsPerThread(written * size),
            m_context.threads(), [&](std::int64_t first, std::int64_t last) {
                for (auto item = first; item < last && !stop.stop_requested(); ++item)
                    writeHead(item);
            });
    }

    /// The past of an operand; without data if it has none.
    StepBlocks pastOf(const AttentionOperand& operand) const
    {
        if (operand.past == noInput || operand.pastSteps == 0)
            return {};
        auto blocks = stepBlocks(m_context.tensor(operand.past), m_plan.isPresentPacked ? 3 : 2);
        const auto firstHead = operand.pastFirst / (operand.pastSteps * operand.size);
        blocks.data += firstHead * blocks.capacity * operand.size * std::int64_t(sizeof(float));
        return blocks;
    }

    RunContext& m_context;
    const NativeAttention& m_kernel;
    const AttentionPlan& m_plan;
    AttentionLayout m_layout;
    std::optional<StepRotation> m_rotation;
    const float* m_projected = nullptr;
    Present m_presents[3] = {}; ///< of key and value; without data: no output
};

Result<void> runAttention(const NativeAttention& kernel, RunContext& context)
{
    return AttentionRun(context, kernel).run();
}

Result<void> checkPlan(const AttentionPlan& plan)
{
    if (plan.type.element != ElementType::Float)
        return fail("native attention takes float, not ", plan.type.element);
    if (plan.scores)
        return fail("native attention does not write the scores");
    const auto& l = plan.layout;
    for (const auto size :
        { l.batch, l.heads, l.kvHeads, l.queries, l.keys, l.headSize, l.valueSize }) {
        if (size < 1)
            return fail("native attention takes sizes of 1 or more");
    }
    return {};
}

template <auto planOf>
Result<std::unique_ptr<Kernel>> prepareAttention(const KernelRequest& request)
{
    NativeAttention kernel { TRY(planOf(request)) };
    auto& plan = kernel.plan;
    TRY(checkPlan(plan));
    // No key is further away than `widest`, so a wider window is the same.
    auto& rules = plan.layout.rules;
    const auto widest = plan.layout.keys + plan.layout.queries;
    rules.left = std::min(rules.left, widest);
    rules.right = std::min(rules.right, widest);
    const auto* const weights = plan.projectedColumns > 0 ? request.input(1).constant : nullptr;
    if (weights != nullptr && weights->data != nullptr)
        kernel.weights = sharedWeightsOf<PackedPanels>(*weights,
            "attention panels " + std::to_string(plan.projectedColumns) + ' '
                + std::to_string(plan.projectedFeatures) + ' '
                + std::to_string(static_cast<int>(instructionSet())),
            [&] {
                return std::make_shared<PackedPanels>(PanelKind::Columns,
                    MatrixView<float> { floats(*weights), plan.projectedColumns, 1 },
                    plan.projectedColumns, plan.projectedFeatures);
            });
    const auto pasts = std::array { plan.operands[keyIndex].past, plan.operands[valueIndex].past };
    auto made = TRY(nativeKernel(std::move(kernel), runAttention, "attention"));
    for (const auto past : pasts)
        made->setTakesGrowing(past);
    return made;
}

const RegisterNative attentions[] = {
    { "Attention", prepareAttention<planAttention> },
    { "Attention", prepareAttention<planProjectedAttention>, "com.microsoft" },
    { "MultiHeadAttention", prepareAttention<planMultiHeadAttention>, "com.microsoft" },
    { "DecoderMaskedMultiHeadAttention", prepareAttention<planDecoderMaskedAttention>,
        "com.microsoft" },
    { "PackedAttention", prepareAttention<planPackedAttention>, "com.microsoft" },
    { "PackedMultiHeadAttention", prepareAttention<planPackedMultiHeadAttention>, "com.microsoft" },
    { "GroupQueryAttention", prepareAttention<planGroupQueryAttention>, "com.microsoft" },
    { std::string(fusedAttention), prepareAttention<planFusedAttention>, std::string(passDomain) },
};

} // namespace

} // namespace engine
