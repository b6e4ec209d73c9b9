#include "engine/cuda/kernels/strided.h"
#include "engine/functors/activation.h"

// BiasGelu and FastGelu of com.microsoft. Their optional bias is a row that is added first. fp16
// and bfloat16 are computed in float and rounded once.

namespace engine::cuda {

namespace {

template <typename T, typename Gelu>
struct GeluOfSum {
    const T* x;
    const T* bias; ///< null: no bias
    T* y;
    std::int64_t width;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        auto value = widen(x[i]);
        if (bias != nullptr)
            value += widen(bias[i % width]);
        y[i] = static_cast<T>(Gelu {}(value));
    }
};

template <typename Gelu>
Result<std::unique_ptr<Kernel>> prepareBiasGelu(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto type = inputType(request, 0);
    const auto width = type.dims.empty() ? 1 : type.dims.back();
    if (request.hasInput(1)
        && (inputType(request, 1).count() != width
            || inputType(request, 1).element != type.element))
        return fail("bias is ", dimsText(inputType(request, 1).dims), ", expected ", width,
            " elements of the input's type");
    return typedKernel<FloatTypes>(request, "elementwise", type, type.element,
        [=, device = &deviceOf(request)]<typename T>(
            RunContext& context, Tensor& output) -> Result<void> {
            return forEach(*device, type.count(),
                GeluOfSum<T, Gelu> { in<T>(context, 0), in<T>(context, 1),
                    reinterpret_cast<T*>(output.data), width });
        });
}

const RegisterKernels biasGelu(
    { "BiasGelu" }, prepareBiasGelu<functors::GeluByErf>, 0, Tier::Native, "com.microsoft");
const RegisterKernels fastGelu(
    { "FastGelu" }, prepareBiasGelu<functors::GeluByTanh>, 0, Tier::Native, "com.microsoft");

} // namespace

} // namespace engine::cuda
