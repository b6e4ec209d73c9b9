#include "engine/reference/roi_align.h"
#include "engine/cpu/native.h"

// RoiAlign of fp32 images, plain or channels last. The points of a cell are found once for all
// channels. Regions are shared out to the threads. Source: ONNX RoiAlign-10, -16 and -22.

namespace engine {

namespace {

struct RoiImage {
    const float* values = nullptr;
    std::int64_t batchStride = 0;
    std::int64_t pixelStride = 0;
    std::int64_t channelStride = 0;
};

RoiImage roiImageOf(const Tensor& tensor, const RoiAlign& shape, Layout layout)
{
    const auto pixels = shape.height * shape.width;
    const bool isLast = layout == Layout::ChannelsLast;
    return { floats(tensor), shape.channels * pixels, isLast ? shape.channels : 1,
        isLast ? 1 : pixels };
}

/// sums[c] = max(sums[c], weight * pixel[c]); only the product if it is the first one.
void takeLarger(
    const RoiImage& image, const float* pixel, float weight, bool isFirst, std::span<float> sums)
{
    for (std::size_t c = 0; c < sums.size(); ++c) {
        const float value = weight * pixel[static_cast<std::int64_t>(c) * image.channelStride];
        sums[c] = isFirst ? value : std::max(sums[c], value);
    }
}

/// sums[c] += weight * pixel[c]
void addPixel(const RoiImage& image, const float* pixel, float weight, std::span<float> sums)
{
    const auto channels = std::ssize(sums);
    const auto stride = image.channelStride;
    if (stride == 1) {
        vectorTable().addScaled(pixel, weight, sums.data(), channels);
    } else {
        for (std::int64_t c = 0; c < channels; ++c)
            sums[c] += weight * pixel[c * stride];
    }
}

/// Writes the result of one region, [channels, cells].
void alignRegion(const RoiAlign& shape, const SampledRegion& region, const RoiImage& image,
    std::span<float> sums, float* output, const std::stop_token& stop)
{
    constexpr std::int64_t pointsPerLook = 4096;
    std::int64_t points = 0;
    const float divisor = shape.takesMax || !(region.points() > 0) ? 1.0f : region.points();
    for (std::int64_t cell = 0; cell < shape.cells(); ++cell) {
        std::ranges::fill(sums, 0.0f); // a region of no points gives 0
        bool isFirst = true;
        forEachPoint(shape, region, cell, [&](const BilinearPoint& point) {
            if (++points % pointsPerLook == 0 && stop.stop_requested())
                return false;
            for (std::size_t k = 0; k < point.places.size(); ++k) {
                const float* pixel = image.values + point.places[k] * image.pixelStride;
                if (shape.takesMax)
                    takeLarger(image, pixel, point.weights[k], isFirst, sums);
                else
                    addPixel(image, pixel, point.weights[k], sums);
                isFirst = false;
            }
            return true;
        });
        if (stop.stop_requested())
            return;
        for (std::size_t c = 0; c < sums.size(); ++c)
            output[static_cast<std::int64_t>(c) * shape.cells() + cell] = sums[c] / divisor;
    }
}

Result<void> runRoiAlign(const OpNode& node, Layout layout, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto batches = TRY(readIntegers(context.tensor(2)));
    const auto shape = TRY(roiAlignOf(node, input.dims(), context.tensor(1).dims(), batches));
    const auto count = std::ssize(batches);
    auto* output = TRY(context.output(
        0, ElementType::Float, Dims { count, shape.channels, shape.outHeight, shape.outWidth }));
    std::vector<SampledRegion> regions;
    for (std::int64_t r = 0; r < count; ++r)
        regions.push_back(TRY(sampledRegion(shape, floats(context.tensor(1)) + r * 4)));
    const auto threads = std::clamp<std::int64_t>(count, 1, context.threads());
    const auto memory
        = TRY(context.scratch(static_cast<std::size_t>(threads * shape.channels) * sizeof(float)));
    const auto image = roiImageOf(input, shape, layout);
    const auto stop = context.stop();
    parallelFor(threads, 1, static_cast<int>(threads), [&](std::int64_t first, std::int64_t last) {
        for (auto slot = first; slot < last; ++slot) {
            const std::span sums(reinterpret_cast<float*>(memory.data()) + slot * shape.channels,
                static_cast<std::size_t>(shape.channels));
            for (auto r = count * slot / threads; r < count * (slot + 1) / threads; ++r) {
                if (stop.stop_requested())
                    return;
                auto own = image;
                own.values += batches[r] * image.batchStride;
                alignRegion(shape, regions[r], own, sums,
                    floats(*output) + r * shape.channels * shape.cells(), stop);
            }
        }
    });
    if (stop.stop_requested())
        return support::failAs(support::ErrorKind::Cancelled, "stopped");
    return {};
}

Result<std::unique_ptr<Kernel>> prepareRoiAlign(const KernelRequest& request)
{
    TRY(requireFloat(request, 0));
    TRY(requireFloat(request, 1));
    if (request.input(0).tensor.dims.size() != 4)
        return fail("an image of ", request.input(0).tensor.dims, ", RoiAlign takes four axes");
    if (!request.outputs.empty() && request.outputs[0].layout != Layout::Plain)
        return fail("native RoiAlign writes plain order");
    return nativeKernel([node = request.node, layout = request.input(0).layout](
                            RunContext& context) { return runRoiAlign(node, layout, context); });
}

const RegisterKernel roiAlign(anyLayoutEntry("RoiAlign", prepareRoiAlign));

} // namespace

} // namespace engine
