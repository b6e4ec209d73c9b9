#include "engine/cuda/kernels/strided.h"
#include "engine/functors/activation.h"

// Activations of two operands: SwiGLU; BiasGelu, FastGelu and BiasSplitGelu of com.microsoft. Their
// optional bias is a row that is added first. fp16 and bfloat16 are computed in float and rounded
// once.

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

/// Computes the left half of the channels times GELU of the right half.
template <typename T>
struct SplitGelu {
    const T* x;
    const T* bias;
    T* y;
    std::int64_t half;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto row = i / half * 2 * half;
        const auto k = i % half;
        const auto left = widen(x[row + k]) + widen(bias[k]);
        const auto gate = widen(x[row + half + k]) + widen(bias[half + k]);
        y[i] = static_cast<T>(left * functors::GeluByErf {}(gate));
    }
};

Result<std::unique_ptr<Kernel>> prepareSplitGelu(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    auto type = inputType(request, 0);
    const auto& bias = inputType(request, 1);
    if (type.dims.empty() || type.dims.back() % 2 != 0 || type.dims.back() != bias.count()
        || bias.element != type.element)
        return fail("bias of ", dimsText(bias.dims), " and channels of ", dimsText(type.dims),
            " do not fit, or have no halves");
    type.dims.back() /= 2;
    const auto half = type.dims.back();
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "elementwise"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                return forEach(*device, type.count(),
                    SplitGelu<T> { in<T>(context, 0), in<T>(context, 1),
                        reinterpret_cast<T*>(output->data), half });
            };
            return visitElement(FloatTypes {}, type.element, run);
        });
}

const RegisterKernels swiGlu({ "SwiGLU" }, prepareSwiGlu);
const RegisterKernels biasGelu(
    { "BiasGelu" }, prepareBiasGelu<functors::GeluByErf>, 0, Tier::Native, "com.microsoft");
const RegisterKernels fastGelu(
    { "FastGelu" }, prepareBiasGelu<functors::GeluByTanh>, 0, Tier::Native, "com.microsoft");
const RegisterKernels splitGelu(
    { "BiasSplitGelu" }, prepareSplitGelu, 0, Tier::Native, "com.microsoft");

} // namespace

} // namespace engine::cuda
