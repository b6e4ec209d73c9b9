// Operators that change the shape but not the order of elements.

#include "model/ops/cost_rules.h"
#include "model/ops/folding.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <algorithm>
#include <string>

namespace model::ops {

namespace {

/// A rule that changes the shape and keeps known elements.
OperatorVersions::InferenceRule reshapes(OperatorVersions::ShapeRule shape)
{
    return [=](InferenceContext& context) {
        setLikeFirst(context, shape(context));
        foldReshaped(context);
    };
}

/// Returns the size for the -1 of a Reshape. Sizes that occur on both sides cancel. Unknown sizes
/// cancel too if a 0 copies them.
Dimension remainder(const Shape& input, const Shape& result, std::size_t wildcard,
    const std::vector<bool>& isCopied)
{
    auto total = Dimension::number(1);
    auto taken = Dimension::number(1);
    for (std::size_t i = 0; i < input.size(); ++i)
        if (i >= isCopied.size() || !isCopied[i])
            total = total * input[i];
    for (std::size_t i = 0; i < result.size(); ++i)
        if (i != wildcard && !isCopied[i])
            taken = taken * result[i];
    return taken.value() == 0 ? Dimension() : floorDiv(total, taken);
}

void checkCounts(InferenceContext& context, const Shape& input, const Shape& result)
{
    const auto before = elementCount(input);
    const auto after = elementCount(result);
    const auto isTooLarge = before && !after && concrete(result);
    if (!isTooLarge && (!before || !after || *before == *after))
        return;
    context.error("the input has " + std::to_string(*before) + " elements (" + shapeText(input)
        + "), the requested shape " + shapeText(result) + " has "
        + (after ? std::to_string(*after) : "more than 2^63"));
}

std::optional<Shape> reshapeTo(InferenceContext& context, const std::vector<Dimension>& target)
{
    const auto allowsZero = context.integer("allowzero", 0) != 0;
    auto result = target;
    std::vector<bool> isCopied(target.size(), false);
    std::optional<std::size_t> wildcard;
    for (std::size_t i = 0; i < target.size(); ++i) {
        const auto size = target[i].value();
        if (size == -1 && wildcard) {
            context.error("the requested shape " + shapeText(target) + " has -1 twice");
            return std::nullopt;
        }
        if (size.value_or(0) < -1) {
            context.error("the requested shape " + shapeText(target) + " has a negative size");
            return std::nullopt;
        }
        if (size == -1)
            wildcard = i;
        if (size != 0 || allowsZero)
            continue;
        isCopied[i] = true;
        result[i] = context.dim(0, i);
        if (context.hasShape(0) && i >= context.shape(0).size()) {
            context.error("the requested shape " + shapeText(target) + " keeps axis "
                + std::to_string(i) + ", which the input (" + shapeText(context.shape(0))
                + ") does not have");
            return std::nullopt;
        }
    }
    if (!context.hasShape(0)) {
        if (wildcard)
            result[*wildcard] = Dimension();
        return result;
    }
    const auto& input = context.shape(0);
    if (wildcard) {
        const auto isZero = [](const Dimension& dim) { return dim.value() == 0; };
        if (std::ranges::any_of(result, isZero))
            context.error("the requested shape " + shapeText(target)
                + " has -1 beside a size of 0, so that any size would do");
        result[*wildcard] = remainder(input, result, *wildcard, isCopied);
        if (result[*wildcard].isUnknown() && elementCount(input) == 0u)
            result[*wildcard] = Dimension::number(0);
    }
    // A single unknown size follows from the others.
    const auto isOpen = [](const Dimension& dim) { return dim.isUnknown(); };
    if (!wildcard && std::ranges::count_if(result, isOpen) == 1) {
        const auto open
            = static_cast<std::size_t>(std::ranges::find_if(result, isOpen) - result.begin());
        if (!isCopied[open])
            result[open] = remainder(input, result, open, isCopied);
    }
    checkCounts(context, input, result);
    return result;
}

std::optional<Shape> reshape(InferenceContext& context)
{
    std::optional<std::vector<Dimension>> target;
    if (const auto written = context.integers("shape"))
        target = shapeOf(*written);
    else if (!expectRank(context, 1, { 1 }))
        return std::nullopt;
    else
        target = context.integerElements(1);
    if (target)
        return reshapeTo(context, *target);
    const auto rank = rankFromLength(context, 1);
    return rank ? std::optional(unknownShape(*rank)) : std::nullopt;
}

std::optional<Shape> flatten(InferenceContext& context)
{
    if (!context.hasShape(0))
        return unknownShape(2);
    const auto& shape = context.shape(0);
    const auto rank = static_cast<std::int64_t>(shape.size());
    auto axis = context.integer("axis", 1);
    if (axis < -rank || axis > rank) {
        context.error(
            "axis " + std::to_string(axis) + " is outside of rank " + std::to_string(rank));
        return unknownShape(2);
    }
    axis = axis < 0 ? axis + rank : axis;
    const std::span<const Dimension> dims(shape);
    const auto split = static_cast<std::size_t>(axis);
    return Shape { productOf(dims.first(split)), productOf(dims.subspan(split)) };
}

std::optional<Shape> squeeze(InferenceContext& context)
{
    const auto axes = axesArgument(context, "axes", 1);
    if (!context.hasShape(0) || (axes.isGiven && !axes.values))
        return std::nullopt;
    const auto& shape = context.shape(0);
    Shape result;
    if (!axes.isGiven) {
        // Without axes every size of 1 is removed. If a size is unknown, the rank is unknown too.
        if (!concrete(shape))
            return std::nullopt;
        std::ranges::copy_if(shape, std::back_inserter(result),
            [](const Dimension& dim) { return dim.value() != 1; });
    } else {
        const auto removed = resolveAxes(context, *axes.values, shape.size());
        if (!removed)
            return std::nullopt;
        for (std::size_t i = 0; i < shape.size(); ++i) {
            if (std::ranges::find(*removed, i) == removed->end())
                result.push_back(shape[i]);
            else if (shape[i].isNumber() && shape[i].value() != 1)
                context.error("axis " + std::to_string(i) + " has " + shape[i].text()
                    + " elements (" + shapeText(shape) + "), only 1 can be squeezed");
        }
    }
    return result;
}

std::optional<Shape> unsqueeze(InferenceContext& context)
{
    const auto axes = axesArgument(context, "axes", 1);
    if (!context.hasShape(0) || !axes.values)
        return std::nullopt;
    const auto& shape = context.shape(0);
    const auto rank = shape.size() + axes.values->size();
    if (rank > maximumRank) {
        context.error("rank " + std::to_string(rank) + " is above " + std::to_string(maximumRank)
            + ", the highest that is supported");
        return std::nullopt;
    }
    const auto added = resolveAxes(context, *axes.values, rank);
    if (!added)
        return std::nullopt;
    Shape result;
    auto next = shape.begin();
    for (std::size_t i = 0; i < rank; ++i)
        result.push_back(
            std::ranges::find(*added, i) != added->end() ? Dimension::number(1) : *next++);
    return result;
}

void expand(InferenceContext& context)
{
    setLikeFirst(context);
    if (!expectRank(context, 1, { 1 }) || !context.hasShape(0))
        return;
    const auto& input = context.shape(0);
    const auto target = context.integerElements(1);
    if (!target) {
        if (const auto rank = rankFromLength(context, 1))
            setLikeFirst(context, unknownShape(std::max(input.size(), *rank)));
        return;
    }
    const auto shape = broadcast(input, *target);
    if (!shape)
        context.error("the input's shape " + shapeText(input) + " cannot be expanded to "
            + shapeText(*target));
    setLikeFirst(context, shape);
    foldRepeated(context, context.elements(0));
}

void shapeOfInput(InferenceContext& context)
{
    if (!context.hasShape(0)) {
        context.setTensor(0, ElementType::Int64, unknownShape(1));
        return;
    }
    const auto& shape = context.shape(0);
    const auto rank = static_cast<std::int64_t>(shape.size());
    const auto clamped = [&](std::int64_t position) {
        return std::clamp<std::int64_t>(position < 0 ? position + rank : position, 0, rank);
    };
    const auto start = clamped(context.integer("start", 0));
    const auto end = std::max(start, clamped(context.integer("end", rank)));
    std::vector<Dimension> dims(shape.begin() + start, shape.begin() + end);
    context.setTensor(0, ElementType::Int64, shapeOf({ end - start }));
    context.setElements(0, KnownElements::list(std::move(dims)));
}

void size(InferenceContext& context)
{
    context.setTensor(0, ElementType::Int64, Shape {});
    if (context.hasShape(0))
        context.setElements(0, KnownElements::scalar(productOf(context.shape(0))));
}

std::optional<Shape> transposedShape(InferenceContext& context, const Shape& shape)
{
    auto order = allAxes(shape.size());
    std::ranges::reverse(order);
    const auto axes = resolveAxes(context, context.integers("perm").value_or(order), shape.size());
    if (!axes)
        return std::nullopt;
    if (axes->size() != shape.size()) {
        context.error("attribute 'perm' names " + std::to_string(axes->size())
            + " axes, but the input has rank " + std::to_string(shape.size()));
        return std::nullopt;
    }
    Shape result;
    std::ranges::transform(
        *axes, std::back_inserter(result), [&](std::size_t axis) { return shape[axis]; });
    return result;
}

void transpose(InferenceContext& context)
{
    const auto shape = knownShape(context, 0);
    setLikeFirst(context, shape ? transposedShape(context, *shape) : std::nullopt);
    if (shape && shape->size() < 2)
        foldReshaped(context);
}

enum class Blocks { ToSpace, ToDepth };

/// channels / (block * block) and size * block, or the inverse.
std::optional<Shape> moveBlocks(InferenceContext& context, Shape shape, Blocks blocks)
{
    if (!expectRank(context, 0, { 4 }))
        return std::nullopt;
    const auto block = Dimension::number(context.integer("blocksize", 0));
    const auto area = block * block;
    if (*block.value() < 1 || area.isUnknown()) {
        context.error("attribute 'blocksize' is " + block.text()
            + ", expected at least 1 and no more than a tensor has elements");
        return std::nullopt;
    }
    const auto divide = [&](Dimension& size, const Dimension& by, std::string_view what) {
        const auto value = size.value();
        if (value && *value % *by.value() != 0)
            context.inputError(
                0, std::string(what) + " " + size.text() + " cannot be divided by " + by.text());
        size = floorDiv(size, by);
    };
    if (blocks == Blocks::ToSpace) {
        divide(shape[1], area, "number of channels");
        shape[2] = shape[2] * block;
        shape[3] = shape[3] * block;
    } else {
        shape[1] = shape[1] * area;
        divide(shape[2], block, "height");
        divide(shape[3], block, "width");
    }
    return shape;
}

std::optional<Shape> depthToSpace(InferenceContext& context, Shape shape)
{
    return moveBlocks(context, std::move(shape), Blocks::ToSpace);
}
std::optional<Shape> spaceToDepth(InferenceContext& context, Shape shape)
{
    return moveBlocks(context, std::move(shape), Blocks::ToDepth);
}

const RegisterOperators reshapeOperators {
    op("Reshape",
        "Gives the same elements another shape; -1 stands for what is left, 0 for the old size.")
        .since(1, "data: T -> reshaped: T", "T: floats")
        .attributes("consumed_inputs: ints, shape: ints")
        .since(5, "T: basic")
        .inputs("data: T, shape: int64")
        .without("consumed_inputs, shape")
        .since(13, "T: ir4")
        .since(14)
        .attributes("allowzero: int = 0")
        .since(19, "T: ir9")
        .history(typesSince21("T"))
        .rules(reshapes(reshape), costView),

    op("Flatten", "Folds the axes before and after `axis` into a matrix.")
        .since(1, "input: T -> output: T", "T: floats")
        .attributes("axis: int = 1")
        .since(9, "T: basic")
        .since(11)
        .since(13, "T: ir4")
        .history(typesSince21("T"))
        .rules(reshapes(flatten), costView),

    op("Squeeze", "Removes axes of size one.")
        .since(1, "data: T -> squeezed: T", "T: basic")
        .attributes("axes: ints")
        .since(11)
        .since(13, "T: ir4")
        .inputs("data: T, axes?: int64")
        .without("axes")
        .history(typesSince21("T"))
        .rules(reshapes(squeeze), costView),

    op("Unsqueeze", "Adds axes of size one.")
        .since(1, "data: T -> expanded: T", "T: basic")
        .attributes("axes: ints required")
        .since(11)
        .since(13, "T: ir4")
        .inputs("data: T, axes: int64")
        .without("axes")
        .history(typesSince21("T"))
        .rules(reshapes(unsqueeze), costView),

    op("Expand", "Repeats axes of size one so that the tensor takes a larger shape.")
        .since(8, "input: T, shape: int64 -> output: T", "T: basic")
        .since(13, "T: ir4")
        .rules(expand, costMove),

    op("Shape", "The shape of a tensor as a list of integers.")
        .since(1, "data: T -> shape: T1", "T: basic; T1: int64")
        .since(13, "T: ir4")
        .since(15)
        .attributes("end: int, start: int = 0")
        .since(19, "T: ir9")
        .history(typesSince21("T"))
        .rules(shapeOfInput, costView),

    op("Size", "The number of elements of a tensor.")
        .since(1, "data: T -> size: T1", "T: basic; T1: int64")
        .since(13, "T: ir4")
        .since(19, "T: ir9")
        .history(typesSince21("T"))
        .rules(size, costView),

    op("Transpose", "Reorders the axes.")
        .since(1, "data: T -> transposed: T", "T: basic")
        .attributes("perm: ints")
        .since(13, "T: ir4")
        .history(typesSince21("T"))
        .rules(transpose, costMove),

    op("DepthToSpace", "Moves blocks of channels into space: fewer channels, a larger image.")
        .since(1, "input: T -> output: T", "T: basic")
        .attributes("blocksize: int required")
        .since(11)
        .attributes("mode: string = DCR")
        .since(13, "T: ir4")
        .since(28)
        .rules(depthToSpace, costMove),

    op("SpaceToDepth", "Moves blocks of space into channels: a smaller image, more channels.")
        .since(1, "input: T -> output: T", "T: basic")
        .attributes("blocksize: int required")
        .since(13, "T: ir4")
        .since(28)
        .attributes("mode: string = DCR")
        .rules(spaceToDepth, costMove),
};

} // namespace

} // namespace model::ops
