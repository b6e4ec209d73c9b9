#include "engine/device/hosted_kernel.h"

#include "engine/kernel/forwarding_context.h"

#include <cstring>
#include <map>

namespace engine {

namespace {

/// RunContext of the CPU kernel: all values are on the host.
class HostContext final : public ForwardingContext {
public:
    HostContext(RunContext& outside, MemoryPool& pool)
        : ForwardingContext(outside)
        , m_pool(pool)
    {
    }

    void setInput(std::size_t i, RuntimeValue value) { m_inputs[i] = std::move(value); }
    std::map<std::size_t, RuntimeValue>& outputs() { return m_outputs; }

    const RuntimeValue& input(std::size_t i) const override
    {
        const auto found = m_inputs.find(i);
        return found == m_inputs.end() ? outer().input(i) : found->second;
    }
    Result<Tensor*> output(
        std::size_t i, ElementType element, std::span<const std::int64_t> dims) override
    {
        auto& value = m_outputs[i];
        value.content = TRY(m_pool.allocate(element, dims));
        return &value.tensor();
    }
    Result<void> forward(
        std::size_t i, std::size_t from, std::span<const std::int64_t> dims) override
    {
        if (!hasOutput(i))
            return {};
        const auto& source = input(from);
        if (!source.isTensor())
            return setOutput(i, source);
        auto* const target = TRY(output(i, source.tensor().element(), dims));
        if (target->type.bytes() != source.tensor().type.bytes())
            return fail(
                "cannot give ", dimsText(source.tensor().dims()), " the shape ", dimsText(dims));
        if (target->type.bytes() > 0)
            std::memcpy(target->data, source.tensor().data, target->type.bytes());
        return {};
    }
    Result<void> setOutput(std::size_t i, RuntimeValue value) override
    {
        m_outputs[i] = std::move(value);
        return {};
    }
    Result<std::span<std::byte>> scratch(std::size_t bytes) override
    {
        m_scratch.push_back(TRY(m_pool.allocate(bytes)));
        return std::span(m_scratch.back().data, bytes);
    }

private:
    MemoryPool& m_pool;
    std::map<std::size_t, RuntimeValue> m_inputs; ///< host copies of device inputs
    std::map<std::size_t, RuntimeValue> m_outputs;
    std::vector<MemoryPool::Block> m_scratch;
};

class HostedKernel final : public Kernel {
public:
    HostedKernel(std::unique_ptr<Kernel> kernel, DeviceMemory device,
        std::shared_ptr<MemoryPool> pool, std::vector<bool> isOnDevice, std::string reason)
        : m_kernel(std::move(kernel))
        , m_device(std::move(device))
        , m_pool(std::move(pool))
        , m_isOnDevice(std::move(isOnDevice))
        , m_reason(std::move(reason))
    {
    }

    Result<void> run(RunContext& context) override
    {
        HostContext side(context, *m_pool);
        for (std::size_t i = 0; i < m_isOnDevice.size(); ++i) {
            const auto& value = context.input(i);
            if (!value.isTensor() || !m_isOnDevice[i])
                continue;
            const PhaseSpan span(context, Phase::Copy);
            const auto& tensor = value.tensor();
            auto copy = TRY(m_pool->allocate(tensor.element(), tensor.dims()));
            if (tensor.type.bytes() > 0)
                TRY(m_device.backend->toHost(copy.data, tensor.data, tensor.type.bytes()));
            side.setInput(i, RuntimeValue { std::move(copy) });
        }
        TRY(m_kernel->run(side));
        for (auto& [i, value] : side.outputs()) {
            if (!context.hasOutput(i))
                continue;
            if (!value.isTensor())
                return fail("output ", i, " is no tensor, which a step of a device cannot give");
            const PhaseSpan span(context, Phase::Copy);
            const auto& tensor = value.tensor();
            auto* const target = TRY(context.output(i, tensor.element(), tensor.dims()));
            if (tensor.type.bytes() > 0)
                TRY(m_device.backend->toDevice(target->data, tensor.data, tensor.type.bytes()));
        }
        return {};
    }

    std::string implementation() const override
    {
        return m_kernel->implementation() + " on the CPU, copied there and back (" + m_reason + ")";
    }

private:
    std::unique_ptr<Kernel> m_kernel;
    DeviceMemory m_device;
    std::shared_ptr<MemoryPool> m_pool;
    std::vector<bool> m_isOnDevice; ///< by input
    std::string m_reason;
};

} // namespace

std::unique_ptr<Kernel> hostedKernel(std::unique_ptr<Kernel> kernel, DeviceMemory device,
    std::shared_ptr<MemoryPool> pool, std::vector<bool> isOnDevice, std::string reason)
{
    return std::make_unique<HostedKernel>(std::move(kernel), std::move(device), std::move(pool),
        std::move(isOnDevice), std::move(reason));
}

} // namespace engine
