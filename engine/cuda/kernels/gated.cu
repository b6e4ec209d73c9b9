#include "engine/cuda/kernels/strided.h"
#include "engine/functors/activation.h"

// Activations of two operands: SwiGLU; BiasGelu and FastGelu of com.microsoft, whose bias, if there
// is one, is a row that is added first. fp16 and bfloat16 are computed in float and rounded once.

namespace engine::cuda {

namespace {

template <typename T>
struct SwishTimes {
    const T* x;
    const T* gate;
    T* y;
    float alpha;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        y[i] = static_cast<T>(functors::Swish { alpha }(widen(x[i])) * widen(gate[i]));
    }
};

Result<std::unique_ptr<Kernel>> prepareSwiGlu(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto type = inputType(request, 0);
    if (inputType(request, 1) != type)
        return fail("operands are ", dimsText(type.dims), " and ",
            dimsText(inputType(request, 1).dims), ", expected equal shapes and types");
    const float alpha = request.node.real("alpha", 1.0f);
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "elementwise"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                return forEach(*device, type.count(),
                    SwishTimes<T> { in<T>(context, 0), in<T>(context, 1),
                        reinterpret_cast<T*>(output->data), alpha });
            };
            return visitElement(FloatTypes {}, type.element, run);
        });
}

template <typename T, typename Gelu>
struct GeluOfSum {
    const T* x;
    const T* bias; ///< null: none
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
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "elementwise"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                return forEach(*device, type.count(),
                    GeluOfSum<T, Gelu> { in<T>(context, 0), in<T>(context, 1),
                        reinterpret_cast<T*>(output->data), width });
            };
            return visitElement(FloatTypes {}, type.element, run);
        });
}

const RegisterKernels swiGlu({ "SwiGLU" }, prepareSwiGlu);
const RegisterKernels biasGelu(
    { "BiasGelu" }, prepareBiasGelu<functors::GeluByErf>, 0, Tier::Native, "com.microsoft");
const RegisterKernels fastGelu(
    { "FastGelu" }, prepareBiasGelu<functors::GeluByTanh>, 0, Tier::Native, "com.microsoft");

} // namespace

} // namespace engine::cuda
