// Reductions along axes, cumulative sums and sorting.

#include "model/ops/cost_rules.h"
#include "model/ops/folding.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

namespace model::ops {

namespace {

/// Returns the axes that a reduction removes; nothing if they are known only at run time.
std::optional<std::vector<std::size_t>> reducedAxes(InferenceContext& context, std::size_t rank)
{
    const auto axes = axesArgument(context, "axes", 1);
    if (axes.isGiven && !axes.values) {
        if (context.dim(1, 0).value() != 0)
            return std::nullopt;
    }
    if (!axes.isGiven || !axes.values || axes.values->empty()) {
        std::vector<std::size_t> all(context.integer("noop_with_empty_axes", 0) != 0 ? 0 : rank);
        std::iota(all.begin(), all.end(), std::size_t(0));
        return all;
    }
    return resolveAxes(context, *axes.values, rank);
}

Shape withoutAxes(const Shape& shape, const std::vector<std::size_t>& axes, bool keepsDims)
{
    Shape result;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        const auto isReduced = std::ranges::find(axes, axis) != axes.end();
        if (!isReduced)
            result.push_back(shape[axis]);
        else if (keepsDims)
            result.push_back(Dimension::number(1));
    }
    return result;
}

std::optional<Shape> reducedShape(InferenceContext& context)
{
    if (!context.hasShape(0) || !expectRank(context, 1, { 1 }))
        return std::nullopt;
    const auto& shape = context.shape(0);
    const auto keepsDims = context.integer("keepdims", 1) != 0;
    if (const auto axes = reducedAxes(context, shape.size()))
        return withoutAxes(shape, *axes, keepsDims);
    if (keepsDims)
        return unknownShape(shape.size());
    const auto count = context.dim(1, 0).value();
    if (!count || *count > static_cast<std::int64_t>(shape.size()))
        return std::nullopt;
    return unknownShape(shape.size() - static_cast<std::size_t>(*count));
}

/// Folds a list into one element.
void foldList(InferenceContext& context, const DimensionFunction& onIntegers)
{
    const auto* known = context.elements(0);
    const auto& shape = context.output(0).type.shape;
    const auto isWhole
        = shape && elementCount(*shape) == 1u && known != nullptr && known->dims.size() == 1;
    if (!isWhole || known->integers.empty())
        return;
    const auto result = std::accumulate(
        known->integers.begin() + 1, known->integers.end(), known->integers.front(), onIntegers);
    context.setElements(0, { std::vector<std::int64_t>(shape->size(), 1), { result }, {} });
}

/// The rule of a reduction that folds lists: products and sums of shapes.
OperatorVersions::InferenceRule folded(const DimensionFunction& onIntegers)
{
    return [=](InferenceContext& context) {
        setLikeFirst(context, reducedShape(context));
        foldList(context, onIntegers);
    };
}

void position(InferenceContext& context)
{
    context.setTensor(0, ElementType::Int64);
    if (!context.hasShape(0))
        return;
    if (const auto axis = axisAttribute(context, 0, context.shape(0).size()))
        context.setTensor(0, ElementType::Int64,
            withoutAxes(context.shape(0), { *axis }, context.integer("keepdims", 1) != 0));
}

void cumulative(InferenceContext& context)
{
    sameAsFirst(context);
    const auto axis = scalarInput(context, 1).value();
    if (context.hasShape(0) && axis)
        resolveAxis(context, *axis, context.shape(0).size());
}

void topK(InferenceContext& context)
{
    setLikeFirst(context);
    context.setTensor(1, ElementType::Int64);
    if (!context.hasShape(0))
        return;
    auto shape = context.shape(0);
    const auto axis = axisAttribute(context, -1, shape.size());
    if (!axis)
        return;
    const auto size = shape[*axis];
    const auto written = context.integer("k");
    shape[*axis] = written ? Dimension::number(*written) : scalarInput(context, 1);
    if (shape[*axis].isUnknown())
        shape[*axis] = context.newDimension("k");
    const auto k = shape[*axis].value();
    if (k && (*k < 0 || (size.isNumber() && *k > *size.value())))
        context.error("k is " + shape[*axis].text() + ", but axis " + std::to_string(*axis)
            + " has " + size.text() + " elements");
    setLikeFirst(context, shape);
    context.setTensor(1, ElementType::Int64, shape);
}

/// n log k comparisons.
Cost topKCost(const CostContext& context)
{
    auto cost = traffic(context);
    const auto rank = context.outputRank(0);
    const auto axis = context.integer("axis", -1);
    const auto k = rank == 0
        ? 1
        : context.outputDim(
            0, static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis));
    cost.otherFlops
        = multiplied(context.inputElements(0), static_cast<std::uint64_t>(std::bit_width(k)));
    return cost;
}

