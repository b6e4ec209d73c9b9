#include "model/ops/folding.h"

#include "model/inference/tensor_shape.h"
#include "model/ops/rules.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace model::ops {

namespace {

constexpr double largestExact
    = 9007199254740992.0; // 2^53: largest magnitude up to which a double represents every integer

/// Returns the distance between neighbouring elements along each axis of a row-major tensor.
std::vector<std::size_t> stridesOf(const std::vector<std::int64_t>& dims)
{
    std::vector<std::size_t> strides(dims.size(), 1);
    for (auto i = dims.size(); i-- > 1;)
        strides[i - 1] = strides[i] * static_cast<std::size_t>(std::max<std::int64_t>(dims[i], 1));
    return strides;
}

/// Returns the number of elements if it is at most maximumKnownElements.
std::optional<std::size_t> smallCount(const std::vector<std::int64_t>& dims)
{
    const auto count = elementCount(dims);
    return count && *count <= maximumKnownElements ? std::optional(static_cast<std::size_t>(*count))
                                                   : std::nullopt;
}

/// Returns for each element of a broadcast result its flat position in one operand.
std::vector<std::size_t> broadcastPositions(const std::vector<std::int64_t>& result,
    const std::vector<std::int64_t>& operand, std::size_t count)
{
    const auto strides = stridesOf(operand);
    const auto offset = result.size() - operand.size();
    std::vector<std::size_t> positions(count);
    for (std::size_t flat = 0; flat < count; ++flat) {
        auto rest = flat;
        for (auto axis = result.size(); axis-- > 0;) {
            const auto size = static_cast<std::size_t>(result[axis]);
            const auto index = rest % size;
            rest /= size;
            if (axis >= offset && operand[axis - offset] != 1)
                positions[flat] += index * strides[axis - offset];
        }
    }
    return positions;
}

template <typename T, typename Function>
std::vector<T> apply(const std::vector<T>& a, const std::vector<T>& b,
    const std::vector<std::size_t>& atA, const std::vector<std::size_t>& atB,
    const Function& function)
{
    std::vector<T> result(atA.size());
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = function(a[atA[i]], b[atB[i]]);
    return result;
}

} // namespace

std::optional<std::vector<Dimension>> asIntegers(const KnownElements& elements)
{
    if (elements.reals.empty())
        return elements.integers;
    std::vector<Dimension> result;
    for (const auto real : elements.reals) {
        if (std::abs(real) > largestExact || real != std::trunc(real))
            return std::nullopt;
        result.push_back(Dimension::number(static_cast<std::int64_t>(real)));
    }
    return result;
}

std::optional<std::vector<double>> asReals(const KnownElements& elements)
{
    if (!elements.reals.empty())
        return elements.reals;
    std::vector<double> result;
    for (const auto& integer : elements.integers) {
        if (!integer.isNumber())
            return std::nullopt;
        result.push_back(static_cast<double>(*integer.value()));
    }
    return result;
}

std::optional<KnownElements> combine(const KnownElements& a, const KnownElements& b,
    ElementType element, const DimensionFunction& onIntegers, const RealFunction& onReals)
{
    const auto shape = broadcast(shapeOf(a.dims), shapeOf(b.dims));
    const auto dims = shape ? concrete(*shape) : std::nullopt;
    const auto count = dims ? smallCount(*dims) : std::nullopt;
    if (!count)
        return std::nullopt;
    const auto atA = broadcastPositions(*dims, a.dims, *count);
    const auto atB = broadcastPositions(*dims, b.dims, *count);
    if (isFloating(element)) {
        const auto realsA = asReals(a);
        const auto realsB = asReals(b);
        if (realsA && realsB)
            return KnownElements { *dims, {}, apply(*realsA, *realsB, atA, atB, onReals) };
    }
    const auto integersA = asIntegers(a);
    const auto integersB = asIntegers(b);
    if (!integersA || !integersB)
        return std::nullopt;
    return KnownElements { *dims, apply(*integersA, *integersB, atA, atB, onIntegers), {} };
}

void foldBinary(
    InferenceContext& context, const DimensionFunction& onIntegers, const RealFunction& onReals)
{
    const auto* a = context.elements(0);
    const auto* b = context.elements(1);
    if (a == nullptr || b == nullptr || context.inputCount() != 2)
        return;
    if (auto result = combine(*a, *b, context.element(0), onIntegers, onReals))
        context.setElements(0, std::move(*result));
}

void foldUnary(InferenceContext& context, const UnaryDimensionFunction& onIntegers,
    const UnaryRealFunction& onReals)
{
    const auto* known = context.elements(0);
    if (known == nullptr)
        return;
    KnownElements result { known->dims, {}, {} };
    if (!known->reals.empty()) {
        if (!onReals)
            return;
        std::ranges::transform(known->reals, std::back_inserter(result.reals), onReals);
    } else {
        if (!onIntegers)
            return;
        std::ranges::transform(known->integers, std::back_inserter(result.integers), onIntegers);
    }
    context.setElements(0, std::move(result));
}

KnownElements select(const KnownElements& elements, std::span<const std::size_t> positions,
    std::vector<std::int64_t> dims)
{
    KnownElements result { std::move(dims), {}, {} };
    for (const auto position : positions) {
        if (elements.reals.empty())
            result.integers.push_back(
                position < elements.integers.size() ? elements.integers[position] : Dimension());
        else
            result.reals.push_back(
                position < elements.reals.size() ? elements.reals[position] : 0.0);
    }
    return result;
}

void foldRepeated(InferenceContext& context, const KnownElements* element)
{
    const auto& shape = context.output(0).type.shape;
    const auto dims = shape ? concrete(*shape) : std::nullopt;
    const auto count = dims ? smallCount(*dims) : std::nullopt;
    if (count && element != nullptr && element->count() == 1)
        context.setElements(0, select(*element, std::vector<std::size_t>(*count, 0), *dims));
}

void foldReshaped(InferenceContext& context)
{
    const auto* known = context.elements(0);
    const auto& shape = context.output(0).type.shape;
    const auto dims = shape ? concrete(*shape) : std::nullopt;
    if (known != nullptr && dims && smallCount(*dims) == known->count())
        context.setElements(0, { *dims, known->integers, known->reals });
}

std::optional<std::size_t> rankFromLength(InferenceContext& context, std::size_t input)
{
    const auto length = context.dim(input, 0).value();
    if (!length)
        return std::nullopt;
    if (*length > static_cast<std::int64_t>(maximumRank)) {
        context.inputError(input,
            "asks for a tensor of rank " + std::to_string(*length)
                + ", the highest that is supported is " + std::to_string(maximumRank));
        return std::nullopt;
    }
    return static_cast<std::size_t>(*length);
}

} // namespace model::ops
