// Operators that create tensors: constants, ranges, random numbers.

#include "model/ops/cost_rules.h"
#include "model/ops/folding.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace model::ops {

namespace {

/// The tensor is attribute `value`, or one of the short forms for numbers and strings.
void constant(InferenceContext& context)
{
    constexpr std::array forms { "value", "sparse_value", "value_float", "value_floats",
        "value_int", "value_ints", "value_string", "value_strings" };
    const auto given = std::ranges::count_if(
        forms, [&](const char* form) { return context.hasAttribute(form); });
    if (given > 1)
        context.error("has " + std::to_string(given) + " values in its attributes, expected one");
    if (const auto* value = context.tensor("value")) {
        context.setTensor(0, value->element, shapeOf(value->dims));
        if (auto elements = context.attributeElements("value"))
            context.setElements(0, std::move(*elements));
    } else if (const auto single = context.integer("value_int")) {
        context.setTensor(0, ElementType::Int64, Shape {});
        context.setElements(0, KnownElements::scalar(Dimension::number(*single)));
    } else if (const auto list = context.integers("value_ints")) {
        context.setTensor(0, ElementType::Int64, Shape { Dimension::number(list->size()) });
        context.setElements(0, KnownElements::list(shapeOf(*list)));
    } else if (const auto real = context.real("value_float")) {
        context.setTensor(0, ElementType::Float, Shape {});
        context.setElements(0, { {}, {}, { *real } });
    } else if (const auto reals = context.floats("value_floats")) {
        const auto count = static_cast<std::int64_t>(reals->size());
        context.setTensor(0, ElementType::Float, shapeOf({ count }));
        context.setElements(0, { { count }, {}, { reals->begin(), reals->end() } });
    } else if (context.hasAttribute("value_string"))
        context.setTensor(0, ElementType::String, Shape {});
    else if (const auto texts = context.texts("value_strings"))
        context.setTensor(0, ElementType::String, Shape { Dimension::number(texts->size()) });
    else if (const auto* sparse = context.sparseTensor("sparse_value"))
        context.setTensor(0, sparse->values.element, shapeOf(sparse->dims));
}

void constantOfShape(InferenceContext& context)
{
    const auto* value = context.tensor("value");
    const auto element = value != nullptr ? value->element : ElementType::Float;
    context.setTensor(0, element);
    if (!expectRank(context, 0, { 1 }))
        return;
    const auto sizes = context.integerElements(0);
    if (!sizes) {
        if (const auto rank = rankFromLength(context, 0))
            context.setTensor(0, element, unknownShape(*rank));
        return;
    }
    for (const auto& size : *sizes) {
        if (size.value().value_or(0) >= 0)
            continue;
        context.inputError(
            0, "asks for the shape " + shapeText(*sizes) + ", which has a negative size");
        return;
    }
    context.setTensor(0, element, *sizes);
    const auto filler
        = value != nullptr ? context.attributeElements("value") : KnownElements { {}, {}, { 0.0 } };
    foldRepeated(context, filler ? &*filler : nullptr);
}

/// Returns the number of steps. Exact for integers, for expressions with step 1, and for reals if
/// all three are known.
Dimension rangeCount(
    const KnownElements& start, const KnownElements& limit, const KnownElements& step)
{
    const auto a = asIntegers(start);
    const auto b = asIntegers(limit);
    const auto c = asIntegers(step);
    if (a && b && c && a->size() == 1 && b->size() == 1 && c->size() == 1
        && c->front().value().value_or(0) != 0) {
        const auto count = ceilDiv(b->front() - a->front(), c->front());
        return count.isNumber() ? max(count, Dimension::number(0)) : count;
    }
    const auto realStart = asReals(start);
    const auto realLimit = asReals(limit);
    const auto realStep = asReals(step);
    if (!realStart || !realLimit || !realStep || realStart->size() != 1 || realLimit->size() != 1
        || realStep->size() != 1)
        return {};
    const auto count = std::ceil((realLimit->front() - realStart->front()) / realStep->front());
    return count >= 0 && count < 1e15 ? Dimension::number(static_cast<std::int64_t>(count))
                                      : Dimension::number(0);
}

void range(InferenceContext& context)
{
    const auto* start = context.elements(0);
    const auto* limit = context.elements(1);
    const auto* step = context.elements(2);
    if (start == nullptr || limit == nullptr || step == nullptr) {
        setLikeFirst(context, Shape { context.newDimension("count") });
        return;
    }
    const auto stepIsZero
        = asReals(*step) && asReals(*step)->size() == 1 && asReals(*step)->front() == 0;
    if (stepIsZero)
        context.inputError(2, "the step is 0");
    const auto count = rangeCount(*start, *limit, *step);
    setLikeFirst(context, Shape { count.isUnknown() ? context.newDimension("count") : count });
    const auto first = start->integers.empty() ? Dimension() : start->integers.front();
    const auto delta = step->integers.empty() ? Dimension() : step->integers.front();
    if (!count.isNumber() || *count.value() > static_cast<std::int64_t>(maximumKnownElements)
        || first.isUnknown() || delta.isUnknown())
        return;
    std::vector<Dimension> values;
    for (std::int64_t i = 0; i < *count.value(); ++i)
        values.push_back(first + delta * Dimension::number(i));
    context.setElements(0, KnownElements::list(std::move(values)));
}

/// Type from `dtype`, else of the input; shape of the input.
void likeInput(InferenceContext& context)
{
    setSameShape(context, elementAttribute(context, "dtype", context.element(0)));
}

void eyeLike(InferenceContext& context)
{
    likeInput(context);
    expectRank(context, 0, { 2 });
}

void randomOfShape(InferenceContext& context)
{
    const auto sizes = context.integers("shape").value_or(std::vector<std::int64_t> {});
    const auto element = elementAttribute(context, "dtype", ElementType::Float);
    if (!elementCount(sizes)) {
        context.error("attribute 'shape' is " + shapeText(shapeOf(sizes)) + ", which is no shape");
        return;
    }
    context.setTensor(0, element, shapeOf(sizes));
}

void multinomial(InferenceContext& context)
{
    expectRank(context, 0, { 2 });
    const auto count = Dimension::number(context.integer("sample_size", 1));
    context.setTensor(0, elementAttribute(context, "dtype", ElementType::Int32),
        Shape { context.dim(0, 0), count });
}

void givenTensorFill(InferenceContext& context)
{
    const auto sizes = context.integers("shape");
    context.setTensor(0, ElementType::Float, sizes ? std::optional(shapeOf(*sizes)) : std::nullopt);
}

const RegisterOperators generateOperators {
    op("Constant", "A tensor written in the model.")
        .since(1, "-> output: T", "T: floats")
        .attributes("value: tensor required")
        .since(9, "T: basic")
        .since(11)
        .attributes("sparse_value: sparse_tensor, value: tensor")
        .since(12)
        .attributes("value_float: float, value_floats: floats, value_int: int, value_ints: ints, "
                    "value_string: string, value_strings: strings")
        .since(13, "T: ir4")
        .since(19, "T: ir9")
        .history(typesSince21("T"))
        .rules(constant, costView),

    op("ConstantOfShape", "A tensor of a computed shape, filled with one value.")
        .since(9, "input: T1 -> output: T2", "T1: int64; T2: numbers bool")
        .attributes("value: tensor")
        .since(20, "T2: numbers float8 bool bfloat16")
        .since(21, "T2: numbers float8 nibbles bool bfloat16")
        .since(23, "T2: numbers float8 nibbles bool bfloat16 float4e2m1")
        .since(24, "T2: numbers float8 nibbles bool bfloat16 float4e2m1 float8e8m0")
        .since(25, "T2: numbers float8 nibbles bool bfloat16 float4e2m1 float8e8m0 int2 uint2")
        .rules(constantOfShape, costMove),

    op("Range", "Numbers from start to limit (not included) by a step.")
        .since(11, "start: T, limit: T, delta: T -> output: T", "T: float double int16 int32 int64")
        .since(27, "T: floats bfloat16 int16 int32 int64")
        .attributes("stash_type: int = 1")
        .rules(range, costMove),

    op("EyeLike", "Ones on a diagonal, zeros elsewhere, in the shape of the input.")
        .since(9, "input: T1 -> output: T2", "T1: numbers bool; T2: numbers bool")
        .attributes("dtype: int, k: int = 0")
        .since(22, "T1: numbers bool bfloat16; T2: numbers bool bfloat16")
        .rules(eyeLike, costMove),

    op("RandomNormal", "Normally distributed random numbers in a given shape.")
        .since(1, "-> output: T", "T: floats")
        .attributes(
            "dtype: int = 1, mean: float = 0, scale: float = 1, seed: float, shape: ints required")
        .since(22, "T: floats bfloat16")
        .rules(randomOfShape, costMove),

    op("RandomNormalLike", "Normally distributed random numbers in the shape of the input.")
        .since(1, "input: T1 -> output: T2", "T1: basic; T2: floats")
        .attributes("dtype: int, mean: float = 0, scale: float = 1, seed: float")
        .since(22, "T1: ir4; T2: floats bfloat16")
        .rules(likeInput, costMove),

    op("RandomUniform", "Uniformly distributed random numbers in a given shape.")
        .since(1, "-> output: T", "T: floats")
        .attributes(
            "dtype: int = 1, high: float = 1, low: float = 0, seed: float, shape: ints required")
        .since(22, "T: floats bfloat16")
        .rules(randomOfShape, costMove),

    op("RandomUniformLike", "Uniformly distributed random numbers in the shape of the input.")
        .since(1, "input: T1 -> output: T2", "T1: basic; T2: floats")
        .attributes("dtype: int, high: float = 1, low: float = 0, seed: float")
        .since(22, "T1: ir4; T2: floats bfloat16")
        .rules(likeInput, costMove),

    op("Bernoulli", "Zeros and ones drawn with the probabilities of the input.")
        .since(15, "input: T1 -> output: T2", "T1: floats; T2: numbers bool bfloat16")
        .attributes("dtype: int, seed: float")
        .since(22, "T1: floats bfloat16")
        .rules(likeInput, costMove),

    op("Multinomial", "Indices drawn by unnormalised log probabilities.")
        .since(7, "input: T1 -> output: T2", "T1: floats; T2: int32 int64")
        .attributes("dtype: int = 6, sample_size: int = 1, seed: float")
        .since(22, "T1: floats bfloat16")
        .rules(multinomial),

    op("GivenTensorFill",
        "A tensor of given values in the shape of an input or an attribute. Experimental, "
        "withdrawn with opset 10.")
        .since(1, "shape?: T -> X: T", "T: floats")
        .attributes("extra_shape: ints, input_as_shape: int, shape: ints, values: floats")
        .rules(givenTensorFill, costMove),
};

} // namespace

} // namespace model::ops