/// ReduceMax and ReduceMin.
void extremum(OperatorVersions& versions)
{
    versions.since(1, "data: T -> reduced: T", "T: floats wide")
        .attributes("axes: ints, keepdims: int = 1")
        .since(11)
        .since(12, "T: floats wide int8 uint8")
        .since(13, "T: floats wide bfloat16 int8 uint8")
        .since(18)
        .inputs("data: T, axes?: int64")
        .without("axes")
        .attributes("noop_with_empty_axes: int = 0")
        .since(20, "T: floats wide bool bfloat16 int8 uint8");
}

/// Versions that most reductions share.
void reductionVersions(OperatorVersions& versions)
{
    versions.since(1, "data: T -> reduced: T", "T: floats wide")
        .attributes("axes: ints, keepdims: int = 1")
        .since(11)
        .since(13, "T: floats wide bfloat16")
        .since(18)
        .inputs("data: T, axes?: int64")
        .without("axes")
        .attributes("noop_with_empty_axes: int = 0");
}

/// A reduction that all of these versions have.
OperatorVersions reduction(std::string_view name, std::string_view summary)
{
    return op(name, summary).history(reductionVersions).rules(reducedShape, costPerInput);
}

/// ArgMax and ArgMin.
void argument(OperatorVersions& versions)
{
    versions.since(1, "data: T -> reduced: int64", "T: numbers")
        .attributes("axis: int = 0, keepdims: int = 1")
        .since(11)
        .since(12)
        .attributes("select_last_index: int = 0")
        .since(13, "T: numbers bfloat16");
}

const RegisterOperators reduceOperators {
    op("ReduceSum", "Sum over axes.")
        .since(1, "data: T -> reduced: T", "T: floats wide")
        .attributes("axes: ints, keepdims: int = 1")
        .since(11)
        .since(13, "T: floats wide bfloat16")
        .inputs("data: T, axes?: int64")
        .without("axes")
        .attributes("noop_with_empty_axes: int = 0")
        .rules(folded(std::plus<Dimension>()), costPerInput),

    reduction("ReduceMean", "Mean over axes."),

    op("ReduceMax", "Largest element over axes.")
        .history(extremum)
        .rules(
            folded([](const Dimension& a, const Dimension& b) { return max(a, b); }), costPerInput),

    op("ReduceMin", "Smallest element over axes.")
        .history(extremum)
        .rules(
            folded([](const Dimension& a, const Dimension& b) { return min(a, b); }), costPerInput),

    op("ReduceProd", "Product over axes.")
        .history(reductionVersions)
        .rules(folded(std::multiplies<Dimension>()), costPerInput),

    reduction("ReduceL1", "Sum of absolute values over axes."),
    reduction("ReduceL2", "Root of the sum of squares over axes."),
    reduction("ReduceLogSum", "Logarithm of the sum over axes.").since(28, "T: floats bfloat16"),
    reduction("ReduceLogSumExp",
        "Logarithm of the sum of exponentials over axes, computed without overflow.")
        .since(28, "T: floats bfloat16"),
    reduction("ReduceSumSquare", "Sum of squares over axes."),

    op("ArgMax", "Position of the largest element along an axis.")
        .history(argument)
        .rules(position, costPerInput),

    op("ArgMin", "Position of the smallest element along an axis.")
        .history(argument)
        .rules(position, costPerInput),

    op("CumSum", "Running sum along an axis, optionally reversed or excluding the element itself.")
        .since(11, "x: T, axis: T2 -> y: T", "T: wide float double; T2: int32 int64")
        .attributes("exclusive: int = 0, reverse: int = 0")
        .since(14, "T: floats wide bfloat16")
        .rules(cumulative, costPerInput),

    op("CumProd",
        "Running product along an axis, optionally reversed or excluding the element itself.")
        .since(26, "x: T, axis: T2 -> y: T", "T: floats wide bfloat16; T2: int32 int64")
        .attributes("exclusive: int = 0, reverse: int = 0")
        .rules(cumulative, costPerInput),

    op("TopK", "The k largest or smallest elements along an axis and their positions.")
        .since(1, "X: T -> Values: T, Indices: I", "T: floats; I: int64")
        .attributes("axis: int = -1, k: int required")
        .since(10)
        .inputs("X: T, K: int64")
        .without("k")
        .since(11, "T: numbers")
        .attributes("largest: int = 1, sorted: int = 1")
        .since(24, "T: numbers bfloat16")
        .rules(topK, topKCost),
};

} // namespace

} // namespace model::ops
