#include "engine/cuda/kernels/numbers.h"
#include "engine/reference/fake_quantization.h"

// Quant of Brevitas and QONNX. Computed in double like the reference, so that a number close to the
// middle between two levels is rounded to the same one.

namespace engine::cuda {

namespace {

struct QuantiseNumbers {
    static constexpr int count = functors::FakeQuantize::parameters;
    NumberReader x;
    NumberReader parameters[count];
    std::byte* y;
    ElementType type;
    Strided<count> walk;
    functors::FakeQuantize function;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        std::int64_t at[count];
        walk.find(i, at);
        double values[count];
        for (int p = 0; p < count; ++p)
            values[p] = parameters[p].at(at[p]);
        store(i, function(x.at(i), values));
    }

    OPSCOPE_KERNEL void store(std::int64_t i, double value) const
    {
        if (type == ElementType::Float)
            reinterpret_cast<float*>(y)[i] = static_cast<float>(value);
        else if (type == ElementType::Double)
            reinterpret_cast<double*>(y)[i] = value;
        else if (type == ElementType::Float16)
            reinterpret_cast<Float16*>(y)[i] = narrowed<Float16>(value);
        else
            reinterpret_cast<Bfloat16*>(y)[i] = narrowed<Bfloat16>(value);
    }
};

Result<std::unique_ptr<Kernel>> prepareQuant(const KernelRequest& request)
{
    constexpr std::size_t count = functors::FakeQuantize::parameters;
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto type = inputType(request, 0);
    std::array<Dims, count> strides;
    for (std::size_t p = 0; p < count; ++p) {
        TRY(requireNumber(request, p + 1));
        const auto& dims = inputType(request, p + 1).dims;
        if (TRY(broadcastDims(dims, type.dims)) != type.dims)
            return fail("input ", p + 1, " is ", dimsText(dims), ", which cannot be broadcast to ",
                dimsText(type.dims));
        strides[p] = broadcastStrides(dims, type.dims);
    }
    const auto walk = TRY(stridedOver<QuantiseNumbers::count>(type.dims, strides));
    const auto function = fakeQuantize(request.node);
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "elementwise"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            QuantiseNumbers map { numbersOf(context, 0), {}, output->data, type.element, walk,
                function };
            for (std::size_t p = 0; p < count; ++p)
                map.parameters[p] = numbersOf(context, p + 1);
            return forEach(*device, type.count(), map);
        });
}

const RegisterKernels brevitas({ "Quant" }, prepareQuant, 0, Tier::Native, "onnx.brevitas");
const RegisterKernels qonnx({ "Quant" }, prepareQuant, 0, Tier::Native, "qonnx.custom_op.general");

} // namespace

} // namespace engine::cuda
