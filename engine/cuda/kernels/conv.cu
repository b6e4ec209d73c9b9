#include "engine/cuda/kernels/product.h"
#include "engine/cuda/kernels/window.h"
#include "engine/reference/conv.h"

// Conv with up to three spatial axes and groups: the product of weights and the image as columns,
// which are never stored (implicit GEMM). One batch of the product per image and group.

namespace engine::cuda {

namespace {

struct ConvGeometry {
    Window window;
    std::int64_t groups = 1;
    std::int64_t inputsPerGroup = 1;
    std::int64_t outputsPerGroup = 1;
    std::int64_t depth = 1; ///< inputs per group times kernel elements
};

template <typename T>
struct Weights {
    const T* w;
    ConvGeometry conv;

    OPSCOPE_KERNEL Arithmetic<T> operator()(
        std::int64_t batch, std::int64_t row, std::int64_t depth) const
    {
        const auto group = batch % conv.groups;
        return widen(w[(group * conv.outputsPerGroup + row) * conv.depth + depth]);
    }
};

template <typename T>
struct ImageColumns {
    const T* x;
    ConvGeometry conv;

    OPSCOPE_KERNEL Arithmetic<T> operator()(
        std::int64_t batch, std::int64_t depth, std::int64_t position) const
    {
        const auto channel = depth / conv.window.kernelCount;
        const auto at = conv.window.find(position, depth % conv.window.kernelCount);
        return at < 0
            ? Arithmetic<T>(0)
            : widen(x[(batch * conv.inputsPerGroup + channel) * conv.window.imageCount + at]);
    }
};

template <typename T>
struct StoreBiased {
    T* y;
    const T* bias; ///< null: no bias
    ConvGeometry conv;

    OPSCOPE_KERNEL void operator()(
        std::int64_t batch, std::int64_t row, std::int64_t position, Arithmetic<T> sum) const
    {
        const auto channel = batch % conv.groups * conv.outputsPerGroup + row;
        if (bias != nullptr)
            sum += widen(bias[channel]);
        y[(batch * conv.outputsPerGroup + row) * conv.window.positionCount + position]
            = static_cast<T>(sum);
    }
};

Result<std::unique_ptr<Kernel>> prepareConv(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto& x = inputType(request, 0);
    const auto& w = inputType(request, 1);
    if (x.element != w.element
        || (request.hasInput(2) && inputType(request, 2).element != x.element))
        return fail("image, weights and bias are of different types");
    const auto shape = TRY(convShape(request.node, x.dims, w.dims));
    if (request.hasInput(2) && inputType(request, 2).count() != shape.outputChannels)
        return fail("bias has ", inputType(request, 2).count(), " elements, expected ",
            shape.outputChannels);
    const ConvGeometry conv { TRY(deviceWindow(shape.window)), shape.groups, shape.inputsPerGroup,
        shape.outputsPerGroup, shape.inputsPerGroup * shape.window.kernelCount() };
    const TensorType type { x.element, convOutputDims(shape) };
    return typedKernel<FloatTypes>(request, "implicit GEMM", type, type.element,
        [=, device = &deviceOf(request), images = shape.batch]<typename T>(
            RunContext& context, Tensor& output) -> Result<void> {
            const TiledProduct<Arithmetic<T>, Weights<T>, ImageColumns<T>, StoreBiased<T>> product {
                { in<T>(context, 1), conv }, { in<T>(context, 0), conv },
                { reinterpret_cast<T*>(output.data), in<T>(context, 2), conv },
                conv.outputsPerGroup, conv.window.positionCount, conv.depth
            };
            return runProduct(*device, product, images * conv.groups);
        });
}

const RegisterKernels convolution({ "Conv" }, prepareConv);

} // namespace

} // namespace engine::cuda
