// Broadcasting, axes and indices.

#include "model/edit/convert/step.h"

#include "model/support/text.h"

#include <algorithm>
#include <numeric>

namespace model::edit::convert {

using support::quote;
using support::Result;

namespace {

std::vector<std::int64_t> countedFrom(std::int64_t first, std::size_t count)
{
    std::vector<std::int64_t> list(count);
    std::iota(list.begin(), list.end(), first);
    return list;
}

bool areSame(std::span<const Dimension> a, std::span<const Dimension> b)
{
    return std::ranges::equal(
        a, b, [](const Dimension& x, const Dimension& y) { return x.isSameAs(y); });
}

/// Fails if the shape is not known. Its sizes may be unknown.
Result<Shape> shapeOfInput(const StepContext& step, std::size_t input)
{
    TRY(step.rank(input));
    return *step.type(input).shape;
}

/// Adds axes of length 1 behind those of an input.
void unsqueezeEnd(StepContext& step, std::size_t input, const Shape& shape, std::size_t count)
{
    auto longer = shape;
    longer.insert(longer.end(), count, Dimension::number(1));
    const auto element = step.type(input).element;
    const auto axes = countedFrom(static_cast<std::int64_t>(shape.size()), count);
    step.node.setInput(input,
        step.addBefore("Unsqueeze", { step.node.inputs[input] }, { { "axes", axes } },
            ValueType::tensor(element, longer)));
}

/// Before opset 7 the axes of B began at axis `axis` of A. Now they end with the last axis.
Result<void> broadcastByRank(StepContext& step)
{
    const auto broadcast = TRY(step.integer("broadcast", 0));
    const auto* const given = TRY(step.attribute("axis"));
    if (broadcast != 0 && given != nullptr) {
        const auto rank = TRY(step.rank(0));
        const auto shape = TRY(shapeOfInput(step, 1));
        auto axis = TRY(step.integer("axis", 0));
        axis += axis < 0 ? static_cast<std::int64_t>(rank) : 0;
        const auto missing
            = static_cast<std::int64_t>(rank) - axis - static_cast<std::int64_t>(shape.size());
        if (axis < 0 || missing < 0)
            return refuse("axis is ", axis, ", where an input of rank ", shape.size(),
                " does not fit into one of rank ", rank);
        if (missing > 0)
            unsqueezeEnd(step, 1, shape, static_cast<std::size_t>(missing));
    }
    step.node.drop("broadcast");
    step.node.drop("axis");
    return {};
}

Result<void> broadcastByAttribute(StepContext& step)
{
    const auto a = TRY(shapeOfInput(step, 0));
    const auto b = TRY(shapeOfInput(step, 1));
    if (areSame(a, b))
        return {};
    const bool isSuffix
        = b.size() <= a.size() && areSame(std::span(a).last(b.size()), std::span(b));
    if (!isSuffix && elementCount(b) != 1U)
        return refuse("inputs of shapes ", shapeText(a), " and ", shapeText(b),
            " need broadcasting that opset 6 does not have");
    step.node.set("broadcast", std::int64_t { 1 });
    return {};
}

/// Operators that broadcast only from opset 8 on.
Result<void> needsEqualShapes(StepContext& step)
{
    const auto first = TRY(shapeOfInput(step, 0));
    for (std::size_t i = 1; i < step.node.inputs.size(); ++i)
        if (const auto other = TRY(shapeOfInput(step, i)); !areSame(first, other))
            return refuse("inputs of shapes ", shapeText(first), " and ", shapeText(other),
                " need broadcasting, which opset 7 does not have");
    return {};
}

/// Before opset 7 a list of slopes was one for each channel.
Result<void> slopesByChannel(StepContext& step)
{
    const auto slopes = TRY(shapeOfInput(step, 1));
    if (slopes.size() != 1 || elementCount(slopes) == 1U)
        return {};
    const auto rank = TRY(step.rank(0));
    if (rank > 2)
        unsqueezeEnd(step, 1, slopes, rank - 2);
    return {};
}

Result<void> slopesAsList(StepContext& step)
{
    const auto slopes = TRY(shapeOfInput(step, 1));
    if (elementCount(slopes) == 1U)
        return {};
    const auto rank = TRY(step.rank(0));
    const bool isByChannel = slopes.size() + 1 == rank
        && std::ranges::all_of(
            std::span(slopes).subspan(1), [](const Dimension& d) { return d.value() == 1; });
    if (!isByChannel)
        return refuse("slopes of shape ", shapeText(slopes), " are not one for each channel");
    if (slopes.size() > 1)
        step.node.setInput(1,
            step.addBefore("Reshape", { step.node.inputs[1], step.listConstant("shape", { -1 }) },
                {}, ValueType::tensor(step.type(1).element, Shape { slopes.front() })));
    return {};
}

/// Where a flattening from `axis` on and a normalisation along `axis` are the same.
bool isLastAxis(const StepContext& step, std::int64_t axis)
{
    const auto rank = step.rank(0);
    return axis == -1 || (rank && axis == static_cast<std::int64_t>(*rank) - 1);
}

/// Before opset 13 the axes from `axis` on were one axis.
Result<void> softmaxAlongOneAxis(StepContext& step)
{
    const auto axis = TRY(step.integer("axis", 1));
    if (isLastAxis(step, axis)) {
        step.node.set("axis", std::int64_t { -1 });
        return {};
    }
    const auto input = step.node.inputs.at(0);
    const auto element = step.type(0).element;
    const auto rank = step.rank(0);
    const auto shapeType = ValueType::tensor(
        ElementType::Int64, rank ? TensorShape(Shape { Dimension::number(*rank) }) : TensorShape());
    const auto shape = step.addBefore("Shape", { input }, {}, shapeType);
    step.node.setInput(0,
        step.addBefore(
            "Flatten", { input }, { { "axis", axis } }, ValueType::tensor(element, Shape(2))));
    step.node.set("axis", std::int64_t { -1 });
    step.addAfter("Reshape", { shape });
    return {};
}

/// Along another axis than the last, the axes are exchanged before and after.
Result<void> softmaxFromAxisOn(StepContext& step)
{
    const auto axis = TRY(step.integer("axis", -1));
    if (axis == -1) {
        step.node.set("axis", axis);
        return {};
    }
    const auto rank = TRY(step.rank(0));
    const auto at = axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis;
    if (at < 0 || at >= static_cast<std::int64_t>(rank))
        return refuse("axis is ", axis, ", but the input has rank ", rank);
    const auto last = static_cast<std::int64_t>(rank) - 1;
    step.node.set("axis", last);
    if (at == last)
        return {};
    auto order = countedFrom(0, rank);
    std::swap(order[static_cast<std::size_t>(at)], order.back());
    auto shape = *step.type(0).shape;
    std::swap(shape[static_cast<std::size_t>(at)], shape.back());
    step.node.setInput(0,
        step.addBefore("Transpose", { step.node.inputs[0] }, { { "perm", order } },
            ValueType::tensor(step.type(0).element, shape)));
    step.addAfter("Transpose", {}, { { "perm", order } });
    return {};
}

/// Axes counted from the end exist from opset 11 on.
Result<void> countAxesFromFront(StepContext& step, std::size_t addedAxes)
{
    const auto fromFront = [&](std::int64_t axis) -> Result<std::int64_t> {
        if (axis >= 0)
            return axis;
        const auto rank = TRY(step.rank(0));
        return axis + static_cast<std::int64_t>(rank + addedAxes);
    };
    if (const auto* const axis = TRY(step.attribute("axis")))
        if (const auto* const value = std::get_if<std::int64_t>(&axis->value); value && *value < 0)
            step.node.set("axis", TRY(fromFront(*value)));
    const auto* const axes = TRY(step.attribute("axes"));
    const auto* const list = axes ? std::get_if<std::vector<std::int64_t>>(&axes->value) : nullptr;
    if (list == nullptr || std::ranges::none_of(*list, [](std::int64_t a) { return a < 0; }))
        return {};
    auto changed = *list;
    for (auto& axis : changed)
        axis = TRY(fromFront(axis));
    step.node.set("axes", std::move(changed));
    return {};
}

Result<void> axesFromFront(StepContext& step) { return countAxesFromFront(step, 0); }

Result<void> unsqueezeFromFront(StepContext& step)
{
    const auto* const axes = TRY(step.attribute("axes"));
    const auto* const list = axes ? std::get_if<std::vector<std::int64_t>>(&axes->value) : nullptr;
    return countAxesFromFront(step, list ? list->size() : 0);
}

Result<void> sliceAxesFromFront(StepContext& step)
{
    if (!step.node.hasInput(3))
        return {};
    auto constant = step.constant(3);
    if (!constant) {
        step.assume("the axes of Slice are not negative");
        return {};
    }
    auto axes = constant->integers();
    if (std::ranges::none_of(axes, [](std::int64_t axis) { return axis < 0; }))
        return {};
    const auto rank = TRY(step.rank(0));
    for (auto& axis : axes)
        axis += axis < 0 ? static_cast<std::int64_t>(rank) : 0;
    if (constant->element != ElementType::Int64)
        return refuse("its axes are negative and not int64");
    step.node.setInput(3, step.listConstant("axes", std::move(axes)));
    return {};
}

/// Indices counted from the end exist from opset 11 on; before, they were errors or selected
/// nothing.
Result<void> noNegativeIndices(StepContext& step, std::size_t input)
{
    const auto constant = step.constant(input);
    if (!constant) {
        step.assume("the indices of " + step.node.type + " are not negative");
        return {};
    }
    const auto indices = constant->integers();
    if (std::ranges::any_of(indices, [](std::int64_t index) { return index < 0; }))
        return refuse("indices are negative, which means something else in opset ", step.opset);
    return {};
}

Result<void> gatherTo10(StepContext& step)
{
    TRY(noNegativeIndices(step, 1));
    return axesFromFront(step);
}

Result<void> oneHotIndices(StepContext& step) { return noNegativeIndices(step, 0); }

Result<void> concatAxis(StepContext& step)
{
    if (step.node.attribute("axis") == nullptr)
        step.node.set("axis", std::int64_t { 1 });
    return {};
}

} // namespace

std::vector<StepEntry> shapeSteps()
{
    constexpr std::string_view countedFromEnd = "axes counted from the front";
    return {
        { "Add Sub Mul Div Pow And Or Xor Equal Greater Less", 7, "aligned by Unsqueeze",
            broadcastByRank, "if B fits the last axes of A", broadcastByAttribute },
        { "Max Min Mean Sum", 8, {}, {}, "if the shapes are equal", needsEqualShapes },
        { "PRelu", 7, "slopes aligned by Unsqueeze", slopesByChannel,
            "if one slope for each channel", slopesAsList },
        { "Softmax LogSoftmax Hardmax", 13, "last axis, else Flatten and Reshape",
            softmaxAlongOneAxis, "last axis, else Transpose", softmaxFromAxisOn },
        { "ArgMax ArgMin Concat Compress Flatten Split Squeeze Softmax LogSoftmax Hardmax "
          "ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin "
          "ReduceProd ReduceSum ReduceSumSquare",
            11, {}, {}, countedFromEnd, axesFromFront },
        { "Unsqueeze", 11, {}, {}, countedFromEnd, unsqueezeFromFront },
        { "Slice", 11, {}, {}, countedFromEnd, sliceAxesFromFront },
        { "Gather ScatterElements", 11, {}, {}, "indices assumed not negative", gatherTo10 },
        { "OneHot", 11, "indices assumed not negative", oneHotIndices,
            "indices assumed not negative", oneHotIndices },
        { "Concat", 4, "writes the default of axis", concatAxis, {}, {} },
    };
}

} // namespace model::edit::convert
