#include "engine/cpu/native.h"
#include "engine/cpu/onednn.h"
#include "engine/reference/window.h"

#include <array>
#include <atomic>
#include <limits>

// MaxPool, AveragePool and the global pools. fp32, channels-last images also bfloat16, one to three
// spatial axes. Refuses the Indices output, lp norms, and averages that count padding while the
// output size is rounded up. For windows without a number above -Inf oneDNN gives the lowest float;
// those are computed again. Source: ONNX MaxPool-1 to -12, AveragePool-1 to -19; oneDNN developer
// guide, "Pooling".

namespace engine::onednn {

namespace {

struct PoolWork {
    WindowShape shape;
    dnnl::algorithm algorithm = dnnl::algorithm::pooling_max;
};

constexpr float lowest = std::numeric_limits<float>::lowest();

bool holdsLowest(const Tensor& tensor, int threads)
{
    const auto smallest = vectorTable().reduce[static_cast<int>(RowReduction::Min)];
    std::atomic<bool> isFound = false;
    parallelFor(
        tensor.count(), elementsPerThread, threads, [&](std::int64_t first, std::int64_t last) {
            if (smallest(floats(tensor) + first, last - first) <= lowest)
                isFound = true;
        });
    return isFound;
}

/// Computes the windows again for which oneDNN gave `lowest`: their largest number, or -Inf.
void recomputeWindows(const WindowShape& shape, const std::array<Layout, 2>& layouts,
    const Tensor& input, Tensor& output)
{
    const auto channels = input.dims()[1];
    const auto placeOf
        = [&](Layout layout, std::int64_t plane, std::int64_t count, std::int64_t at) {
              return layout == Layout::Plain
                  ? plane * count + at
                  : (plane / channels * count + at) * channels + plane % channels;
          };
    for (std::int64_t first = 0; first < shape.positionCount(); first += windowTile) {
        const auto count = std::min(windowTile, shape.positionCount() - first);
        const auto offsets = windowOffsets(shape, first, count);
        for (std::int64_t i = 0; i < input.dims()[0] * channels * count; ++i) {
            const auto plane = i / count;
            float& result = floats(
                output)[placeOf(layouts[1], plane, shape.positionCount(), first + i % count)];
            if (result > lowest)
                continue;
            result = -std::numeric_limits<float>::infinity();
            for (auto k = i % count; k < std::ssize(offsets); k += count) {
                const auto at = offsets[k];
                if (at >= 0)
                    result = std::max(
                        result, floats(input)[placeOf(layouts[0], plane, shape.imageCount(), at)]);
            }
        }
    }
}

Result<std::unique_ptr<Kernel>> preparePool(const KernelRequest& request, const PoolWork& work)
{
    const auto& input = request.input(0).tensor;
    const auto& shape = work.shape;
    if (input.element == ElementType::Bfloat16 && request.input(0).layout == Layout::Plain)
        return fail("bfloat16 is for channels-last images: oneDNN gives 0 for subnormal numbers");
    if (shape.image.size() > 3)
        return fail("oneDNN pools along one to three axes, these are ", shape.image.size());
    Window window;
    Dims dims { input.dims[0], input.dims[1] };
    for (std::size_t axis = 0; axis < shape.image.size(); ++axis) {
        const auto reach = (shape.kernel[axis] - 1) * shape.dilations[axis] + 1;
        // If the size is rounded up, the last window may end after the padding. oneDNN then gets
        // more padding.
        const auto padEnd = (shape.positions[axis] - 1) * shape.strides[axis] + reach
            - shape.image[axis] - shape.padsBefore[axis];
        if (shape.padsBefore[axis] < 0 || shape.padsBefore[axis] >= reach || padEnd >= reach
            || shape.padsAfter[axis] < 0)
            return fail("the pads are larger than the window");
        if (work.algorithm == dnnl::algorithm::pooling_avg_include_padding
            && padEnd > shape.padsAfter[axis])
            return fail("the average counts padding, and the output is rounded up");
        window.kernel.push_back(shape.kernel[axis]);
        window.strides.push_back(shape.strides[axis]);
        window.dilations.push_back(shape.dilations[axis] - 1);
        window.padBegin.push_back(shape.padsBefore[axis]);
        window.padEnd.push_back(padEnd);
        dims.push_back(shape.positions[axis]);
    }
    TRY(requireUsualSize(window));
    TensorType output { input.element, dims };
    TRY(requireOutput(output));
    TRY(requireElements(request, elementCount(std::array { output.count(), shape.kernelCount() })));
    setLibraryThreads(request.settings.threads);
    const auto source = described(request.input(0));
    const auto destination = described(output, outputLayout(request));
    auto primitive = TRY(
        guarded("pooling", [&] { return pooling(work.algorithm, source, destination, window); }));
    if (outputLayout(request) == Layout::Plain
        && primitive.implementation.find("simple") != std::string::npos)
        return fail("oneDNN pools number by number, which ours does faster");
    auto kernel
        = TRY(dataKernel(request, std::move(primitive), source, destination, std::move(output)));
    // Among bfloat16 numbers, the lowest float becomes -Inf.
    if (work.algorithm == dnnl::algorithm::pooling_max && input.element == ElementType::Float)
        kernel->finishWith(
            [shape, layouts = std::array { request.input(0).layout, outputLayout(request) }](
                RunContext& context, Tensor& pooled) {
                if (holdsLowest(pooled, context.threads()))
                    recomputeWindows(shape, layouts, context.tensor(0), pooled);
            });
    return std::unique_ptr<Kernel>(std::move(kernel));
}

Result<PoolWork> windowed(const KernelRequest& request, dnnl::algorithm algorithm)
{
    TRY(requireFloatsOrBfloats(request, 1));
    const auto& input = request.input(0).tensor;
    const auto kernel = request.node.integers("kernel_shape");
    if (input.dims.size() < 3 || !kernel || kernel->size() + 2 != input.dims.size())
        return fail("an input of ", input.dims, " does not fit kernel_shape");
    const auto rounding = request.node.flag("ceil_mode") ? Rounding::Ceil : Rounding::Floor;
    return PoolWork { TRY(windowShape(
                          request.node, std::span(input.dims).subspan(2), *kernel, rounding)),
        algorithm };
}

Result<std::unique_ptr<Kernel>> prepareMaxPool(const KernelRequest& request)
{
    if (request.hasOutput(1))
        return fail("oneDNN gives no Indices output");
    return preparePool(request, TRY(windowed(request, dnnl::algorithm::pooling_max)));
}

Result<std::unique_ptr<Kernel>> prepareAveragePool(const KernelRequest& request)
{
    const bool counts = request.node.flag("count_include_pad");
    return preparePool(request,
        TRY(windowed(request,
            counts ? dnnl::algorithm::pooling_avg_include_padding
                   : dnnl::algorithm::pooling_avg_exclude_padding)));
}

template <dnnl::algorithm algorithm>
Result<std::unique_ptr<Kernel>> prepareGlobal(const KernelRequest& request)
{
    TRY(requireFloatsOrBfloats(request, 1));
    const auto& input = request.input(0).tensor;
    if (input.dims.size() < 3)
        return fail("an input of ", input.dims, " has no spatial axes");
    PoolWork work;
    work.algorithm = algorithm;
    work.shape.image.assign(input.dims.begin() + 2, input.dims.end());
    work.shape.kernel = work.shape.image;
    const Dims ones(work.shape.image.size(), 1);
    const Dims zeros(work.shape.image.size(), 0);
    work.shape.strides = work.shape.dilations = work.shape.positions = ones;
    work.shape.padsBefore = work.shape.padsAfter = zeros;
    return preparePool(request, work);
}

const RegisterLibrary pools[] = {
    { "MaxPool", prepareMaxPool },
    { "AveragePool", prepareAveragePool },
    { "GlobalAveragePool", prepareGlobal<dnnl::algorithm::pooling_avg_exclude_padding> },
    { "GlobalMaxPool", prepareGlobal<dnnl::algorithm::pooling_max> },
};

} // namespace

} // namespace engine::onednn
