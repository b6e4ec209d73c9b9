#include "engine/cuda/kernels/attention_plan.h"

#include "engine/cuda/kernels/library_attention.h"
#include "engine/cuda/kernels/matrix.h"
#include "engine/cuda/kernels/run_memory.h"

// The driver of all attention operators.

namespace engine::cuda {

namespace {

/// Layout of the memory that past and new steps are joined in.
HeadShape joinedShape(const AttentionPlan& plan, const AttentionOperand& operand)
{
    return { plan.layout.batch, operand.heads, operand.capacity, operand.size, true };
}

/// Layout of the memory that new steps are rotated to.
HeadShape rotatedShape(const AttentionPlan& plan, const AttentionOperand& operand)
{
    return { plan.layout.batch, operand.heads, operand.steps, operand.size, true };
}

template <typename T>
class AttentionRun {
public:
    AttentionRun(ModuleBackend& device, RunContext& context, const AttentionPlan& plan)
        : m_device(device)
        , m_context(context)
        , m_plan(plan)
        , m_data { plan.layout }
    {
    }

    Result<void> run(const LibraryAttention* library)
    {
        m_data.y = reinterpret_cast<T*>(TRY(outputOf(m_context, 0, m_plan.type))->data);
        setPointers();
        if (m_plan.projectedColumns > 0)
            TRY(project());
        TRY(makePresents());
        m_data.q = TRY(vectorsOf(queryIndex));
        m_data.k = TRY(vectorsOf(keyIndex));
        m_data.v = TRY(vectorsOf(valueIndex));
        if (m_plan.scores) {
            auto* const scores = TRY(m_context.output(3, m_plan.type.element,
                Dims { m_data.batch, m_data.heads, m_data.queries, m_data.keys }));
            TRY(writeScores(m_device, m_data, *m_plan.scores, reinterpret_cast<T*>(scores->data)));
        }
        return library != nullptr ? library->attend(m_context, m_data)
                                  : attend(m_device, m_context, m_data);
    }

private:
    void setPointers()
    {
        m_data.rules.lengths = integersIn(m_context, m_plan.lengths);
        m_data.rules.mask.values = integersIn(m_context, m_plan.mask);
        m_data.sinks = in<T>(m_context, m_plan.sinks);
        if (m_plan.biasElement == ElementType::Bool)
            m_data.allowed = in<std::uint8_t>(m_context, m_plan.bias);
        else if (m_plan.biasElement == m_plan.type.element)
            m_data.bias = in<T>(m_context, m_plan.bias);
        else
            m_data.wideBias = in<float>(m_context, m_plan.bias);
    }

    Result<void> project()
    {
        const auto rows = m_data.batch * m_data.queries;
        const auto [columns, features]
            = std::array { m_plan.projectedColumns, m_plan.projectedFeatures };
        auto* const projected = TRY(memoryFor<T>(m_context, rows * columns));
        using Elements = MatrixElements<T>;
        const TiledProduct<Arithmetic<T>, Elements, Elements, StoreWithBias<T>> product {
            { in<T>(m_context, 0), features }, { in<T>(m_context, 1), columns },
            { projected, in<T>(m_context, 2), columns }, rows, columns, features
        };
        m_projected = projected;
        return runProduct(m_device, product, 1);
    }

    /// Makes the outputs of key and value. Their numbers are those of the operands.
    Result<void> makePresents()
    {
        const auto element = m_plan.type.element;
        for (const std::size_t i : { keyIndex, valueIndex }) {
            const auto shape = joinedShape(m_plan, m_plan.operands[i]);
            if (!m_context.hasOutput(i) || m_plan.isPresentPacked)
                continue;
            auto* const present = TRY(m_context.output(
                i, element, Dims { shape.batch, shape.heads, shape.steps, shape.size }));
            m_presents[i] = reinterpret_cast<T*>(present->data);
        }
        if (!m_plan.isPresentPacked || !m_context.hasOutput(1))
            return {};
        const auto shape = joinedShape(m_plan, m_plan.operands[keyIndex]);
        auto* const present = TRY(m_context.output(
            1, element, Dims { 2, shape.batch, shape.heads, shape.steps, shape.size }));
        m_presents[keyIndex] = reinterpret_cast<T*>(present->data);
        m_presents[valueIndex] = m_presents[keyIndex] + shape.count();
        return {};
    }

