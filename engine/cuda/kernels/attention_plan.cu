#include "engine/cuda/kernels/attention_plan.h"

#include "engine/cuda/kernels/library_attention.h"
#include "engine/cuda/kernels/matrix.h"
#include "engine/cuda/kernels/run_memory.h"

// The driver of all attention operators.

namespace engine::cuda {

namespace {

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

Result<void> checkHeads(const AttentionPlan& plan)
{
    const auto longest = std::max(plan.layout.headSize, plan.layout.valueSize);
    if (longest > largestHead)
        return fail("heads of ", longest, " elements, expected at most ", largestHead);
    return {};
}

} // namespace

RegisterAttention::RegisterAttention(
    const char* type, PlanAttention planOf, std::string domain, std::uint32_t hostInputs)
{
    const auto own = [planOf](const KernelRequest& request) -> Result<std::unique_ptr<Kernel>> {
        auto plan = TRY(planOf(request));
        TRY(checkHeads(plan));
        return std::unique_ptr<Kernel>(
            std::make_unique<AttentionKernel>(request, std::move(plan), nullptr));
    };
    const auto byLibrary
        = [planOf](const KernelRequest& request) -> Result<std::unique_ptr<Kernel>> {
        auto plan = TRY(planOf(request));
        TRY(checkHeads(plan));
        auto library = TRY(LibraryAttention::prepare(request, plan));
        return std::unique_ptr<Kernel>(
            std::make_unique<AttentionKernel>(request, std::move(plan), std::move(library)));
    };
    RegisterKernels({ type }, own, hostInputs, Tier::Native, domain);
    RegisterKernels({ type }, byLibrary, hostInputs, Tier::Library, domain);
}

} // namespace engine::cuda
