#include "model/ops/rules.h"

#include "model/inference/tensor_shape.h"
#include "model/operator.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <utility>

namespace model::ops {

namespace {

std::string number(std::int64_t value) { return std::to_string(value); }
std::string number(std::size_t value) { return std::to_string(value); }

/// Broadcasts two dimensions; nothing if two numbers do not fit. A number other than 1 is used
/// before an expression. Two different expressions give unknown, because either may be 1 at run
/// time.
std::optional<Dimension> broadcastDim(const Dimension& a, const Dimension& b)
{
    if (a.value() == 1)
        return b;
    if (b.value() == 1 || a.isSameAs(b))
        return a;
    if (a.isNumber() && b.isNumber())
        return std::nullopt;
    if (a.isNumber())
        return a;
    if (b.isNumber())
        return b;
    return Dimension();
}

/// Returns an attribute list of the required length with all values at least `least`; the default
/// if it is absent.
std::optional<std::vector<std::int64_t>> listAttribute(InferenceContext& context,
    std::string_view name, std::size_t length, std::int64_t fallback, std::int64_t least)
{
    const auto written = context.integers(name);
    if (!written || written->empty())
        return std::vector<std::int64_t>(length, fallback);
    if (written->size() != length) {
        context.error("attribute '" + std::string(name) + "' has " + number(written->size())
            + " values, expected " + number(length));
        return std::nullopt;
    }
    for (const auto value : *written) {
        if (value >= least)
            continue;
        context.error("attribute '" + std::string(name) + "' holds " + number(value)
            + ", expected at least " + number(least));
        return std::nullopt;
    }
    return written;
}

std::optional<std::vector<Dimension>> kernelOf(
    InferenceContext& context, std::size_t axes, std::vector<Dimension> fromWeights)
{
    const auto written = context.integers("kernel_shape");
    if (!written || written->empty())
        return fromWeights;
    if (written->size() != axes) {
        context.error("attribute 'kernel_shape' has " + number(written->size())
            + " values, but there are " + number(axes) + " spatial axes");
        return std::nullopt;
    }
    const auto kernel = shapeOf(*written);
    for (std::size_t i = 0; i < axes; ++i) {
        if ((*written)[i] < 1) {
            context.error("attribute 'kernel_shape' holds " + number((*written)[i])
                + ", expected at least 1");
            return std::nullopt;
        }
        if (i < fromWeights.size() && contradicts(kernel[i], fromWeights[i])) {
            context.error("attribute 'kernel_shape' says " + kernel[i].text() + " for spatial axis "
                + number(i) + ", but the weights have " + fromWeights[i].text());
            return std::nullopt;
        }
    }
    return kernel;
}

/// Returns the number of window positions along one axis of `size`.
Dimension windowCount(
    InferenceContext& context, const Window& window, std::size_t axis, const Dimension& size)
{
    const auto stride = Dimension::number(window.strides[axis]);
    if (window.isSame)
        return ceilDiv(size, stride);
    const auto one = Dimension::number(1);
    const auto reach
        = (window.kernel[axis] - one) * Dimension::number(window.dilations[axis]) + one;
    const auto before = Dimension::number(window.pads[axis]);
    const auto padded
        = size + before + Dimension::number(window.pads[axis + window.strides.size()]);
    const auto room = padded - reach;
    // A window that exceeds the padded size by less than a stride gives one position: models rely
    // on the result of other engines' division.
    if (room.value().value_or(0) < 0 && *room.value() > -window.strides[axis])
        return one;
    if (room.value().value_or(0) < 0) {
        context.error("a window of " + reach.text() + " does not fit into the padded size "
            + padded.text() + " of spatial axis " + number(axis));
        return {};
    }
    if (context.integer("ceil_mode", 0) == 0)
        return floorDiv(room, stride) + one;
    const auto count = ceilDiv(room, stride) + one;
    // A window that would start in the padding at the end is not counted.
    const auto beyond = ((count - one) * stride - size - before).value();
    if (beyond && *beyond >= 0)
        return count - one;
    return count;
}

} // namespace

void sameAsFirst(InferenceContext& context) { passOn(context, 0, 0); }

void sameAsEach(InferenceContext& context)
{
    for (std::size_t i = 0; i < context.outputCount(); ++i)
        passOn(context, i, i);
}

void scalarBool(InferenceContext& context) { context.setTensor(0, ElementType::Bool, Shape {}); }

void sameShapeBool(InferenceContext& context) { setSameShape(context, ElementType::Bool); }

void broadcastAll(InferenceContext& context) { setLikeFirst(context, broadcastInputs(context)); }

void sameAsFirstAlongAxis(InferenceContext& context)
{
    sameAsFirst(context);
    expectAxis(context, -1);
}

void setLikeFirst(InferenceContext& context, std::optional<Shape> shape)
{
    context.setTensor(0, context.element(0), std::move(shape));
}

void setFrom(InferenceContext& context, std::size_t first, ElementType element,
    const std::optional<Shape>& shape)
{
    for (auto i = first; i < context.outputCount(); ++i)
        context.setTensor(i, element, shape);
}

void setSameShape(InferenceContext& context, ElementType element)
{
    context.setTensor(0, element, knownShape(context, 0));
}

void inferAs(InferenceContext& context, std::string_view onnxOperator)
{
    const auto* schema = OperatorRegistry::instance().newest("", onnxOperator);
    if (schema != nullptr && schema->infer)
        schema->infer(context);
}

Dimension productOf(std::span<const Dimension> dims)
{
    auto result = Dimension::number(1);
    for (const auto& dim : dims)
        result = result * dim;
    return result;
}

std::optional<Shape> knownShape(const InferenceContext& context, std::size_t input)
{
    return context.hasShape(input) ? std::optional(context.shape(input)) : std::nullopt;
}

Dimension scalarInput(const InferenceContext& context, std::size_t input)
{
    const auto values = context.integerElements(input);
    return values && values->size() == 1 ? values->front() : Dimension();
}

void passOn(InferenceContext& context, std::size_t input, std::size_t output)
{
    auto type = context.type(input);
    type.denotation.clear();
    context.setType(output, std::move(type));
}

void setNested(InferenceContext& context, std::size_t output, ValueType type)
{
    if (type.kind == ValueType::Kind::Unknown)
        context.error("the type of output " + number(output) + " has more than "
            + number(std::int64_t(maximumNesting))
            + " sequences and optionals in each other, the most that are supported");
    context.setType(output, std::move(type));
}

bool contradicts(const Dimension& a, const Dimension& b)
{
    return a.isNumber() && b.isNumber() && a.value() != b.value();
}

std::optional<Dimension> merge(const Dimension& a, const Dimension& b)
{
    if (contradicts(a, b))
        return std::nullopt;
    if (a.isUnknown() || b.isNumber())
        return b;
    return a;
}

std::optional<Shape> merge(const Shape& a, const Shape& b)
{
    if (a.size() != b.size())
        return std::nullopt;
    Shape merged;
    for (std::size_t i = 0; i < a.size(); ++i) {
        auto dim = merge(a[i], b[i]);
        if (!dim)
            return std::nullopt;
        merged.push_back(std::move(*dim));
    }
    return merged;
}

std::optional<Shape> broadcast(const Shape& a, const Shape& b)
{
    const auto& longer = a.size() >= b.size() ? a : b;
    const auto& shorter = a.size() >= b.size() ? b : a;
    auto result = longer;
    const auto offset = longer.size() - shorter.size();
    for (std::size_t i = 0; i < shorter.size(); ++i) {
        auto dim = broadcastDim(longer[offset + i], shorter[i]);
        if (!dim)
            return std::nullopt;
        result[offset + i] = std::move(*dim);
    }
    return result;
}

std::optional<Shape> broadcastInputs(
    InferenceContext& context, const std::vector<std::size_t>& inputs)
{
    Shape result;
    bool isComplete = true;
    for (const auto i : inputs) {
        if (!context.hasInput(i))
            continue;
        if (!context.hasShape(i)) {
            isComplete = false;
            continue;
        }
        auto next = broadcast(result, context.shape(i));
        if (!next) {
            context.inputError(i,
                "shape " + shapeText(context.shape(i)) + " cannot be broadcast with "
                    + shapeText(result),
                "sizes of one axis must be equal or 1, counted from the last axis");
            return std::nullopt;
        }
        result = std::move(*next);
    }
    return isComplete ? std::optional(std::move(result)) : std::nullopt;
}

std::optional<Shape> broadcastInputs(InferenceContext& context)
{
    std::vector<std::size_t> all(context.inputCount());
    std::iota(all.begin(), all.end(), std::size_t(0));
    return broadcastInputs(context, all);
}

Shape gatheredShape(const Shape& data, std::size_t axis, const Shape& indices)
{
    const auto at = data.begin() + static_cast<std::ptrdiff_t>(axis);
    Shape shape(data.begin(), at);
    shape.insert(shape.end(), indices.begin(), indices.end());
    shape.insert(shape.end(), at + 1, data.end());
    return shape;
}

Shape unknownShape(std::size_t rank) { return Shape(std::min(rank, maximumRank)); }

std::optional<std::size_t> resolveAxis(
    InferenceContext& context, std::int64_t axis, std::size_t rank)
{
    const auto size = static_cast<std::int64_t>(rank);
    if (axis >= -size && axis < size)
        return static_cast<std::size_t>(axis < 0 ? axis + size : axis);
    if (rank == 0)
        context.error("axis " + number(axis) + " of a scalar, which has no axes");
    else
        context.error("axis " + number(axis) + " is outside of rank " + number(rank) + ", expected "
            + number(-size) + " to " + number(size - 1));
    return std::nullopt;
}

std::optional<std::size_t> axisAttribute(
    InferenceContext& context, std::int64_t fallback, std::size_t rank)
{
    return resolveAxis(context, context.integer("axis", fallback), rank);
}

void expectAxis(InferenceContext& context, std::int64_t fallback)
{
    if (const auto rank = context.rank(0))
        axisAttribute(context, fallback, *rank);
}

std::optional<std::vector<std::size_t>> resolveAxes(
    InferenceContext& context, std::span<const std::int64_t> axes, std::size_t rank)
{
    std::vector<std::size_t> result;
    std::set<std::size_t> seen;
    for (const auto axis : axes) {
        const auto resolved = resolveAxis(context, axis, rank);
        if (!resolved)
            return std::nullopt;
        if (!seen.insert(*resolved).second) {
            context.error("axis " + number(axis) + " is named twice");
            return std::nullopt;
        }
        result.push_back(*resolved);
    }
    return result;
}

std::vector<std::int64_t> allAxes(std::size_t rank)
{
    std::vector<std::int64_t> axes(rank);
    std::iota(axes.begin(), axes.end(), 0);
    return axes;
}

AxesArgument axesArgument(
    const InferenceContext& context, std::string_view attribute, std::size_t input)
{
    if (auto written = context.integers(attribute))
        return { true, std::move(written) };
    if (context.hasInput(input))
        return { true, context.numbers(input) };
    return {};
}

bool expectRank(
    InferenceContext& context, std::size_t input, std::initializer_list<std::size_t> ranks)
{
    const auto rank = context.rank(input);
    if (!rank || std::ranges::find(ranks, *rank) != ranks.end())
        return true;
    std::string expected;
    for (const auto wanted : ranks)
        expected += (expected.empty() ? "" : " or ") + number(wanted);
    context.inputError(input,
        "has rank " + number(*rank) + " (" + shapeText(context.shape(input)) + "), expected "
            + expected);
    return false;
}

bool expectRanks(InferenceContext& context, std::initializer_list<std::size_t> inputs,
    std::initializer_list<std::size_t> ranks)
{
    bool isValid = true;
    for (const auto input : inputs)
        isValid = expectRank(context, input, ranks) && isValid;
    return isValid;
}

bool expectSameRank(InferenceContext& context, std::size_t input)
{
    const auto rank = context.rank(0);
    return !rank || expectRank(context, input, { *rank });
}

bool expectRankAtLeast(InferenceContext& context, std::size_t input, std::size_t rank)
{
    const auto found = context.rank(input);
    if (!found || *found >= rank)
        return true;
    context.inputError(input,
        "has rank " + number(*found) + " (" + shapeText(context.shape(input))
            + "), expected at least " + number(rank));
    return false;
}

bool expectLength(
    InferenceContext& context, std::size_t input, const Dimension& expected, std::string_view what)
{
    return expectRank(context, input, { 1 }) && expectDim(context, input, 0, expected, what);
}

bool expectDim(InferenceContext& context, std::size_t input, std::size_t axis,
    const Dimension& expected, std::string_view what)
{
    const auto found = context.dim(input, axis);
    if (!contradicts(found, expected))
        return true;
    context.inputError(input,
        "has " + found.text() + " along axis " + number(axis) + " ("
            + shapeText(context.shape(input)) + "), expected " + expected.text() + ", "
            + std::string(what));
    return false;
}

bool expectShape(InferenceContext& context, std::size_t input, const std::optional<Shape>& expected,
    std::string_view what)
{
    if (!expected || !context.hasShape(input) || merge(context.shape(input), *expected))
        return true;
    context.inputError(input,
        "has shape " + shapeText(context.shape(input)) + ", expected " + shapeText(*expected) + ", "
            + std::string(what));
    return false;
}

bool expectBroadcastTo(InferenceContext& context, std::size_t input,
    const std::optional<Shape>& target, std::string_view what)
{
    if (!target || !context.hasShape(input))
        return true;
    const auto result = broadcast(*target, context.shape(input));
    if (result && merge(*result, *target))
        return true;
    context.inputError(input,
        "shape " + shapeText(context.shape(input)) + " cannot be broadcast to that of "
            + std::string(what) + ", " + shapeText(*target));
    return false;
}

void expectHeads(
    InferenceContext& context, std::size_t input, std::size_t axis, const Dimension& heads)
{
    const auto features = context.dim(input, axis).value();
    if (features && heads.isNumber() && *features % *heads.value() != 0)
        context.inputError(input,
            "has " + number(*features) + " features, expected a multiple of " + heads.text()
                + " heads");
}

ElementType elementAttribute(InferenceContext& context, std::string_view name, ElementType fallback)
{
    const auto written = context.integer(name);
    if (!written || *written == 0)
        return fallback;
    const auto type = static_cast<ElementType>(*written);
    if (*written > 0 && *written < 1000 && isKnown(type))
        return type;
    context.error("attribute '" + std::string(name) + "' is " + number(*written)
        + ", which is no element type");
    return ElementType::Undefined;
}

std::optional<Dimension> positiveAttribute(InferenceContext& context, std::string_view name)
{
    const auto count = context.integer(name);
    if (count && *count >= 1)
        return Dimension::number(*count);
    context.error("attribute '" + std::string(name) + "' is " + (count ? number(*count) : "missing")
        + ", expected at least 1");
    return std::nullopt;
}

std::optional<Window> windowOf(
    InferenceContext& context, std::size_t axes, std::vector<Dimension> kernel)
{
    auto checkedKernel = kernelOf(context, axes, std::move(kernel));
    auto strides = listAttribute(context, "strides", axes, 1, 1);
    auto dilations = listAttribute(context, "dilations", axes, 1, 1);
    auto pads = listAttribute(context, "pads", 2 * axes, 0, 0);
    if (!checkedKernel || !strides || !dilations || !pads)
        return std::nullopt;
    const auto padding = context.text("auto_pad");
    Window window { std::move(*checkedKernel), std::move(*strides), std::move(*dilations),
        std::move(*pads), padding.starts_with("SAME") };
    window.kernel.resize(axes);
    if (padding == "VALID")
        std::ranges::fill(window.pads, 0);
    else if (!padding.empty() && padding != "NOTSET" && padding != "SAME_UPPER"
        && padding != "SAME_LOWER")
        context.error("attribute 'auto_pad' is \"" + padding
            + "\", expected NOTSET, SAME_UPPER, SAME_LOWER or VALID");
    return window;
}

void expectAnyEntry(
    InferenceContext& context, std::initializer_list<std::string_view> names, const char* message)
{
    if (std::ranges::all_of(
            names, [&](std::string_view name) { return context.entryCount(name) == 0u; }))
        context.error(message);
}

void expectEqualLengths(InferenceContext& context, std::initializer_list<std::string_view> names,
    std::initializer_list<std::string_view> optional)
{
    auto count = [&](std::string_view name) {
        const auto asTensor = std::string(name) + "_as_tensor";
        return context.entryCount(context.hasAttribute(asTensor) ? asTensor : name);
    };
    const auto first = *names.begin();
    const auto expected = count(first);
    auto compare = [&](std::string_view name, std::optional<std::size_t> found) {
        if (expected && found && *found != *expected)
            context.error("attribute '" + std::string(name) + "' has " + std::to_string(*found)
                + " entries and '" + std::string(first) + "' has " + std::to_string(*expected)
                + ", expected the same number");
    };
    for (const auto name : names)
        compare(name, count(name));
    for (const auto name : optional) {
        if (const auto found = count(name); found != 0u)
            compare(name, found);
    }
}

std::vector<Dimension> kernelOfWeights(
    const InferenceContext& context, std::size_t weights, std::size_t rank)
{
    std::vector<Dimension> kernel;
    for (std::size_t axis = 2; axis < rank; ++axis)
        kernel.push_back(context.dim(weights, axis));
    return kernel;
}

Shape windowedShape(InferenceContext& context, std::size_t data, std::size_t rank,
    const Dimension& channels, std::vector<Dimension> kernel, ChannelAxis channelAxis)
{
    const auto isLast = channelAxis == ChannelAxis::Last;
    const auto window = windowOf(context, rank - 2, std::move(kernel));
    Shape shape { context.dim(data, 0) };
    for (std::size_t axis = 0; axis + 2 < rank; ++axis) {
        const auto size = context.dim(data, axis + (isLast ? 1 : 2));
        shape.push_back(window ? windowCount(context, *window, axis, size) : Dimension());
    }
    shape.insert(isLast ? shape.end() : shape.begin() + 1, channels);
    return shape;
}

} // namespace model::ops
