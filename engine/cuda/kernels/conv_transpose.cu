#include "engine/cuda/kernels/product.h"
#include "engine/cuda/kernels/window.h"
#include "engine/reference/conv.h"

#include <numeric>

// ConvTranspose with up to three spatial axes and groups. Each output element is the sum over the
// input elements that contribute to it, so no two threads add to the same element. With stride s
// only every s-th kernel element contributes to a given position. Positions with the same remainder
// modulo the strides use the same kernel elements; each remainder is one product, so that no zeros
// are multiplied.
//
//     stride 2, kernel 3:   even positions use kernel elements 0 and 2, odd ones element 1

namespace engine::cuda {

namespace {

/// The positions of one remainder along an axis, and the elements that contribute to them.
struct AxisPhase {
    std::int64_t firstPosition = 0; ///< of the output
    std::int64_t positionStep = 1;
    std::int64_t positions = 1;
    std::int64_t firstKernel = 0;
    std::int64_t kernelStep = 1;
    std::int64_t kernels = 1; ///< 0: nothing contributes
    std::int64_t firstInput = 0; ///< input under the first kernel element at the first position
    std::int64_t inputStep = 1; ///< subtracted from one kernel element to the next
};

struct TransposedPhase {
    AxisPhase axes[maxSpatial];
    std::int64_t input[maxSpatial] = { 1, 1, 1 };
    std::int64_t output[maxSpatial] = { 1, 1, 1 };
    std::int64_t kernel[maxSpatial] = { 1, 1, 1 };
    std::int64_t inputCount = 1;
    std::int64_t outputCount = 1;
    std::int64_t kernelCount = 1;
    std::int64_t usedKernels = 1; ///< product of `kernels`
    std::int64_t positionCount = 1;
    std::int64_t groups = 1;
    std::int64_t inputsPerGroup = 1;
    std::int64_t outputsPerGroup = 1;

    /// Returns the index in the kernel of used kernel element `k`.
    OPSCOPE_KERNEL std::int64_t kernelAt(std::int64_t k) const
    {
        std::int64_t offset = 0;
        std::int64_t stride = 1;
        for (int d = maxSpatial; d-- > 0;) {
            const auto& axis = axes[d];
            offset += (axis.firstKernel + k % axis.kernels * axis.kernelStep) * stride;
            k /= axis.kernels;
            stride *= kernel[d];
        }
        return offset;
    }
    /// Returns the index of the input element under used kernel element `k` at position `p`; -1 if
    /// it is outside.
    OPSCOPE_KERNEL std::int64_t inputAt(std::int64_t p, std::int64_t k) const
    {
        std::int64_t offset = 0;
        std::int64_t stride = 1;
        for (int d = maxSpatial; d-- > 0;) {
            const auto& axis = axes[d];
            const auto at
                = axis.firstInput + p % axis.positions - k % axis.kernels * axis.inputStep;
            p /= axis.positions;
            k /= axis.kernels;
            if (at < 0 || at >= input[d])
                return -1;
            offset += at * stride;
            stride *= input[d];
        }
        return offset;
    }
    OPSCOPE_KERNEL std::int64_t outputAt(std::int64_t p) const
    {
        std::int64_t offset = 0;
        std::int64_t stride = 1;
        for (int d = maxSpatial; d-- > 0;) {
            const auto& axis = axes[d];
            offset += (axis.firstPosition + p % axis.positions * axis.positionStep) * stride;
            p /= axis.positions;
            stride *= output[d];
        }
        return offset;
    }
};

/// The weights of one output channel, by input channel and used kernel element.
template <typename T>
struct TurnedWeights {
    const T* w;
    TransposedPhase phase;

    OPSCOPE_KERNEL Arithmetic<T> operator()(
        std::int64_t batch, std::int64_t row, std::int64_t depth) const
    {
        const auto channel
            = batch % phase.groups * phase.inputsPerGroup + depth / phase.usedKernels;
        return widen(w[(channel * phase.outputsPerGroup + row) * phase.kernelCount
            + phase.kernelAt(depth % phase.usedKernels)]);
    }
};

template <typename T>
struct ReachingInputs {
    const T* x;
    TransposedPhase phase;

    OPSCOPE_KERNEL Arithmetic<T> operator()(
        std::int64_t batch, std::int64_t depth, std::int64_t position) const
    {
        const auto at = phase.inputAt(position, depth % phase.usedKernels);
        const auto channel = batch * phase.inputsPerGroup + depth / phase.usedKernels;
        return at < 0 ? Arithmetic<T>(0) : widen(x[channel * phase.inputCount + at]);
    }
};

template <typename T>
struct StorePhase {
    T* y;
    const T* bias; ///< null: no bias
    TransposedPhase phase;

