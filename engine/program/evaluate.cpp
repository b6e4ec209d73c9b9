#include "engine/program/evaluate.h"

#include "engine/plan/kernel_choice.h"
#include "engine/program/dims_limit.h"
#include "model/support/catch_exceptions.h"

#include <array>
#include <forward_list>

namespace engine {

namespace {

class EvaluationContext final : public RunContext {
public:
    EvaluationContext(
        const KernelRequest& request, std::span<const RuntimeValue> inputs, MemoryPool& pool)
        : m_request(request)
        , m_inputs(inputs)
        , m_pool(pool)
        , m_outputs(request.outputsUsed.size())
    {
    }

    const RuntimeValue& input(std::size_t i) const override
    {
        static const RuntimeValue absent;
        return i < m_inputs.size() ? m_inputs[i] : absent;
    }
    Result<Tensor*> output(
        std::size_t i, ElementType element, std::span<const std::int64_t> dims) override
    {
        auto& place = hasOutput(i) ? m_outputs[i] : m_unwanted.emplace_front();
        place.content = TRY(m_pool.allocate(element, dims));
        return &place.tensor();
    }
    Result<void> forward(
        std::size_t i, std::size_t from, std::span<const std::int64_t> dims) override
    {
        TRY(checkDims(dims));
        auto tensor = input(from).tensor();
        if (elementCount(dims) != tensor.count())
            return fail("cannot give ", tensor.dims(), " the shape ", dims);
        tensor.type.dims.assign(dims.begin(), dims.end());
        return setOutput(i, RuntimeValue { std::move(tensor) });
    }
    Result<void> setOutput(std::size_t i, RuntimeValue value) override
    {
        if (hasOutput(i))
            m_outputs[i] = std::move(value);
        return {};
    }
    bool hasOutput(std::size_t i) const override { return m_request.hasOutput(i); }
    Result<std::span<std::byte>> scratch(std::size_t bytes) override
    {
        auto block = TRY(m_pool.allocate(bytes));
        m_scratch.push_back(block.owner);
        return std::span(block.data, bytes);
    }
    int threads() const override { return m_request.settings.threads; }
    std::stop_token stop() const override { return {}; }

    std::vector<RuntimeValue> takeOutputs() { return std::move(m_outputs); }

private:
    const KernelRequest& m_request;
    std::span<const RuntimeValue> m_inputs;
    MemoryPool& m_pool;
    std::vector<RuntimeValue> m_outputs;
    /// Outputs that a kernel writes and no step reads. Each has its own memory.
    std::forward_list<RuntimeValue> m_unwanted;
    std::vector<std::shared_ptr<void>> m_scratch;
};

} // namespace

Result<std::vector<RuntimeValue>> evaluate(
    const KernelRequest& request, std::span<const RuntimeValue> inputs, MemoryPool& pool)
{
    auto choice = chooseKernel(request, DeviceKind::Cpu, std::array { Tier::Reference });
    if (!choice.kernel && !choice.error)
        choice = chooseKernel(request, DeviceKind::Cpu, std::array { Tier::Native, Tier::Library });
    if (choice.error)
        return std::move(*choice.error);
    if (!choice.kernel)
        return fail("no kernel for ", request.node.type);
    EvaluationContext context(request, inputs, pool);
    TRY(support::catchExceptions("the kernel", [&] { return choice.kernel->run(context); }));
    return context.takeOutputs();
}

} // namespace engine
