#include "engine/cuda/kernels/rotary.h"

// RotaryEmbedding of ai.onnx and of com.microsoft. A position outside of the caches is reported at
// the next wait for the device.

namespace engine::cuda {

namespace {

template <typename T>
Result<void> runRotary(ModuleBackend& device, RunContext& context, const RotaryPlan& plan)
{
    auto* const output = TRY(outputOf(context, 0, plan.type));
    const HeadVectors<T> x { in<T>(context, 0), plan.heads.strides() };
    return rotate(
        device, context, plan.rotation, x, plan.heads, reinterpret_cast<T*>(output->data));
}

template <auto planOf>
Result<std::unique_ptr<Kernel>> prepareRotary(const KernelRequest& request)
{
    const auto plan = TRY(planOf(request));
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "rotary embedding"), [=](RunContext& context) -> Result<void> {
            auto run = [&]<typename T>() { return runRotary<T>(*device, context, plan); };
            return visitElement(AttentionTypes {}, plan.type.element, run);
        });
}

const RegisterKernels rotary({ "RotaryEmbedding" }, prepareRotary<planRotaryEmbedding>);
const RegisterKernels contribRotary({ "RotaryEmbedding" },
    prepareRotary<planContribRotaryEmbedding>, 0, Tier::Native, "com.microsoft");

} // namespace

} // namespace engine::cuda
