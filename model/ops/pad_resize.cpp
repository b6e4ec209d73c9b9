// Padding and resampling of images.

#include "model/inference/resized_length.h"
#include "model/inference/saturated.h"
#include "model/ops/cost_rules.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <cmath>
#include <numeric>
#include <string>

namespace model::ops {

namespace {

struct Padding {
    std::optional<std::vector<Dimension>> sizes; ///< all begins, then all ends
    std::vector<std::size_t> axes;
};

std::optional<Padding> paddingOf(InferenceContext& context, std::size_t rank)
{
    Padding padding;
    auto all = allAxes(rank);
    if (context.version() < 11) {
        const auto written = context.integers(context.version() < 2 ? "paddings" : "pads");
        padding.sizes = written ? std::optional(shapeOf(*written)) : std::nullopt;
    } else {
        padding.sizes = context.integerElements(1);
        if (context.hasInput(3)) {
            const auto given = context.numbers(3);
            if (!given)
                return std::nullopt;
            all = *given;
        }
    }
    const auto axes = resolveAxes(context, all, rank);
    if (!axes)
        return std::nullopt;
    padding.axes = *axes;
    if (!padding.sizes || padding.sizes->size() == 2 * axes->size())
        return padding;
    context.error("there are " + std::to_string(padding.sizes->size()) + " pads for "
        + std::to_string(axes->size()) + " axes, expected two per axis");
    return std::nullopt;
}

std::optional<Shape> pad(InferenceContext& context)
{
    if (context.version() >= 11
        && !expectRank(context, 1,
            context.version() < 13 ? std::initializer_list<std::size_t> { 1, 2 }
                                   : std::initializer_list<std::size_t> { 1 }))
        return std::nullopt;
    if (!context.hasShape(0))
        return std::nullopt;
    auto shape = context.shape(0);
    const auto padding = paddingOf(context, shape.size());
    if (!padding || !padding->sizes)
        return unknownShape(shape.size());
    for (std::size_t i = 0; i < padding->axes.size(); ++i) {
        auto& size = shape[padding->axes[i]];
        const auto before = (*padding->sizes)[i];
        const auto after = (*padding->sizes)[i + padding->axes.size()];
        const auto isMirrored = context.text("mode") == "reflect" && size.isNumber();
        for (const auto& pad : { before, after })
            if (isMirrored && pad.value().value_or(0) >= *size.value() && pad.value() != 0)
                context.error("reflecting " + pad.text() + " elements of axis "
                    + std::to_string(padding->axes[i]) + ", which has only " + size.text());
        size = size + before + after;
        if (size.value().value_or(0) < 0) {
            context.error("padding leaves axis " + std::to_string(padding->axes[i]) + " with "
                + size.text() + " elements");
            size = Dimension();
        }
    }
    return shape;
}

Dimension lengthOrUnknown(std::optional<std::int64_t> length)
{
    return length ? Dimension::number(*length) : Dimension();
}

/// Returns floor(size * scale) for numbers, and for expressions with an integer scale or a scale of
/// 1/2, 1/3 ... Unknown otherwise.
Dimension scaled(const Dimension& size, double scale)
{
    if (size.isNumber())
        return lengthOrUnknown(scaledLength(*size.value(), scale));
    const auto isWhole
        = [](double value) { return value >= 1 && value < 1e6 && value == std::trunc(value); };
    if (isWhole(scale))
        return size * Dimension::number(static_cast<std::int64_t>(scale));
    if (scale > 0 && isWhole(1 / scale))
        return floorDiv(size, Dimension::number(static_cast<std::int64_t>(1 / scale)));
    return {};
}

/// Applies the requested sizes, or (from opset 18) the largest or smallest common scale that keeps
/// the aspect ratio.
void applySizes(InferenceContext& context, Shape& shape, const std::vector<std::size_t>& axes,
    const std::vector<Dimension>& sizes)
{
    const auto policy = context.text("keep_aspect_ratio_policy");
    if (policy.empty() || policy == "stretch") {
        for (std::size_t i = 0; i < axes.size(); ++i)
            shape[axes[i]] = sizes[i];
        return;
    }
    if (policy != "not_larger" && policy != "not_smaller") {
        context.error("attribute 'keep_aspect_ratio_policy' is \"" + std::string(policy)
            + "\", expected stretch, not_larger or not_smaller");
        return;
    }
    double scale = policy == "not_larger" ? INFINITY : 0;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const auto from = shape[axes[i]].value();
        const auto to = sizes[i].value();
        if (!from || !to || *from == 0) {
            for (const auto axis : axes)
                shape[axis] = Dimension();
            return;
        }
        const auto ratio = static_cast<double>(*to) / static_cast<double>(*from);
        scale = policy == "not_larger" ? std::min(scale, ratio) : std::max(scale, ratio);
    }
    for (const auto axis : axes)
        shape[axis] = lengthOrUnknown(commonScaleLength(*shape[axis].value(), scale));
}

std::optional<Shape> scaledShape(InferenceContext& context,
    const std::optional<std::vector<double>>& scales, const std::vector<std::size_t>& axes)
{
    auto shape = context.shape(0);
    if (scales && scales->size() != axes.size()) {
        context.error("there are " + std::to_string(scales->size()) + " scales for "
            + std::to_string(axes.size()) + " axes");
        return std::nullopt;
    }
    for (std::size_t i = 0; i < axes.size(); ++i) {
        if (scales && !((*scales)[i] > 0)) {
            context.error("the scale of axis " + std::to_string(axes[i]) + " is not above 0");
            return std::nullopt;
        }
        shape[axes[i]] = scales ? scaled(shape[axes[i]], (*scales)[i]) : Dimension();
    }
    return shape;
}

std::optional<Shape> resize(InferenceContext& context, Shape shape)
{
    const auto written = context.integers("axes").value_or(std::vector<std::int64_t> {});
    const auto axes
        = resolveAxes(context, written.empty() ? allAxes(shape.size()) : written, shape.size());
    if (!axes)
        return std::nullopt;
    const std::size_t scalesInput = context.version() < 11 ? 1 : 2;
    if (context.version() < 11 || !context.hasInput(3) || context.dim(3, 0).value() == 0)
        return scaledShape(context, context.reals(scalesInput), *axes);
    auto sizes = context.integerElements(3).value_or(Shape(axes->size()));
    if (sizes.size() != axes->size()) {
        context.inputError(3,
            "has " + std::to_string(sizes.size()) + " sizes for " + std::to_string(axes->size())
                + " axes");
        return std::nullopt;
    }
    applySizes(context, shape, *axes, sizes);
    return shape;
}

std::optional<Shape> upsample(InferenceContext& context, Shape shape)
{
    std::vector<std::size_t> axes(shape.size());
    std::iota(axes.begin(), axes.end(), std::size_t(0));
    if (context.version() >= 9)
        return scaledShape(context, context.reals(1), axes);
    if (context.version() < 7) {
        const auto scales = std::vector<double> { 1, 1, context.real("height_scale").value_or(1),
            context.real("width_scale").value_or(1) };
        return expectRank(context, 0, { 4 }) ? scaledShape(context, scales, axes) : std::nullopt;
    }
    const auto written = context.floats("scales").value_or(std::vector<float> {});
    return scaledShape(context, std::vector<double>(written.begin(), written.end()), axes);
}

std::optional<Shape> gridSample(InferenceContext& context)
{
    const auto rank = context.rank(0);
    if (!rank || !expectRankAtLeast(context, 0, 3) || !expectSameRank(context, 1))
        return std::nullopt;
    expectDim(context, 1, 0, context.dim(0, 0), "the batch size of the input");
    expectDim(
        context, 1, *rank - 1, Dimension::number(*rank - 2), "one coordinate per spatial axis");
    Shape result { context.dim(0, 0), context.dim(0, 1) };
    for (std::size_t axis = 1; axis + 1 < *rank; ++axis)
        result.push_back(context.dim(1, axis));
    return result;
}

/// size is N x C x H x W or N x C x D x H x W; the grid is N x H x W x 2 or N x D x H x W x 3.
std::optional<Shape> affineGrid(InferenceContext& context)
{
    expectRank(context, 0, { 3 });
    const auto size = context.integerElements(1);
    if (!size || (size->size() != 4 && size->size() != 5))
        return std::nullopt;
    Shape result { size->front() };
    result.insert(result.end(), size->begin() + 2, size->end());
    result.push_back(Dimension::number(size->size() - 2));
    return result;
}

void decodeImage(InferenceContext& context)
{
    expectRank(context, 0, { 1 });
    const auto channels = context.text("pixel_format") == "Grayscale" ? 1 : 3;
    context.setTensor(0, ElementType::Uint8,
        Shape { context.newDimension("height"), context.newDimension("width"),
            Dimension::number(channels) });
}

std::optional<Shape> crop(InferenceContext& context, Shape shape)
{
    const auto border = context.integers("border");
    if (!expectRank(context, 0, { 4 }) || !border || border->size() != 4)
        return std::nullopt;
    const auto scale = context.integers("scale").value_or(std::vector<std::int64_t> {});
    for (const std::size_t i : { 0, 1 }) {
        const auto cut = Dimension::number((*border)[i == 0 ? 1 : 0])
            + Dimension::number((*border)[i == 0 ? 3 : 2]);
        shape[2 + i] = scale.size() == 2 ? Dimension::number(scale[i]) : shape[2 + i] - cut;
    }
    return shape;
}

/// Per output element and per axis that changes: 1 (nearest), 2 (linear) or 4 (cubic) neighbours,
/// combined by multiply-adds.
Cost resizeCost(const CostContext& context)
{
    const auto mode = context.text("mode");
    std::uint64_t points = 1;
    for (std::size_t axis = 0; axis < context.inputRank(0) && axis < context.outputRank(0); ++axis)
        if (context.inputDim(0, axis) != context.outputDim(0, axis))
            points = saturatedProduct(points,
                mode == "cubic"                              ? 4
                    : mode == "linear" || mode == "bilinear" ? 2
                                                             : 1);
    if (points == 1)
        return costPick(context);
    auto cost = perOutput(context, saturatedSum(points, points - 1));
    cost.readBytes = context.inputBytes(0);
    return cost;
}

const RegisterOperators padResizeOperators {
    op("Pad",
        "Adds elements around a tensor: a constant, the mirror image, the edge or the wrapped "
        "side.")
        .since(1, "data: T -> output: T", "T: floats")
        .attributes("mode: string = constant, paddings: ints required, value: float = 0")
        .since(2)
        .without("paddings")
        .attributes("pads: ints required")
        .since(11, "T: numbers")
        .inputs("data: T, pads: int64, constant_value?: T")
        .without("pads, value")
        .since(13, "T: ir4")
        .since(18, "Tind: int32 int64")
        .inputs("data: T, pads: int64, constant_value?: T, axes?: Tind")
        .since(19)
        .history(typesSince21("T"))
        .rules(pad, costMove),

    op("Resize",
        "Resamples to other sizes: nearest, linear or cubic, with a choice of how coordinates map.")
        .since(10, "X: T, scales: float -> Y: T", "T: basic")
        .attributes("mode: string = nearest")
        // The text of version 11 requires roi and scales. Exporters omit them if sizes or another
        // coordinate mode make them unused.
        .since(
            11, "X: T1, roi?: T2, scales?: float, sizes?: int64 -> Y: T1", "T1: basic; T2: floats")
        .attributes("coordinate_transformation_mode: string = half_pixel, cubic_coeff_a: float = "
                    "-0.75, exclude_outside: int = 0, extrapolation_value: float = 0, "
                    "nearest_mode: string = round_prefer_floor")
        .withoutTypes("T")
        .since(13, "T1: ir4")
        .since(18)
        .attributes("antialias: int = 0, axes: ints, keep_aspect_ratio_policy: string = stretch")
        .since(19)
        .rules(resize, resizeCost),

    op("Upsample", "Enlarges by factors per axis; replaced by Resize.")
        .since(1, "X: T -> Y: T", "T: floats bool int32 int64")
        .attributes(
            "height_scale: float required, mode: string = nearest, width_scale: float required")
        .since(7, "T: basic")
        .without("height_scale, width_scale")
        .attributes("scales: floats required")
        .since(9)
        .inputs("X: T, scales: float")
        .without("scales")
        .since(10)
        .deprecated()
        .rules(upsample, resizeCost),

    op("GridSample", "Samples an image at the positions of a grid.")
        .since(16, "X: T1, grid: T2 -> Y: T1", "T1: basic; T2: floats")
        .attributes("align_corners: int = 0, mode: string = bilinear, padding_mode: string = zeros")
        .since(20)
        .attributes("mode: string = linear")
        .since(22, "T1: ir4; T2: floats bfloat16")
        .rules(gridSample, costElementwise),

    op("AffineGrid", "Makes the grid of positions of an affine transform, for GridSample.")
        .since(20, "theta: T1, size: T2 -> grid: T1", "T1: floats bfloat16; T2: int64")
        .attributes("align_corners: int = 0")
        .rules(affineGrid, costElementwise),

    op("ImageDecoder", "Decodes an image file (JPEG, PNG ...) into pixels.")
        .since(20, "encoded_stream: T1 -> image: T2", "T1: uint8; T2: uint8")
        .attributes("pixel_format: string = RGB")
        .rules(decodeImage),

    op("Crop", "Cuts a border off an image. Experimental, withdrawn with opset 10.")
        .since(1, "input: T -> output: T", "T: floats")
        .attributes("border: ints, scale: ints")
        .rules(crop, costMove),
};

} // namespace

} // namespace model::ops
