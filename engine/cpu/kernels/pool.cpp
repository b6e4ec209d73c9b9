#include "engine/cpu/image_window.h"

#include <array>
#include <cmath>
#include <limits>
#include <numeric>

// MaxPool without indices, AveragePool, GlobalMaxPool, GlobalAveragePool: float, one to three
// spatial axes, any padding and rounding. Each plane is copied with its padding, so that complete
// rows of windows are computed at once. Source: ONNX MaxPool-12, AveragePool-19.

namespace engine {

namespace {

enum class PoolKind { Max, Average };

struct PoolPlan {
    PoolKind kind;
    ImageWindow window;
    PhasedPlane plane;
    std::vector<std::int64_t> offsets;
    std::vector<float> ones; ///< a weight per tap, for averages
    Tensor counts; ///< elements under each window, for averages
    Dims output;
    std::int64_t planes = 0;
};

/// Returns how many elements along `axis` each window counts. Padding counts if `countsPadding`;
/// elements beyond the padding never count.
std::vector<float> countsAlong(const WindowShape& shape, std::size_t axis, bool countsPadding)
{
    const auto dilation = shape.dilations[axis];
    const auto low = countsPadding ? -shape.padsBefore[axis] : 0;
    const auto high = shape.image[axis] + (countsPadding ? shape.padsAfter[axis] : 0);
    std::vector<float> counts;
    counts.reserve(shape.positions[axis]);
    for (std::int64_t p = 0; p < shape.positions[axis]; ++p) {
        const auto start = p * shape.strides[axis] - shape.padsBefore[axis];
        // Number of elements of the window in front of `end`.
        const auto before = [&](std::int64_t end) {
            return end <= start
                ? 0
                : std::min(shape.kernel[axis], (end - start + dilation - 1) / dilation);
        };
        counts.push_back(static_cast<float>(before(high) - before(low)));
    }
    return counts;
}

/// Returns the number of elements of each window. A window without elements gets 1, so that the
/// average is its sum, zero.
Tensor windowCounts(const WindowShape& shape, bool countsPadding)
{
    // First, because the memory limit refuses it if there are too many windows.
    auto held = makeTensor(ElementType::Float, { shape.positionCount() });
    std::vector<float> counts { 1.0f };
    for (std::size_t axis = 0; axis < shape.image.size(); ++axis) {
        const auto along = countsAlong(shape, axis, countsPadding);
        std::vector<float> next;
        next.reserve(counts.size() * along.size());
        for (const auto outer : counts) {
            for (const auto count : along)
                next.push_back(outer * count);
        }
        counts = std::move(next);
    }
    std::ranges::replace(counts, 0.0f, 1.0f);
    std::ranges::copy(counts, floats(held));
    return held;
}

void poolPlane(const PoolPlan& plan, const float* x, float* y, float* buffer)
{
    const auto& table = productTable();
    const auto& [nz, ny, nx] = plan.window.positions;
    const auto taps = std::ssize(plan.offsets);
    plan.plane.fill(
        x, plan.kind == PoolKind::Max ? -std::numeric_limits<float>::infinity() : 0.0f, buffer);
    for (std::int64_t row = 0; row < nz * ny; ++row) {
        const float* start = buffer + plan.plane.rowStart(row / ny, row % ny);
        if (plan.kind == PoolKind::Max)
            table.largest(start, plan.offsets.data(), taps, y + row * nx, nx);
        else
            table.correlate(
                start, plan.offsets.data(), plan.ones.data(), taps, 0.0f, y + row * nx, nx);
    }
    if (plan.kind == PoolKind::Average)
        combineRows(BinaryOp::Div, y, floats(plan.counts), y, plan.window.positionCount());
}

Result<void> runPool(const PoolPlan& plan, RunContext& context)
{
    auto* output = TRY(context.output(0, ElementType::Float, plan.output));
    const float* x = floats(context.tensor(0));
    float* y = floats(*output);
    const auto work = elementCount(
        std::array { plan.planes, plan.window.positionCount(), std::ssize(plan.offsets) });
    return forEachItem(context, plan.planes, plan.plane.bufferFloats(), work,
        [&](std::int64_t plane, float* buffer) {
            poolPlane(plan, x + plane * plan.window.imageCount(),
                y + plane * plan.window.positionCount(), buffer);
        });
}

template <PoolKind kind>
Result<std::unique_ptr<Kernel>> preparePool(const KernelRequest& request)
{
    TRY(requireFloat(request, 0));
    if (request.hasOutput(1))
        return fail("native ", request.node.type, " gives no indices");
    const std::span dims(request.input(0).tensor.dims);
    const auto kernel = request.node.integers("kernel_shape");
    if (!kernel || dims.size() < 3)
        return fail("an input of ", dims, " or a missing kernel_shape");
    const auto shape = TRY(windowShape(request.node, dims.subspan(2), *kernel,
        request.node.flag("ceil_mode") ? Rounding::Ceil : Rounding::Floor));
    const auto window = TRY(ImageWindow::create(shape));
    const PhasedPlane plane(window);
    PoolPlan plan { kind, window, plane, plane.tapOffsets(), {}, {}, { dims[0], dims[1] },
        dims[0] * dims[1] };
    plan.output.insert(plan.output.end(), shape.positions.begin(), shape.positions.end());
    if (kind == PoolKind::Average) {
        plan.ones.assign(plan.offsets.size(), 1.0f);
        plan.counts = windowCounts(shape, request.node.flag("count_include_pad"));
    }
    return nativeKernel(std::move(plan), runPool);
}

template <PoolKind kind>
Result<std::unique_ptr<Kernel>> prepareGlobalPool(const KernelRequest& request)
{
    TRY(requireFloat(request, 0));
    const std::span dims(request.input(0).tensor.dims);
    if (dims.size() < 2 || elementCount(dims.subspan(2)) == 0)
        return fail("an input of ", dims, " has no planes with elements");
    const auto planes = dims[0] * dims[1];
    const auto count = elementCount(dims.subspan(2));
    Dims output(dims.size(), 1);
    std::copy_n(dims.begin(), 2, output.begin());
    return nativeKernel([=](RunContext& context) -> Result<void> {
        auto* pooled = TRY(context.output(0, ElementType::Float, output));
        const auto reduce = vectorTable().reduce[static_cast<int>(
            kind == PoolKind::Max ? RowReduction::Max : RowReduction::Sum)];
        const float* x = floats(context.tensor(0));
        float* y = floats(*pooled);
        parallelFor(planes, rowsPerThread(count), context.threads(),
            [&](std::int64_t first, std::int64_t last) {
                for (auto plane = first; plane < last; ++plane) {
                    const float* image = x + plane * count;
                    y[plane] = reduce(image, count)
                        / (kind == PoolKind::Average ? static_cast<float>(count) : 1.0f);
                    if (kind == PoolKind::Max && std::isnan(y[plane]))
                        y[plane] = std::accumulate(image, image + count,
                            -std::numeric_limits<float>::infinity(),
                            [](float best, float v) { return std::max(best, v); });
                }
            });
        return {};
    });
}

const RegisterNative pools[] = {
    { "MaxPool", preparePool<PoolKind::Max> },
    { "AveragePool", preparePool<PoolKind::Average> },
    { "GlobalMaxPool", prepareGlobalPool<PoolKind::Max> },
    { "GlobalAveragePool", prepareGlobalPool<PoolKind::Average> },
};

} // namespace

} // namespace engine
