// Pooling: windows or complete planes reduced to one element.

#include "model/ops/cost_rules.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <algorithm>

namespace model::ops {

namespace {

std::optional<Shape> pooledShape(InferenceContext& context)
{
    if (!expectRankAtLeast(context, 0, 3))
        return std::nullopt;
    const auto kernel = context.integers("kernel_shape");
    const auto rank = context.rank(0) ? context.rank(0)
        : kernel                      ? std::optional(kernel->size() + 2)
                                      : std::nullopt;
    if (!rank)
        return std::nullopt;
    return windowedShape(context, 0, *rank, context.dim(0, 1), {});
}

void pool(InferenceContext& context)
{
    const auto shape = pooledShape(context);
    setLikeFirst(context, shape);
    context.setTensor(1, ElementType::Int64, shape);
}

std::optional<Shape> globalPool(InferenceContext& context, Shape shape)
{
    if (!expectRankAtLeast(context, 0, 2))
        return std::nullopt;
    std::fill(shape.begin() + 2, shape.end(), Dimension::number(1));
    return shape;
}

std::optional<Shape> maxUnpool(InferenceContext& context, Shape input)
{
    if (!expectRankAtLeast(context, 0, 3))
        return std::nullopt;
    if (context.hasInput(2))
        return context.integerElements(2).value_or(unknownShape(input.size()));
    const auto axes = input.size() - 2;
    const auto window = windowOf(context, axes, {});
    Shape result { input[0], input[1] };
    for (std::size_t axis = 0; axis < axes; ++axis) {
        if (!window) {
            result.push_back({});
            continue;
        }
        const auto pads
            = Dimension::number(window->pads[axis]) + Dimension::number(window->pads[axis + axes]);
        result.push_back(
            (input[axis + 2] - Dimension::number(1)) * Dimension::number(window->strides[axis])
            + window->kernel[axis] - pads);
    }
    return result;
}

std::optional<Shape> maxRoiPool(InferenceContext& context)
{
    expectRank(context, 0, { 4 });
    expectRank(context, 1, { 2 });
    expectDim(context, 1, 1, Dimension::number(5), "batch index and four coordinates");
    const auto grid = context.integers("pooled_shape");
    if (!grid || grid->size() != 2) {
        context.error("attribute 'pooled_shape' must hold height and width");
        return unknownShape(4);
    }
    return Shape { context.dim(1, 0), context.dim(0, 1), Dimension::number(grid->front()),
        Dimension::number(grid->back()) };
}

std::optional<Shape> roiAlign(InferenceContext& context)
{
    expectRank(context, 0, { 4 });
    expectRank(context, 1, { 2 });
    expectRank(context, 2, { 1 });
    expectDim(context, 1, 1, Dimension::number(4), "four coordinates");
    const auto regions = merge(context.dim(1, 0), context.dim(2, 0));
    if (!regions)
        context.inputError(2,
            "has " + context.dim(2, 0).text() + " batch indices, but there are "
                + context.dim(1, 0).text() + " regions");
    return Shape { regions.value_or(Dimension()), context.dim(0, 1),
        Dimension::number(context.integer("output_height", 1)),
        Dimension::number(context.integer("output_width", 1)) };
}

const RegisterOperators poolOperators {
    op("MaxPool", "Largest element of each window; optionally also its position.")
        .since(1, "X: T -> Y: T", "T: floats")
        .attributes(
            "auto_pad: string = NOTSET, kernel_shape: ints required, pads: ints, strides: ints")
        .since(8, "I: int64")
        .outputs("Y: T, Indices?: I")
        .attributes("storage_order: int = 0")
        .since(10)
        .attributes("ceil_mode: int = 0, dilations: ints")
        .since(11)
        .since(12, "T: floats int8 uint8")
        .since(22, "T: floats bfloat16 int8 uint8")
        .rules(pool, costPool),

    op("AveragePool", "Average of each window.")
        .since(1, "X: T -> Y: T", "T: floats")
        .attributes(
            "auto_pad: string = NOTSET, kernel_shape: ints required, pads: ints, strides: ints")
        .since(7)
        .attributes("count_include_pad: int = 0")
        .since(10)
        .attributes("ceil_mode: int = 0")
        .since(11)
        .since(19)
        .attributes("dilations: ints")
        .since(22, "T: floats bfloat16")
        .rules(pool, costPool),

    op("LpPool", "p-norm of each window.")
        .since(1, "X: T -> Y: T", "T: floats")
        .attributes("auto_pad: string = NOTSET, kernel_shape: ints, p: float = 2, pads: ints, "
                    "strides: ints")
        .since(2)
        .attributes("kernel_shape: ints required, p: int = 2")
        .since(11)
        .since(18)
        .attributes("ceil_mode: int = 0, dilations: ints")
        .since(22, "T: floats bfloat16")
        .rules(pool, costPool),

    op("GlobalMaxPool", "Largest element of each channel over all spatial axes.")
        .history(floatUnary(1, "X: T -> Y: T"))
        .rules(globalPool, costPerInput),

    op("GlobalAveragePool", "Average of each channel over all spatial axes.")
        .history(floatUnary(1, "X: T -> Y: T"))
        .rules(globalPool, costPerInput),

    op("GlobalLpPool", "p-norm of each channel over all spatial axes.")
        .since(1, "X: T -> Y: T", "T: floats")
        .attributes("p: float = 2")
        .since(2)
        .attributes("p: int = 2")
        .since(22, "T: floats bfloat16")
        .rules(globalPool, costPerInput),

    op("MaxUnpool",
        "Puts pooled values back to the positions that MaxPool recorded; zero elsewhere.")
        .since(9, "X: T1, I: T2, output_shape?: T2 -> output: T1", "T1: floats; T2: int64")
        .attributes("kernel_shape: ints required, pads: ints, strides: ints")
        .since(11)
        .since(22, "T1: floats bfloat16")
        .rules(maxUnpool, costMove),

    op("MaxRoiPool", "Largest element in each cell of a grid laid over regions of interest.")
        .since(1, "X: T, rois: T -> Y: T", "T: floats")
        .attributes("pooled_shape: ints required, spatial_scale: float = 1")
        .since(22, "T: floats bfloat16")
        .rules(maxRoiPool, costElementwise),

    op("RoiAlign",
        "Samples regions of interest at a fixed grid by bilinear interpolation, then averages or "
        "takes the maximum.")
        .since(10, "X: T1, rois: T1, batch_indices: T2 -> Y: T1", "T1: floats; T2: int64")
        .attributes("mode: string = avg, output_height: int = 1, output_width: int = 1, "
                    "sampling_ratio: int = 0, spatial_scale: float = 1")
        .since(16)
        .attributes("coordinate_transformation_mode: string = half_pixel")
        .since(22, "T1: floats bfloat16")
        .rules(roiAlign, costElementwise),
};

} // namespace

} // namespace model::ops
