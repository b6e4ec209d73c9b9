#pragma once

#include "engine/kernel/kernel.h"

#include <span>

namespace engine::cuda {

/// All kernels of this module. The program adds them to the engine's registry after it has checked
/// that the module fits (engine/device/plugin.h).
std::span<const KernelEntry> kernelList();

/// Registers one kernel for several operators: `const RegisterKernels softmax({ "Softmax" },
/// prepareSoftmax);`. An empty domain is ai.onnx. `hostInputs`: see KernelEntry.
struct RegisterKernels {
    RegisterKernels(std::initializer_list<const char*> types, PrepareKernel prepare,
        std::uint32_t hostInputs = 0, Tier tier = Tier::Native, std::string domain = {});
};

/// A kernel whose run() is a function. What `prepare` computed is in the function's captures.
template <typename F>
class FunctionKernel final : public Kernel {
public:
    FunctionKernel(std::string implementation, F function)
        : m_implementation(std::move(implementation))
        , m_function(std::move(function))
    {
    }
    Result<void> run(RunContext& context) override { return m_function(context); }
    std::string implementation() const override { return m_implementation; }

private:
    std::string m_implementation;
    F m_function;
};

/// `function(RunContext&) -> Result<void>`
template <typename F>
Result<std::unique_ptr<Kernel>> makeKernel(std::string implementation, F function)
{
    return std::unique_ptr<Kernel>(
        std::make_unique<FunctionKernel<F>>(std::move(implementation), std::move(function)));
}

} // namespace engine::cuda