    /// Query, key or value as attention reads it.
    Result<HeadVectors<T>> vectorsOf(std::size_t which)
    {
        const auto& operand = m_plan.operands[which];
        const T* const first
            = m_projected != nullptr ? m_projected : in<T>(m_context, operand.input);
        HeadVectors<T> vectors { first + operand.first, operand.strides };
        if (operand.isRotated) {
            const auto shape = rotatedShape(m_plan, operand);
            T* const target = TRY(memoryFor<T>(m_context, shape.count()));
            TRY(rotate(
                m_device, m_context, *m_plan.rotation, vectors, shape, target, m_data.rules));
            vectors = { target, shape.strides() };
        }
        if (!operand.isJoined)
            return vectors;
        const auto shape = joinedShape(m_plan, operand);
        T* target = m_presents[which];
        if (target == nullptr)
            target = TRY(memoryFor<T>(m_context, shape.count()));
        const T* const past = in<T>(m_context, operand.past);
        const T* const bias = in<T>(m_context, operand.bias);
        JoinSteps<T> join { past != nullptr ? past + operand.pastFirst : nullptr, operand.pastSteps,
            vectors, bias != nullptr ? bias + operand.biasFirst : nullptr, target, operand.heads,
            operand.steps, operand.capacity, operand.size };
        if (m_plan.hasPastByLength)
            join.rules = m_data.rules;
        else
            join.rules.past = operand.pastSteps;
        TRY(forEach(m_device, shape.count(), join));
        return HeadVectors<T> { target, shape.strides() };
    }

    ModuleBackend& m_device;
    RunContext& m_context;
    const AttentionPlan& m_plan;
    AttentionData<T> m_data;
    const T* m_projected = nullptr;
    T* m_presents[3] = {}; ///< of key and value; null: no output
};

/// Attention by NVIDIA's library, or by our own kernel if `library` is null.
class AttentionKernel final : public Kernel {
public:
    AttentionKernel(const KernelRequest& request, AttentionPlan plan,
        std::shared_ptr<const LibraryAttention> library)
        : m_device(deviceOf(request))
        , m_plan(std::move(plan))
        , m_library(std::move(library))
        , m_implementation(m_library != nullptr ? m_library->implementation()
                                                : implementationName(request, "attention"))
    {
    }

