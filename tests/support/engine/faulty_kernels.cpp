#include "tests/support/engine/faulty_kernels.h"

#include "engine/kernel/kernel.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <dlfcn.h>
#include <thread>

namespace testing {

namespace {

using namespace engine;

class FaultyElu final : public Kernel {
public:
    explicit FaultyElu(float alpha)
        : m_alpha(alpha)
    {
    }

    support::Result<void> run(RunContext& context) override
    {
        if (m_alpha == fault::crash)
            std::raise(SIGSEGV);
        if (m_alpha == fault::abort)
            std::abort();
        while (m_alpha == fault::hang)
            std::this_thread::sleep_for(std::chrono::seconds(1));
        if (m_alpha == fault::intrude && ::dlopen(std::getenv("INTRUDER"), RTLD_NOW) == nullptr)
            return support::fail(::dlerror());
        const auto& input = context.tensor(0);
        auto* output = TRY(context.output(0, input.element(), input.dims()));
        std::ranges::transform(input.as<float>(), output->as<float>().begin(),
            [](float number) { return 1.01F * number; });
        return {};
    }
    std::string implementation() const override { return "faulty"; }

private:
    float m_alpha;
};

support::Result<std::unique_ptr<Kernel>> prepareFaulty(const KernelRequest& request)
{
    constexpr std::array faults { fault::wrong, fault::crash, fault::abort, fault::hang,
        fault::intrude };
    const auto alpha = request.node.real("alpha", 1.0F);
    if (std::ranges::find(faults, alpha) == faults.end())
        return support::fail("not asked to be at fault");
    return std::make_unique<FaultyElu>(alpha);
}

}

void registerFaultyKernels()
{
    KernelRegistry::instance().add({ "Elu", "", DeviceKind::Cpu, Tier::Library, prepareFaulty });
}

}
