#include "engine/cuda/kernels/strided.h"

// Experimental operators of opset 1, written by old converters: ImageScaler, Crop. fp16 and
// bfloat16 are computed in float and rounded once.

namespace engine::cuda {

namespace {

/// Computes scale * x + bias[channel].
template <typename T>
struct ScaleImage {
    const T* x;
    T* y;
    const float* bias;
    AxisFold fold;
    float scale;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        using A = Arithmetic<T>;
        const auto channel = i / fold.inner % fold.axis;
        y[i] = static_cast<T>(static_cast<A>(scale) * widen(x[i]) + static_cast<A>(bias[channel]));
    }
};

Result<std::unique_ptr<Kernel>> prepareImageScaler(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto type = inputType(request, 0);
    const auto bias = request.node.reals("bias").value_or(std::vector<float> {});
    if (type.dims.size() != 4 || static_cast<std::int64_t>(bias.size()) != type.dims[1])
        return fail(
            "ImageScaler has ", bias.size(), " biases for an image of ", dimsText(type.dims));
    const float scale = request.node.real("scale", 1.0f);
    const auto fold = foldAt(type.dims, 1);
    auto* const device = &deviceOf(request);
    auto array = TRY(DeviceArray::of<float>(*device, bias));
    const auto biases = std::make_shared<DeviceArray>(std::move(array));
    return makeKernel(
        implementationName(request, "elementwise"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                return forEach(*device, type.count(),
                    ScaleImage<T> { in<T>(context, 0), reinterpret_cast<T*>(output->data),
                        biases->as<float>(), fold, scale });
            };
            return visitElement(FloatTypes {}, type.element, run);
        });
}

/// Attribute border: left, top, right, bottom to cut off. With attribute scale (height, width),
/// only left and top are cut off and scale is the size of the result.
Result<std::unique_ptr<Kernel>> prepareCrop(const KernelRequest& request)
{
    const auto& input = inputType(request, 0);
    const auto border = request.node.integers("border").value_or(Dims {});
    const auto type = TRY(outputType(request, 0));
    if (input.dims.size() != 4 || border.size() != 4 || type.dims.size() != 4 || border[0] < 0
        || border[1] < 0 || border[1] + type.dims[2] > input.dims[2]
        || border[0] + type.dims[3] > input.dims[3])
        return fail("a border of ", border.size(), " entries does not fit an image of ",
            dimsText(input.dims));
    TRY(visitBytes(type.element, []<typename T>() -> Result<void> { return {}; }));
    const auto strides = denseStrides(input.dims);
    const auto walk = TRY(stridedOver<2>(type.dims, { strides, denseStrides(type.dims) }));
    const Movement movement { walk, border[1] * strides[2] + border[0], 0 };
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "move"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            return moveElements(*device, movement, context.tensor(0), *output);
        });
}

const RegisterKernels imageScaler({ "ImageScaler" }, prepareImageScaler);
const RegisterKernels crop({ "Crop" }, prepareCrop);

} // namespace

} // namespace engine::cuda
