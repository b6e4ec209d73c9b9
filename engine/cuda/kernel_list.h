#pragma once

#include "engine/kernel/kernel.h"

#include <span>
#include <vector>

namespace engine::cuda {

/// All kernels of this module. They are not in the engine's registry before the program has seen
/// that the module fits (engine/device/plugin.h).
std::span<const KernelEntry> kernelList();

/// What a kernel is registered with: `const RegisterKernels softmax({ "Softmax" },
/// prepareSoftmax);` One kernel for several operators of ai.onnx. `hostInputs`: see KernelEntry.
struct RegisterKernels {
    RegisterKernels(std::initializer_list<const char*> types, PrepareKernel prepare,
        std::uint32_t hostInputs = 0, Tier tier = Tier::Native, std::string domain = {});
};

/// A kernel that is a function: what `prepare` found out is in its captures.
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
