// Operators that split, join and repeat tensors.

#include "model/ops/cost_rules.h"
#include "model/ops/folding.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

namespace model::ops {

namespace {

constexpr auto maxElements = static_cast<std::int64_t>(maximumKnownElements);

/// Joins the elements of lists in order.
void foldConcat(InferenceContext& context)
{
    KnownElements result { { 0 }, {}, {} };
    for (std::size_t i = 0; i < context.inputCount(); ++i) {
        const auto* known = context.elements(i);
        if (known == nullptr || known->dims.size() > 1)
            return;
        result.dims[0] += static_cast<std::int64_t>(known->count());
        if (result.dims[0] > maxElements)
            return;
        std::ranges::copy(known->integers, std::back_inserter(result.integers));
        std::ranges::copy(known->reals, std::back_inserter(result.reals));
    }
    if (result.integers.empty() || result.reals.empty())
        context.setElements(0, std::move(result));
}

/// Joins lists of which some are unknown. The unknown parts give unknown elements, so that the
/// known ones are kept.
void foldPartlyKnownConcat(InferenceContext& context)
{
    KnownElements result { { 0 }, {}, {} };
    for (std::size_t i = 0; i < context.inputCount(); ++i) {
        const auto* known = context.elements(i);
        const auto length
            = context.rank(i) == 0u ? std::optional<std::int64_t>(1) : context.dim(i, 0).value();
        if (isFloating(context.element(i)) || context.rank(i).value_or(2) > 1 || !length
            || *length > maxElements - result.dims[0]
            || (known != nullptr && std::cmp_not_equal(known->count(), *length)))
            return;
        result.dims[0] += *length;
        if (known != nullptr)
            std::ranges::copy(known->integers, std::back_inserter(result.integers));
        else
            result.integers.resize(result.integers.size() + static_cast<std::size_t>(*length));
    }
    context.setElements(0, std::move(result));
}

/// Returns the shape of one input. ONNX requires equal ranks, but some files join lists with
/// scalars, and engines run them.
std::optional<Shape> joinedShape(InferenceContext& context, std::size_t input, std::size_t rank)
{
    auto shape = context.shape(input);
    if (shape.size() == rank)
        return shape;
    if (shape.empty() && rank == 1) {
        context.inputWarning(input,
            "is a scalar, but the first input has rank 1; it counts as a list of one element");
        return shapeOf({ 1 });
    }
    context.inputError(input,
        "has rank " + std::to_string(shape.size()) + " (" + shapeText(shape)
            + "), but the first input has " + std::to_string(rank) + " ("
            + shapeText(context.shape(0)) + ")");
    return std::nullopt;
}

/// Adds one input to the joined shape. Returns false and reports if it does not fit.
bool join(InferenceContext& context, std::size_t input, std::size_t axis, Shape& result)
{
    const auto next = joinedShape(context, input, result.size());
    if (!next)
        return false;
    for (std::size_t k = 0; k < result.size(); ++k) {
        if (k == axis) {
            result[k] = result[k] + (*next)[k];
            continue;
        }
        auto merged = merge(result[k], (*next)[k]);
        if (!merged) {
            context.inputError(input,
                "has " + (*next)[k].text() + " along axis " + std::to_string(k) + " ("
                    + shapeText(*next) + "), but the inputs before it have " + result[k].text()
                    + "; only axis " + std::to_string(axis) + " may differ");
            return false;
        }
        result[k] = std::move(*merged);
    }
    return true;
}

void concat(InferenceContext& context)
{
    setLikeFirst(context);
    if (!context.hasShape(0))
        return;
    auto result = context.shape(0);
    const auto axis = axisAttribute(context, 1, result.size());
    if (!axis)
        return;
    for (std::size_t i = 1; i < context.inputCount(); ++i) {
        if (!context.hasShape(i))
            result[*axis] = Dimension();
        else if (!join(context, i, *axis, result))
            return;
    }
    setLikeFirst(context, result);
    if (result.size() != 1)
        return;
    foldConcat(context);
    if (!context.output(0).elements)
        foldPartlyKnownConcat(context);
}

/// Returns the sizes of the parts along the axis, one per output. Nothing, and reported, if they
/// are invalid.
std::optional<std::vector<Dimension>> partSizes(InferenceContext& context, const Dimension& whole)
{
    const auto count = context.outputCount();
    const auto given = axesArgument(context, "split", 1);
    if (given.isGiven) {
        auto sizes = context.integers("split") ? shapeOf(*context.integers("split"))
                                               : context.integerElements(1).value_or(Shape(count));
        if (sizes.size() != count) {
            context.error("'split' has " + std::to_string(sizes.size()) + " sizes, but there are "
                + std::to_string(count) + " outputs");
            return std::nullopt;
        }
        const auto total = std::accumulate(sizes.begin(), sizes.end(), Dimension::number(0));
        const auto isNegative = std::ranges::any_of(
            sizes, [](const Dimension& size) { return size.value().value_or(0) < 0; });
        if (contradicts(total, whole) || isNegative) {
            context.error("'split' asks for " + shapeText(sizes) + ", together " + total.text()
                + ", but the axis has " + whole.text() + " elements");
            return std::nullopt;
        }
        return sizes;
    }
    const auto parts = Dimension::number(std::max<std::size_t>(count, 1));
    const auto mayBeUneven = context.version() >= 18;
    if (mayBeUneven && context.integer("num_outputs")
        && *context.integer("num_outputs") != *parts.value()) {
        context.error("attribute 'num_outputs' is "
            + std::to_string(*context.integer("num_outputs")) + ", but there are " + parts.text()
            + " outputs");
        return std::nullopt;
    }
    if (!mayBeUneven && whole.isNumber() && *whole.value() % *parts.value() != 0) {
        context.error("an axis of " + whole.text() + " elements cannot be split into "
                + parts.text() + " equal parts",
            "give the sizes as 'split'");
        return std::nullopt;
    }
    const auto part = mayBeUneven ? ceilDiv(whole, parts) : floorDiv(whole, parts);
    std::vector<Dimension> sizes(count, part);
    if (mayBeUneven && !sizes.empty())
        sizes.back() = whole - part * Dimension::number(count - 1);
    if (!sizes.empty() && sizes.back().value().value_or(0) < 0) {
        context.error(
            "an axis of " + whole.text() + " elements is too short for " + parts.text() + " parts");
        return std::nullopt;
    }
    return sizes;
}

void foldSplit(InferenceContext& context, const std::vector<Dimension>& sizes)
{
    const auto* known = context.elements(0);
    const auto counts = concrete(sizes);
    const auto isKnown = known != nullptr && known->dims.size() == 1 && counts;
    if (!isKnown || std::ranges::any_of(*counts, [&](std::int64_t size) {
            return size < 0 || size > known->dims[0];
        }))
        return;
    std::size_t first = 0;
    for (std::size_t i = 0; i < counts->size(); ++i) {
        std::vector<std::size_t> positions(static_cast<std::size_t>((*counts)[i]));
        if (positions.size() > known->count() - first)
            return;
        std::iota(positions.begin(), positions.end(), first);
        first += positions.size();
        context.setElements(i, select(*known, positions, { (*counts)[i] }));
    }
}

void inferSplit(InferenceContext& context)
{
    setFrom(context, 0, context.element(0));
    if (!context.hasShape(0))
        return;
    auto shape = context.shape(0);
    const auto axis = axisAttribute(context, 0, shape.size());
    if (!axis)
        return;
    const auto sizes = partSizes(context, shape[*axis]);
    for (std::size_t i = 0; i < context.outputCount(); ++i) {
        shape[*axis] = sizes ? (*sizes)[i] : Dimension();
        context.setTensor(i, context.element(0), shape);
    }
    if (sizes)
        foldSplit(context, *sizes);
}

struct Range {
    Dimension start;
    Dimension end;
    std::int64_t step = 1;
};

enum class Bound { Start, End };

/// Returns where a range begins or ends within `size`. Numbers are clamped; only the end of a
/// backward range may be before the first element. Expressions are assumed to be inside: models do
/// not slice beyond their own size, and with bound dimensions the result is exact.
Dimension clampedPosition(
    const Dimension& position, const Dimension& size, std::int64_t step, Bound bound)
{
    const auto zero = Dimension::number(0);
    const auto least = Dimension::number(step < 0 && bound == Bound::End ? -1 : 0);
    const auto most = step < 0 ? size - Dimension::number(1) : size;
    const auto value = position.value();
    if (!value)
        return position;
    if (*value < 0 && !size.isNumber())
        return *value <= -std::numeric_limits<std::int32_t>::max() ? least : size + position;
    const auto fromFront = *value < 0 ? size + position : position;
    if (fromFront.isNumber() && size.isNumber())
        return min(max(fromFront, least), most);
    return *value <= 1 ? max(fromFront, zero) : min(fromFront, most);
}

Dimension rangeLength(const Range& range, const Dimension& size)
{
    const auto start = clampedPosition(range.start, size, range.step, Bound::Start);
    const auto end = clampedPosition(range.end, size, range.step, Bound::End);
    const auto length = ceilDiv(end - start, Dimension::number(range.step));
    return length.isNumber() ? max(length, Dimension::number(0)) : length;
}

struct Ranges {
    std::optional<std::vector<std::int64_t>> axes; ///< nothing: known only at run time
    std::optional<std::vector<Dimension>> starts;
    std::optional<std::vector<Dimension>> ends;
    std::vector<std::int64_t> steps; ///< empty: all 1, or unknown
    bool areStepsKnown = true;
};

Ranges rangesOf(const InferenceContext& context)
{
    Ranges ranges;
    if (context.version() < 10) {
        if (const auto starts = context.integers("starts"))
            ranges.starts = shapeOf(*starts);
        if (const auto ends = context.integers("ends"))
            ranges.ends = shapeOf(*ends);
        ranges.axes = context.integers("axes");
    } else {
        ranges.starts = context.integerElements(1);
        ranges.ends = context.integerElements(2);
        ranges.axes = context.numbers(3);
        const auto steps = context.numbers(4);
        ranges.steps = steps.value_or(std::vector<std::int64_t> {});
        ranges.areStepsKnown = !context.hasInput(4) || steps;
    }
    const auto& bounds = ranges.starts ? ranges.starts : ranges.ends;
    const auto areGiven
        = context.version() < 10 ? context.hasAttribute("axes") : context.hasInput(3);
    const bool isDefault = !areGiven || (ranges.axes && ranges.axes->empty());
    if (isDefault)
        ranges.axes.reset();
    if (isDefault && bounds)
        ranges.axes = allAxes(bounds->size());
    return ranges;
}

/// Selects elements of a list by one range.
void foldSlice(InferenceContext& context, const Range& range)
{
    const auto* known = context.elements(0);
    if (known == nullptr || known->dims.size() != 1)
        return;
    const auto size = Dimension::number(known->dims[0]);
    const auto start = clampedPosition(range.start, size, range.step, Bound::Start).value();
    const auto count = rangeLength(range, size).value();
    if (!start || !count)
        return;
    std::vector<std::size_t> positions;
    for (std::int64_t i = 0; i < *count; ++i)
        positions.push_back(static_cast<std::size_t>(*start + i * range.step));
    context.setElements(0, select(*known, positions, { *count }));
}

std::optional<Shape> slice(InferenceContext& context, Shape shape)
{
    const auto ranges = rangesOf(context);
    if (!ranges.axes)
        return unknownShape(shape.size());
    const auto axes = resolveAxes(context, *ranges.axes, shape.size());
    if (!axes)
        return std::nullopt;
    for (std::size_t i = 0; i < axes->size(); ++i) {
        auto& size = shape[(*axes)[i]];
        const auto isKnown = ranges.starts && ranges.ends && i < ranges.starts->size()
            && i < ranges.ends->size() && ranges.areStepsKnown;
        if (!isKnown) {
            size = Dimension();
            continue;
        }
        const Range range { (*ranges.starts)[i], (*ranges.ends)[i],
            i < ranges.steps.size() ? ranges.steps[i] : 1 };
        if (range.step == 0) {
            context.error("the step along axis " + std::to_string((*axes)[i]) + " is 0");
            return std::nullopt;
        }
        size = rangeLength(range, size);
        if (axes->size() == 1)
            foldSlice(context, range);
    }
    return shape;
}

/// Before opset 6: repeats one axis, which input 2 names.
std::optional<Shape> tileAxis(InferenceContext& context, Shape shape)
{
    const auto axis = scalarInput(context, 2).value();
    const auto resolved = axis ? resolveAxis(context, *axis, shape.size()) : std::nullopt;
    if (!resolved)
        return std::nullopt;
    shape[*resolved] = shape[*resolved] * scalarInput(context, 1);
    return shape;
}

std::optional<Shape> tile(InferenceContext& context, Shape shape)
{
    if (!expectLength(context, 1, Dimension::number(shape.size()), "the rank of the input"))
        return std::nullopt;
    const auto repeats = context.integerElements(1);
    for (std::size_t i = 0; i < shape.size(); ++i)
        shape[i] = shape[i] * (repeats && i < repeats->size() ? (*repeats)[i] : Dimension());
    return shape;
}

std::optional<Shape> compress(InferenceContext& context)
{
    expectRank(context, 1, { 1 });
    const auto count = context.newDimension("count");
    const auto axis = context.integer("axis");
    if (!axis)
        return Shape { count };
    auto shape = knownShape(context, 0);
    const auto resolved = shape ? resolveAxis(context, *axis, shape->size()) : std::nullopt;
    if (!resolved)
        return std::nullopt;
    (*shape)[*resolved] = count;
    return shape;
}

void reverseSequence(InferenceContext& context)
{
    sameAsFirst(context);
    expectRankAtLeast(context, 0, 2);
    expectRank(context, 1, { 1 });
}

void triangle(InferenceContext& context)
{
    sameAsFirst(context);
    expectRankAtLeast(context, 0, 2);
}

std::optional<Shape> centerCropPad(InferenceContext& context, Shape shape)
{
    const auto axes = resolveAxes(
        context, context.integers("axes").value_or(allAxes(shape.size())), shape.size());
    if (!axes || !expectLength(context, 1, Dimension::number(axes->size()), "the number of axes"))
        return std::nullopt;
    const auto sizes = context.integerElements(1);
    for (std::size_t i = 0; i < axes->size(); ++i)
        shape[(*axes)[i]] = sizes && i < sizes->size() ? (*sizes)[i] : Dimension();
    return shape;
}

void unique(InferenceContext& context)
{
    const auto count = context.newDimension("count");
    setLikeFirst(context);
    for (const std::size_t i : { 1, 3 })
        context.setTensor(i, ElementType::Int64, Shape { count });
    context.setTensor(2, ElementType::Int64, unknownShape(1));
    const auto axis = context.integer("axis");
    if (!axis)
        setLikeFirst(context, Shape { count });
    if (!context.hasShape(0))
        return;
    auto shape = context.shape(0);
    auto positions = productOf(shape);
    if (axis) {
        const auto resolved = resolveAxis(context, *axis, shape.size());
        if (!resolved)
            return;
        positions = shape[*resolved];
        shape[*resolved] = count;
        setLikeFirst(context, std::move(shape));
    }
    context.setTensor(2, ElementType::Int64, Shape { positions });
}

void nonZero(InferenceContext& context)
{
    const auto rank = context.rank(0);
    const auto rows = rank ? Dimension::number(*rank) : Dimension();
    context.setTensor(0, ElementType::Int64, Shape { rows, context.newDimension("count") });
    // Old exporters create a range from the positions of a list of ones.
    const auto* known = context.elements(0);
    const auto values
        = known != nullptr && known->dims.size() == 1 ? asReals(*known) : std::nullopt;
    if (!values)
        return;
    KnownElements positions { { 1, 0 }, {}, {} };
    for (std::size_t i = 0; i < values->size(); ++i)
        if ((*values)[i] != 0)
            positions.integers.push_back(Dimension::number(i));
    positions.dims[1] = static_cast<std::int64_t>(positions.integers.size());
    context.setTensor(0, ElementType::Int64, shapeOf(positions.dims));
    context.setElements(0, std::move(positions));
}

const RegisterOperators sliceOperators {
    op("Concat", "Joins tensors along an axis.")
        .since(1, "inputs...: T -> concat_result: T", "T: floats")
        .attributes("axis: int")
        .since(4, "T: basic")
        .attributes("axis: int required")
        .since(11)
        .since(13, "T: ir4")
        .rules(concat, costMove),

    op("Split", "Cuts a tensor into parts along an axis.")
        .since(1, "input: T, split?: T -> outputs...: T", "T: floats")
        .attributes("axis: int, split: ints")
        .since(2, "T: basic")
        .inputs("input: T")
        .attributes("axis: int = 0")
        .since(11)
        .since(13, "T: ir4")
        .inputs("input: T, split?: int64")
        .without("split")
        .since(18)
        .attributes("num_outputs: int")
        .rules(inferSplit, costMove),

    op("Slice", "Takes ranges along axes, with steps; negative positions count from the end.")
        .since(1, "data: T -> output: T", "T: basic")
        .attributes("axes: ints, ends: ints required, starts: ints required")
        .since(10, "Tind: int32 int64")
        .inputs("data: T, starts: Tind, ends: Tind, axes?: Tind, steps?: Tind")
        .without("axes, ends, starts")
        .since(11)
        .since(13, "T: ir4")
        .rules(slice, costPick),

    op("Tile", "Repeats a tensor along each axis.")
        .since(1, "input: T, tiles: T, axis: T -> output: T", "T: floats; T1: int64")
        .rules(tileAxis, costPick)
        .since(6, "T: basic")
        .inputs("input: T, repeats: T1")
        .rules(tile, costPick)
        .since(13, "T: ir4"),

    op("Compress", "Keeps the elements or slices whose condition is true.")
        .since(9, "input: T, condition: T1 -> output: T", "T: basic; T1: bool")
        .attributes("axis: int")
        .since(11)
        .since(28, "T: ir4")
        .rules(compress, costPick),

    op("ReverseSequence",
        "Reverses the first entries of each sequence of a batch, by its own length.")
        .since(10, "input: T, sequence_lens: int64 -> Y: T", "T: basic")
        .attributes("batch_axis: int = 1, time_axis: int = 0")
        .since(28, "T: ir4")
        .rules(reverseSequence, costMove),

    op("Trilu", "Keeps the upper or lower triangle of matrices; zero elsewhere.")
        .since(14, "input: T, k?: int64 -> output: T", "T: ir4")
        .attributes("upper: int = 1")
        .rules(triangle, costMove),

    op("CenterCropPad", "Crops or pads around the centre to a given shape.")
        .since(18, "input_data: T, shape: Tind -> output_data: T", "T: ir4; Tind: int32 int64")
        .attributes("axes: ints")
        .rules(centerCropPad, costPick),

    op("Unique", "The distinct elements or slices, with positions, inverse positions and counts.")
        .since(11, "X: T -> Y: T, indices?: int64, inverse_indices?: int64, counts?: int64",
            "T: basic")
        .attributes("axis: int, sorted: int = 1")
        .since(28, "T: ir4")
        .rules(unique, costPerInput),

    op("NonZero", "Positions of all elements that are not zero, one column each.")
        .since(9, "X: T -> Y: int64", "T: basic")
        .since(13, "T: ir4")
        .rules(nonZero, costPerInput),
};

} // namespace

} // namespace model::ops
