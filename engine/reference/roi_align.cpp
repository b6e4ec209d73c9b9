#include "engine/reference/roi_align.h"

#include "engine/reference/float_output.h"

namespace engine {

Result<RoiAlign> roiAlignOf(const OpNode& node, std::span<const std::int64_t> image,
    std::span<const std::int64_t> regions, std::span<const std::int64_t> batches)
{
    if (image.size() != 4 || regions.size() != 2 || regions[1] != 4
        || std::ssize(batches) != regions[0] || elementCount(image) == 0)
        return fail("input ", image, ", regions ", regions, " and ", batches.size(),
            " batch indices do not fit");
    const auto outside = std::ranges::find_if(
        batches, [&](std::int64_t batch) { return batch < 0 || batch >= image[0]; });
    if (outside != batches.end())
        return fail("batch index ", *outside, " is outside a batch of ", image[0]);
    RoiAlign shape { image[1], image[2], image[3], node.integer("output_height", 1),
        node.integer("output_width", 1), node.integer("sampling_ratio", 0) };
    if (shape.outHeight < 1 || shape.outWidth < 1)
        return fail("an output of ", shape.outHeight, "×", shape.outWidth);
    TRY(checkedProduct(shape.outHeight, shape.outWidth));
    TRY(checkedCount(Dims { regions[0], shape.channels, shape.outHeight, shape.outWidth }));
    const bool isHalfPixel = node.version >= 16
        && node.text("coordinate_transformation_mode", "half_pixel") == "half_pixel";
    shape.offset = isHalfPixel ? 0.5f : 0.0f;
    shape.scale = node.real("spatial_scale", 1.0f);
    shape.takesMax = node.text("mode", "avg") == "max";
    return shape;
}

BilinearPoint bilinearAt(const RoiAlign& shape, float y, float x)
{
    BilinearPoint point;
    if (!(y >= -1.0f && y <= static_cast<float>(shape.height) && x >= -1.0f
            && x <= static_cast<float>(shape.width)))
        return point;
    y = std::max(y, 0.0f);
    x = std::max(x, 0.0f);
    const auto low = [](float at, std::int64_t size) {
        return std::min(static_cast<std::int64_t>(at), size - 1);
    };
    const auto y0 = low(y, shape.height);
    const auto x0 = low(x, shape.width);
    const auto y1 = std::min(y0 + 1, shape.height - 1);
    const auto x1 = std::min(x0 + 1, shape.width - 1);
    const float dy = y0 == shape.height - 1 ? 0.0f : y - static_cast<float>(y0);
    const float dx = x0 == shape.width - 1 ? 0.0f : x - static_cast<float>(x0);
    point.places = { y0 * shape.width + x0, y0 * shape.width + x1, y1 * shape.width + x0,
        y1 * shape.width + x1 };
    point.weights = { (1 - dy) * (1 - dx), (1 - dy) * dx, dy * (1 - dx), dy * dx };
    return point;
}

Result<SampledRegion> sampledRegion(const RoiAlign& shape, const float* region)
{
    SampledRegion result;
    result.left = region[0] * shape.scale - shape.offset;
    result.top = region[1] * shape.scale - shape.offset;
    float width = region[2] * shape.scale - shape.offset - result.left;
    float height = region[3] * shape.scale - shape.offset - result.top;
    if (shape.offset == 0) {
        width = std::max(width, 1.0f);
        height = std::max(height, 1.0f);
    }
    result.cellHeight = height / static_cast<float>(shape.outHeight);
    result.cellWidth = width / static_cast<float>(shape.outWidth);
    const auto samplesOf = [&](float cell) {
        return shape.samples > 0 ? static_cast<float>(shape.samples) : std::ceil(cell);
    };
    result.rows = samplesOf(result.cellHeight);
    result.columns = samplesOf(result.cellWidth);
    constexpr float most = 1e7f;
    if (!(result.rows < most && result.columns < most && result.points() < most))
        return fail("a region of ", width, "×", height, " is sampled too often");
    return result;
}

namespace {

Result<void> runRoiAlign(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto batches = TRY(readIntegers(context.tensor(2)));
    const auto shape = TRY(roiAlignOf(node, input.dims(), context.tensor(1).dims(), batches));
    const auto values = TRY(readFloats(input));
    const auto regions = TRY(readFloats(context.tensor(1)));
    const Dims dims { std::ssize(batches), shape.channels, shape.outHeight, shape.outWidth };
    std::vector<float> output(elementCount(dims));
    for (std::int64_t r = 0; r < dims[0]; ++r) {
        const auto region = TRY(sampledRegion(shape, regions.data() + r * 4));
        for (std::int64_t at = 0; at < shape.channels * shape.cells(); ++at) {
            const auto channel = at / shape.cells();
            const float* plane = values.data()
                + (batches[r] * shape.channels + channel) * shape.height * shape.width;
            float result = 0;
            bool isFirst = true;
            forEachPoint(shape, region, at % shape.cells(), [&](const BilinearPoint& point) {
                for (std::size_t k = 0; k < point.places.size(); ++k) {
                    const float value = point.weights[k] * plane[point.places[k]];
                    result = shape.takesMax && !isFirst ? std::max(result, value)
                        : shape.takesMax                ? value
                                                        : result + value;
                    isFirst = false;
                }
                return true;
            });
            output[r * shape.channels * shape.cells() + at]
                = shape.takesMax || isFirst ? result : result / region.points();
        }
    }
    return writeFloats(context, 0, input.element(), dims, output);
}

const RegisterReference roiAlign("RoiAlign", runRoiAlign, onFloats);

} // namespace

} // namespace engine