    OPSCOPE_KERNEL void operator()(
        std::int64_t batch, std::int64_t row, std::int64_t position, Arithmetic<T> sum) const
    {
        if (bias != nullptr)
            sum += widen(bias[batch % phase.groups * phase.outputsPerGroup + row]);
        y[(batch * phase.outputsPerGroup + row) * phase.outputCount + phase.outputAt(position)]
            = static_cast<T>(sum);
    }
};

/// Returns one phase per remainder of the positions modulo the stride, along one axis.
std::vector<AxisPhase> axisPhases(const WindowShape& window, std::size_t d)
{
    const auto stride = window.strides[d];
    const auto dilation = window.dilations[d];
    std::vector<AxisPhase> phases;
    for (std::int64_t first = 0; first < std::min(stride, window.image[d]); ++first) {
        AxisPhase phase;
        phase.firstPosition = first;
        phase.positionStep = stride;
        phase.positions = (window.image[d] - first + stride - 1) / stride;
        phase.kernelStep = stride / std::gcd(stride, dilation);
        phase.inputStep = phase.kernelStep * dilation / stride;
        phase.kernels = 0;
        for (std::int64_t k = 0; k < std::min(window.kernel[d], phase.kernelStep); ++k) {
            const auto distance = first + window.padsBefore[d] - k * dilation;
            if (distance % stride != 0)
                continue;
            phase.firstKernel = k;
            phase.firstInput = distance / stride;
            phase.kernels = (window.kernel[d] - k + phase.kernelStep - 1) / phase.kernelStep;
        }
        phases.push_back(phase);
    }
    return phases;
}

Result<TransposedPhase> geometryOf(const TransposedConvShape& shape)
{
    const auto& conv = shape.conv;
    const auto rank = conv.window.image.size();
    if (rank > maxSpatial)
        return fail("an image of ", rank, " axes, expected at most ", maxSpatial);
    TransposedPhase geometry;
    for (std::size_t d = 0; d < rank; ++d) {
        const auto at = maxSpatial - rank + d;
        geometry.input[at] = conv.window.positions[d];
        geometry.output[at] = conv.window.image[d];
        geometry.kernel[at] = conv.window.kernel[d];
    }
    geometry.inputCount = conv.window.positionCount();
    geometry.outputCount = conv.window.imageCount();
    geometry.kernelCount = conv.window.kernelCount();
    geometry.groups = conv.groups;
    geometry.inputsPerGroup = conv.outputsPerGroup; // the shape is that of the reversed convolution
    geometry.outputsPerGroup = conv.inputsPerGroup;
    return geometry;
}

constexpr std::size_t maxPhases = 4096;

/// Returns all combinations of the axes' phases. Together they cover each output element once.
Result<std::vector<TransposedPhase>> phasesOf(const TransposedConvShape& shape)
{
    const auto& window = shape.conv.window;
    std::vector<TransposedPhase> phases { TRY(geometryOf(shape)) };
    const auto rank = window.image.size();
    for (std::size_t d = 0; d < rank; ++d) {
        if (window.strides[d] > static_cast<std::int64_t>(maxPhases))
            return fail("a stride of ", window.strides[d], ", expected at most ", maxPhases);
        std::vector<TransposedPhase> combined;
        for (const auto& axis : axisPhases(window, d)) {
            for (auto phase : phases) {
                phase.axes[maxSpatial - rank + d] = axis;
                phase.usedKernels *= axis.kernels;
                phase.positionCount *= axis.positions;
                combined.push_back(phase);
            }
        }
        phases = std::move(combined);
        if (phases.size() > maxPhases)
            return fail("strides of ", dimsText(window.strides), " are too large for the device");
    }
    return phases;
}

Result<std::unique_ptr<Kernel>> prepareConvTranspose(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto& x = inputType(request, 0);
    const auto& w = inputType(request, 1);
    if (w.element != x.element
        || (request.hasInput(2) && inputType(request, 2).element != x.element))
        return fail("image, weights and bias are of different types");
    const auto shape = TRY(transposedConvShape(request.node, x.dims, w.dims));
    if (request.hasInput(2) && inputType(request, 2).count() != shape.output[1])
        return fail(
            "bias has ", inputType(request, 2).count(), " elements, expected ", shape.output[1]);
    const auto phases = TRY(phasesOf(shape));
    const TensorType type { x.element, shape.output };
    return typedKernel<FloatTypes>(request, "implicit GEMM", type, type.element,
        [=, device = &deviceOf(request),
            batches = shape.conv.batch * shape.conv.groups]<typename T>(
            RunContext& context, Tensor& output) -> Result<void> {
            for (const auto& phase : phases) {
                const TiledProduct<Arithmetic<T>, TurnedWeights<T>, ReachingInputs<T>,
                    StorePhase<T>>
                    product { { in<T>(context, 1), phase }, { in<T>(context, 0), phase },
                        { reinterpret_cast<T*>(output.data), in<T>(context, 2), phase },
                        phase.outputsPerGroup, phase.positionCount,
                        phase.inputsPerGroup * phase.usedKernels };
                TRY(runProduct(*device, product, batches));
            }
            return {};
        });
}

const RegisterKernels convTranspose({ "ConvTranspose" }, prepareConvTranspose);

} // namespace

} // namespace engine::cuda