    Result<void> run(RunContext& context) override
    {
        const auto attendAs = [&]<typename T>() {
            return AttentionRun<T>(m_device, context, m_plan).run(m_library.get());
        };
        return visitElement(AttentionTypes {}, m_plan.type.element, attendAs);
    }
    std::string implementation() const override { return m_implementation; }
    std::vector<std::string> notTaken() const override
    {
        return m_library != nullptr ? m_library->notTaken() : std::vector<std::string> {};
    }

private:
    ModuleBackend& m_device;
    AttentionPlan m_plan;
    std::shared_ptr<const LibraryAttention> m_library;
    std::string m_implementation;
};

} // namespace

HeadStrides AttentionPlan::strides(std::size_t operand) const
{
    const auto& own = operands[operand];
    if (own.isJoined)
        return joinedShape(*this, own).strides();
    return own.isRotated ? rotatedShape(*this, own).strides() : own.strides;
}

Result<HeadShape> headShape(const TensorType& type, std::optional<std::int64_t> heads)
{
    const auto& d = type.dims;
    if (d.size() == 4)
        return HeadShape { d[0], d[1], d[2], d[3], true };
    if (d.size() != 3 || !heads || *heads < 1 || d[2] % *heads != 0)
        return fail(
            "an input of ", dimsText(d), " cannot be divided into ", heads.value_or(0), " heads");
    return HeadShape { d[0], *heads, d[1], d[2] / *heads, false };
}

AttentionOperand operandOf(std::size_t input, const HeadShape& shape)
{
    return { input, 0, shape.strides(), shape.heads, shape.steps, shape.size };
}

Result<void> planPast(
    const KernelRequest& request, std::size_t key, std::size_t value, AttentionPlan& plan)
{
    const auto& keyType = inputType(request, key);
    const auto& valueType = inputType(request, value);
    const auto& layout = plan.layout;
    const auto steps = keyType.dims.size() == 4 ? keyType.dims[2] : 0;
    const Dims keyDims { layout.batch, layout.kvHeads, steps, layout.headSize };
    const Dims valueDims { layout.batch, layout.kvHeads, steps, layout.valueSize };
    if (keyType != TensorType { plan.type.element, keyDims }
        || valueType != TensorType { plan.type.element, valueDims })
        return fail("past key ", dimsText(keyType.dims), " or past value ",
            dimsText(valueType.dims), " does not fit, or is of another type");
    plan.operands[keyIndex].past = key;
    plan.operands[valueIndex].past = value;
    plan.operands[keyIndex].pastSteps = plan.operands[valueIndex].pastSteps = steps;
    return {};
}

Result<void> planBias(
    const KernelRequest& request, std::size_t input, std::int64_t width, AttentionPlan& plan)
{
    if (!request.hasInput(input))
        return {};
    const auto& type = inputType(request, input);
    if (type.element != ElementType::Bool && type.element != plan.type.element
        && type.element != ElementType::Float)
        return fail("a mask or bias of ", model::name(type.element), " for ",
            model::name(plan.type.element), " runs on the CPU");
    auto& layout = plan.layout;
    const Dims target { layout.batch, layout.heads, layout.queries, width };
    if (TRY(broadcastDims(type.dims, target)) != target)
        return fail("a mask or bias of ", dimsText(type.dims), " cannot be broadcast to ",
            dimsText(target));
    plan.bias = input;
    plan.biasElement = type.element;
    layout.rules.width = width;
    std::ranges::copy(broadcastStrides(type.dims, target), layout.rules.strides);
    return {};
}

Result<void> finishPlan(const KernelRequest& request, AttentionPlan& plan)
{
    const auto longest = std::max(plan.layout.headSize, plan.layout.valueSize);
    if (longest > largestHead)
        return fail("heads of ", longest, " elements, expected at most ", largestHead);
    for (const std::size_t i : { queryIndex, keyIndex, valueIndex }) {
        auto& operand = plan.operands[i];
        if (operand.capacity == 0)
            operand.capacity = operand.pastSteps + operand.steps;
        const bool isOutput
            = i != queryIndex && request.hasOutput(plan.isPresentPacked ? keyIndex : i);
        operand.isJoined = plan.hasPastByLength
            ? i != queryIndex
            : operand.pastSteps > 0 || operand.bias != noInput || isOutput;
    }
    return {};
}

RegisterAttention::RegisterAttention(
    const char* type, PlanAttention planOf, std::string domain, std::uint32_t hostInputs)
{
    const auto own = [planOf](const KernelRequest& request) -> Result<std::unique_ptr<Kernel>> {
        auto plan = TRY(planOf(request));
        return std::unique_ptr<Kernel>(
            std::make_unique<AttentionKernel>(request, std::move(plan), nullptr));
    };
    const auto byLibrary
        = [planOf](const KernelRequest& request) -> Result<std::unique_ptr<Kernel>> {
        auto plan = TRY(planOf(request));
        auto library = TRY(LibraryAttention::prepare(request, plan));
        return std::unique_ptr<Kernel>(
            std::make_unique<AttentionKernel>(request, std::move(plan), std::move(library)));
    };
    RegisterKernels({ type }, own, hostInputs, Tier::Native, domain);
    RegisterKernels({ type }, byLibrary, hostInputs, Tier::Library, domain);
}

} // namespace engine::cuda
