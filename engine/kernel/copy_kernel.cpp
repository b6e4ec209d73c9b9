#include "engine/kernel/copy_kernel.h"

namespace engine {

namespace {

class CopyKernel final : public Kernel {
public:
    CopyKernel(std::shared_ptr<Backend> backend, DeviceKind to)
        : m_backend(std::move(backend))
        , m_to(to)
    {
    }

    Result<void> run(RunContext& context) override
    {
        const auto& from = context.tensor(0);
        auto* const to = TRY(context.output(0, from.element(), from.dims()));
        const PhaseSpan span(context, Phase::Copy);
        const auto bytes = from.type.bytes();
        if (bytes == 0)
            return {};
        return m_to == DeviceKind::Cpu ? m_backend->toHost(to->data, from.data, bytes)
                                       : m_backend->toDevice(to->data, from.data, bytes);
    }

    std::string implementation() const override
    {
        return m_to == DeviceKind::Cpu ? "copy to the CPU" : "copy to the device";
    }

private:
    std::shared_ptr<Backend> m_backend;
    DeviceKind m_to;
};

} // namespace

bool isCopy(const OpNode& node) { return node.domain == "opscope" && node.type == copyOperator; }

std::unique_ptr<Kernel> makeCopyKernel(std::shared_ptr<Backend> backend, DeviceKind to)
{
    return std::make_unique<CopyKernel>(std::move(backend), to);
}

} // namespace engine
