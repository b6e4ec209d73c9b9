#include "engine/reference/window.h"

#include "engine/program/shapes.h"

#include <algorithm>

namespace engine {

namespace {

Result<Dims> axisAttribute(
    const OpNode& node, std::string_view name, std::size_t size, std::int64_t fallback)
{
    auto written = node.integers(name);
    if (!written || written->empty())
        return Dims(size, fallback);
    if (written->size() != size)
        return fail(name, " has ", written->size(), " entries, expected ", size);
    return *written;
}

constexpr std::int64_t largestEntry = std::int64_t(1) << 31; ///< of kernel, strides, pads ...

Result<void> requireRange(
    const Dims& values, std::string_view name, std::int64_t low, std::int64_t high)
{
    for (const auto value : values) {
        if (value < low || value > high)
            return fail(name, " has an entry of ", value, ", expected ", low, "..", high);
    }
    return {};
}

/// Fails if the number of offsets of a tile, or their bytes, would overflow.
Result<void> checkKernelCount(const Dims& kernel)
{
    constexpr auto bytesPerElement = windowTile * static_cast<std::int64_t>(sizeof(std::int64_t));
    const auto count = checkedCount(kernel);
    if (!count || !checkedProduct(*count, bytesPerElement))
        return fail("a kernel of ", kernel, " has too many elements");
    return {};
}

/// Returns the number of positions along one axis. With Ceil the last window may extend past the
/// padding, but must begin inside the image or its leading padding.
std::int64_t positionsAlong(std::int64_t padded, std::int64_t extent, std::int64_t stride,
    std::int64_t lastStart, Rounding rounding)
{
    const auto room = padded - extent;
    // A window larger than the image has one position if it is larger by less than a stride, as
    // ONNX Runtime's division gives.
    if (room < 0)
        return room > -stride ? 1 : 0;
    if (rounding == Rounding::Floor)
        return room / stride + 1;
    const auto count = (room + stride - 1) / stride + 1;
    return (count - 1) * stride < lastStart ? count : count - 1;
}

} // namespace

Result<WindowShape> windowShape(const OpNode& node, std::span<const std::int64_t> image,
    std::span<const std::int64_t> kernel, Rounding rounding)
{
    const auto rank = image.size();
    if (kernel.size() != rank)
        return fail("a kernel of rank ", kernel.size(), " does not fit an image of rank ", rank);
    WindowShape shape { Dims(image.begin(), image.end()), Dims(kernel.begin(), kernel.end()), {},
        {}, Dims(rank, 0), Dims(rank, 0), Dims(rank, 0) };
    shape.strides = TRY(axisAttribute(node, "strides", rank, 1));
    shape.dilations = TRY(axisAttribute(node, "dilations", rank, 1));
    const auto pads = TRY(axisAttribute(node, "pads", 2 * rank, 0));
    // With these limits no sum or product of one axis overflows.
    TRY(requireRange(shape.image, "image", 0, largestImage));
    TRY(requireRange(shape.kernel, "kernel", 1, largestEntry));
    TRY(requireRange(shape.strides, "strides", 1, largestEntry));
    TRY(requireRange(shape.dilations, "dilations", 1, largestEntry));
    TRY(requireRange(pads, "pads", 0, largestEntry));
    TRY(checkKernelCount(shape.kernel));
    const auto automatic = node.text("auto_pad", "NOTSET");
    for (std::size_t d = 0; d < rank; ++d) {
        const auto extent = (shape.kernel[d] - 1) * shape.dilations[d] + 1;
        const auto stride = shape.strides[d];
        if (automatic == "SAME_UPPER" || automatic == "SAME_LOWER") {
            shape.positions[d] = (image[d] + stride - 1) / stride;
            const auto total
                = std::max<std::int64_t>((shape.positions[d] - 1) * stride + extent - image[d], 0);
            shape.padsBefore[d] = automatic == "SAME_UPPER" ? total / 2 : total - total / 2;
            shape.padsAfter[d] = total - shape.padsBefore[d];
            continue;
        }
        if (automatic != "VALID") {
            shape.padsBefore[d] = pads[d];
            shape.padsAfter[d] = pads[d + rank];
        }
        const auto padded = image[d] + shape.padsBefore[d] + shape.padsAfter[d];
        shape.positions[d]
            = positionsAlong(padded, extent, stride, image[d] + shape.padsBefore[d], rounding);
    }
    return shape;
}

std::vector<std::int64_t> windowOffsets(
    const WindowShape& shape, std::int64_t first, std::int64_t count)
{
    const auto rank = shape.image.size();
    const auto kernelCount = shape.kernelCount();
    std::vector<std::int64_t> offsets(kernelCount * count, 0);
    std::int64_t imageStride = 1;
    std::int64_t kernelStride = 1;
    std::int64_t positionStride = 1;
    // Each axis, from the last one, adds its part of the offset or marks the element as missing.
    for (std::size_t d = rank; d-- > 0;) {
        std::vector<std::int64_t> starts(count);
        for (std::int64_t p = 0; p < count; ++p)
            starts[p] = (first + p) / positionStride % shape.positions[d] * shape.strides[d]
                - shape.padsBefore[d];
        for (std::int64_t k = 0; k < kernelCount; ++k) {
            const auto step = k / kernelStride % shape.kernel[d] * shape.dilations[d];
            for (std::int64_t p = 0; p < count; ++p) {
                auto& offset = offsets[k * count + p];
                const auto at = starts[p] + step;
                if (at >= shape.image[d] + shape.padsAfter[d])
                    offset = beyondPadding;
                else if ((at < 0 || at >= shape.image[d]) && offset != beyondPadding)
                    offset = inPadding;
                else if (offset >= 0)
                    offset += at * imageStride;
            }
        }
        imageStride *= shape.image[d];
        kernelStride *= shape.kernel[d];
        positionStride *= shape.positions[d];
    }
    return offsets;
}

Result<void> reserveOffsets(RunContext& context, const WindowShape& shape)
{
    const auto count = shape.kernelCount() * std::min(windowTile, shape.positionCount());
    TRY(context.scratch(static_cast<std::size_t>(count) * sizeof(std::int64_t)));
    return {};
}

} // namespace engine
