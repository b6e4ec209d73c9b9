#include "engine/cuda/kernels/product.h"
#include "engine/cuda/kernels/window.h"

#include <cmath>

// DeformConv of images: the product of weights and of the image sampled at the shifted kernel
// elements. fp16 and bfloat16 are computed in float. Source: ONNX DeformConv-22.

namespace engine::cuda {

namespace {

struct DeformGeometry {
    Window window;
    std::int64_t groups = 1;
    std::int64_t offsetGroups = 1;
    std::int64_t channelsPerOffset = 1;
    std::int64_t inputsPerGroup = 1;
    std::int64_t outputsPerGroup = 1;
};

template <typename T>
struct DeformWeights {
    const T* w;
    DeformGeometry shape;

    OPSCOPE_KERNEL Arithmetic<T> operator()(
        std::int64_t batch, std::int64_t row, std::int64_t depth) const
    {
        const auto output = batch % shape.groups * shape.outputsPerGroup + row;
        return widen(w[output * shape.inputsPerGroup * shape.window.kernelCount + depth]);
    }
};

/// Interpolates the image between its elements; 0 outside.
template <typename T>
OPSCOPE_KERNEL Arithmetic<T> sampled(
    const T* plane, const Window& window, Arithmetic<T> y, Arithmetic<T> x)
{
    using A = Arithmetic<T>;
    const auto height = window.image[mostSpatial - 2];
    const auto width = window.image[mostSpatial - 1];
    if (!(y > A(-1) && x > A(-1) && y < static_cast<A>(height) && x < static_cast<A>(width)))
        return A(0);
    const auto top = static_cast<std::int64_t>(std::floor(y));
    const auto left = static_cast<std::int64_t>(std::floor(x));
    A sum = 0;
    for (std::int64_t i = top; i < top + 2; ++i) {
        for (std::int64_t j = left; j < left + 2; ++j) {
            if (i >= 0 && j >= 0 && i < height && j < width)
                sum += (A(1) - std::fabs(y - static_cast<A>(i)))
                    * (A(1) - std::fabs(x - static_cast<A>(j))) * widen(plane[i * width + j]);
        }
    }
    return sum;
}

template <typename T>
struct DeformedImage {
    const T* x;
    const T* offsets;
    const T* mask; ///< null: all 1
    DeformGeometry shape;

    OPSCOPE_KERNEL Arithmetic<T> operator()(
        std::int64_t batch, std::int64_t depth, std::int64_t position) const
    {
        using A = Arithmetic<T>;
        const auto& window = shape.window;
        const auto image = batch / shape.groups;
        const auto channels = shape.groups * shape.inputsPerGroup;
        const auto channel
            = batch % shape.groups * shape.inputsPerGroup + depth / window.kernelCount;
        const auto k = depth % window.kernelCount;
        const auto set
            = (image * shape.offsetGroups + channel / shape.channelsPerOffset) * window.kernelCount
            + k;
        constexpr int rows = mostSpatial - 2;
        constexpr int columns = mostSpatial - 1;
        const auto across = window.positions[columns];
        const auto row = position / across * window.strides[rows]
            + k / window.kernel[columns] * window.dilations[rows] - window.before[rows];
        const auto column = position % across * window.strides[columns]
            + k % window.kernel[columns] * window.dilations[columns] - window.before[columns];
        const T* const moved = offsets + set * 2 * window.positionCount + position;
        const A value = sampled(x + (image * channels + channel) * window.imageCount, window,
            static_cast<A>(row) + widen(moved[0]),
            static_cast<A>(column) + widen(moved[window.positionCount]));
        return mask != nullptr ? value * widen(mask[set * window.positionCount + position]) : value;
    }
};

template <typename T>
struct StoreDeformed {
    T* y;
    const T* bias; ///< null: no bias
    DeformGeometry shape;

    OPSCOPE_KERNEL void operator()(
        std::int64_t batch, std::int64_t row, std::int64_t position, Arithmetic<T> sum) const
    {
        if (bias != nullptr)
            sum += widen(bias[batch % shape.groups * shape.outputsPerGroup + row]);
        y[(batch * shape.outputsPerGroup + row) * shape.window.positionCount + position]
            = static_cast<T>(sum);
    }
};

Result<void> requireSizes(const KernelRequest& request, const DeformGeometry& shape)
{
    const auto& x = inputType(request, 0).dims;
    const auto& w = inputType(request, 1).dims;
    const auto kernelCount = shape.window.kernelCount;
    const auto rows = shape.window.positions[mostSpatial - 2];
    const auto columns = shape.window.positions[mostSpatial - 1];
    const Dims offsets { x[0], shape.offsetGroups * kernelCount * 2, rows, columns };
    if (inputType(request, 2).dims != offsets)
        return fail(
            "offsets are ", dimsText(inputType(request, 2).dims), ", expected ", dimsText(offsets));
    if (request.hasInput(3) && inputType(request, 3).count() != w[0])
        return fail("bias has ", inputType(request, 3).count(), " elements, expected ", w[0]);
    const auto masked = x[0] * shape.offsetGroups * kernelCount * shape.window.positionCount;
    if (request.hasInput(4) && inputType(request, 4).count() != masked)
        return fail("mask has ", inputType(request, 4).count(), " elements, expected ", masked);
    for (std::size_t i = 1; i < 5; ++i) {
        if (request.hasInput(i) && inputType(request, i).element != inputType(request, 0).element)
            return fail("inputs 0 and ", i, " have different element types");
    }
    return {};
}

Result<std::unique_ptr<Kernel>> prepareDeformConv(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto& node = request.node;
    const auto& x = inputType(request, 0).dims;
    const auto& w = inputType(request, 1).dims;
    if (x.size() != 4 || w.size() != 4)
        return fail("takes images, found ", dimsText(x), " and weights of ", dimsText(w));
    const auto window
        = TRY(windowShape(node, std::span(x).subspan(2), std::span(w).subspan(2), Rounding::Floor));
    DeformGeometry shape { TRY(deviceWindow(window)), node.integer("group", 1),
        node.integer("offset_group", 1) };
    if (shape.groups < 1 || shape.offsetGroups < 1 || x[1] != w[1] * shape.groups
        || w[0] % shape.groups != 0 || x[1] % shape.offsetGroups != 0)
        return fail("an input of ", dimsText(x), " and weights of ", dimsText(w), " do not fit ",
            shape.groups, " groups and ", shape.offsetGroups, " of offsets");
    shape.channelsPerOffset = x[1] / shape.offsetGroups;
    shape.inputsPerGroup = w[1];
    shape.outputsPerGroup = w[0] / shape.groups;
    TRY(requireSizes(request, shape));
    const TensorType type { inputType(request, 0).element,
        { x[0], w[0], shape.window.positions[mostSpatial - 2],
            shape.window.positions[mostSpatial - 1] } };
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "implicit GEMM"),
        [=, batches = x[0] * shape.groups](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                const TiledProduct<Arithmetic<T>, DeformWeights<T>, DeformedImage<T>,
                    StoreDeformed<T>>
                    product { { in<T>(context, 1), shape },
                        { in<T>(context, 0), in<T>(context, 2), in<T>(context, 4), shape },
                        { reinterpret_cast<T*>(output->data), in<T>(context, 3), shape },
                        shape.outputsPerGroup, shape.window.positionCount,
                        shape.inputsPerGroup * shape.window.kernelCount };
                return runProduct(*device, product, batches);
            };
            return visitElement(FloatTypes {}, type.element, run);
        });
}

const RegisterKernels deformConv({ "DeformConv" }, prepareDeformConv);

} // namespace

} // namespace engine::cuda
