// Quantisation and conversion of element types.

#include "model/ops/cost_rules.h"
#include "model/ops/folding.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"
#include "model/support/text.h"

#include <cmath>
#include <string>

namespace model::ops {

namespace {

/// Checks a scale per block: its shape is that of the data, with the axis divided by the block
/// size.
void checkBlockedScale(InferenceContext& context, std::int64_t block)
{
    if (!context.hasShape(0))
        return;
    const auto axis = axisAttribute(context, 1, context.shape(0).size());
    if (!axis || !context.hasShape(1))
        return;
    auto blocks = context.shape(0);
    blocks[*axis] = ceilDiv(blocks[*axis], Dimension::number(block));
    const auto expected = elementCount(blocks);
    const auto found = elementCount(context.shape(1));
    if (expected && found && *expected != *found)
        context.inputError(1,
            "has shape " + shapeText(context.shape(1)) + ", expected " + shapeText(blocks)
                + ", one per block of " + std::to_string(block) + " along axis "
                + std::to_string(*axis));
}

/// The scale is one number, one per element of the axis, or (from opset 21) one per block of the
/// axis.
void checkScale(InferenceContext& context)
{
    if (const auto block = context.integer("block_size", 0); block > 0)
        return checkBlockedScale(context, block);
    const auto rank = context.rank(1);
    if (!rank || !context.hasShape(0) || *rank == 0)
        return;
    // A vector of unknown length may hold a single scale.
    const auto mayBeSingle = *rank == 1 && context.dim(1, 0).value().value_or(1) == 1;
    if (mayBeSingle || !expectRank(context, 1, { 0, 1 }))
        return;
    if (const auto axis = axisAttribute(context, 1, context.shape(0).size()))
        expectDim(context, 1, 0, context.dim(0, *axis),
            "one per element of axis " + std::to_string(*axis));
}

void checkZeroPoint(InferenceContext& context)
{
    const auto mayBeSingle = [&](std::size_t i) {
        return context.hasShape(i) && elementCount(context.shape(i)).value_or(1) == 1;
    };
    if (!mayBeSingle(1) || !mayBeSingle(2))
        expectShape(context, 2, knownShape(context, 1), "that of the scale");
}

void quantizeLinear(InferenceContext& context)
{
    const auto wanted = elementAttribute(context, "output_dtype", ElementType::Undefined);
    auto element = context.hasInput(2) ? context.element(2) : wanted;
    if (context.hasInput(2) && wanted != ElementType::Undefined && element != ElementType::Undefined
        && wanted != element)
        context.inputError(2,
            "is " + std::string(name(element)) + ", but attribute 'output_dtype' asks for "
                + std::string(name(wanted)),
            "give both the same type, or leave one out");
    if (element == ElementType::Undefined && !context.hasInput(2))
        element = ElementType::Uint8;
    setSameShape(context, element);
    checkScale(context);
    checkZeroPoint(context);
}

void dequantizeLinear(InferenceContext& context)
{
    auto fromScale = context.version() >= 19 ? context.element(1) : ElementType::Float;
    if (fromScale == ElementType::Float8E8M0)
        fromScale = ElementType::Float; // a scale type without mantissa is not an output type
    setSameShape(context, elementAttribute(context, "output_dtype", fromScale));
    checkScale(context);
    checkZeroPoint(context);
    if (context.hasInput(2) && context.element(2) != context.element(0)
        && context.element(0) != ElementType::Undefined
        && context.element(2) != ElementType::Undefined)
        context.inputError(2,
            "is " + std::string(name(context.element(2))) + ", expected "
                + std::string(name(context.element(0))) + " like the data");
}

void dynamicQuantizeLinear(InferenceContext& context)
{
    setSameShape(context, ElementType::Uint8);
    context.setTensor(1, ElementType::Float, Shape {});
    context.setTensor(2, ElementType::Uint8, Shape {});
}

/// Follows known elements through a type conversion.
void foldCast(InferenceContext& context, ElementType target)
{
    const auto* known = context.elements(0);
    const auto kind = traits(target).kind;
    if (known == nullptr || kind == ElementClass::None || kind == ElementClass::Complex
        || kind == ElementClass::String)
        return;
    auto result = *known;
    if (kind == ElementClass::Float) {
        if (auto reals = asReals(*known))
            result = { known->dims, {}, std::move(*reals) };
    } else if (!known->reals.empty()) {
        result = { known->dims, {}, {} };
        for (const auto real : known->reals)
            result.integers.push_back(std::abs(real) < 9e15
                    ? Dimension::number(static_cast<std::int64_t>(real))
                    : Dimension());
    }
    if (kind == ElementClass::Bool)
        for (auto& integer : result.integers)
            integer = integer.isNumber() ? Dimension::number(integer.value() != 0 ? 1 : 0)
                                         : Dimension();
    context.setElements(0, std::move(result));
}

/// Before opset 6 the type is a name: `FLOAT`.
ElementType castTarget(InferenceContext& context)
{
    // Some exporters write the number even so.
    if (context.version() >= 6 || context.integer("to"))
        return elementAttribute(context, "to", ElementType::Undefined);
    const auto written = context.text("to");
    const auto found = elementTypeFromName(support::lowered(written));
    if (!found)
        context.error("attribute 'to' is \"" + written + "\", which is no element type");
    return found.value_or(ElementType::Undefined);
}

void cast(InferenceContext& context)
{
    const auto target = castTarget(context);
    if (context.integer("to") == 0)
        context.error("attribute 'to' is 0, which is no element type");
    setSameShape(context, target);
    foldCast(context, target);
}

void castLike(InferenceContext& context)
{
    setSameShape(context, context.element(1));
    foldCast(context, context.element(1));
}

void bitCast(InferenceContext& context)
{
    const auto target = elementAttribute(context, "to", ElementType::Undefined);
    setSameShape(context, target);
    const auto from = traits(context.element(0)).bits;
    const auto to = traits(target).bits;
    if (from != 0 && to != 0 && from != to)
        context.inputError(0,
            "has elements of " + std::to_string(from) + " bits, but attribute 'to' asks for "
                + std::to_string(to));
}

/// Versions of Cast and CastLike since opset 19: both type lists grow.
void conversions(OperatorVersions& versions)
{
    const auto both = [&versions](int since, const std::string& types) {
        versions.since(since, "T1: " + types + "; T2: " + types);
    };
    both(19, "numbers float8 bool bfloat16 string");
    versions.attributes("saturate: int = 1");
    both(21, "numbers float8 nibbles bool bfloat16 string");
    both(23, "numbers float8 nibbles bool bfloat16 string float4e2m1");
    both(24, "numbers float8 nibbles bool bfloat16 string float4e2m1 float8e8m0");
    versions.attributes("round_mode: string = up");
    both(25, "numbers float8 nibbles bool bfloat16 string float4e2m1 float8e8m0 int2 uint2");
}

const RegisterOperators quantizeOperators {
    op("QuantizeLinear",
        "Divides by a scale, rounds, adds a zero point and saturates to a small integer or float "
        "type.")
        .since(10, "x: T1, y_scale: float, y_zero_point?: T2 -> y: T2",
            "T1: float int32; T2: int8 uint8")
        .since(13)
        .attributes("axis: int = 1")
        .since(19, "T1: float16 float bfloat16 int32; T2: float8 int8 uint8")
        .inputs("x: T1, y_scale: T1, y_zero_point?: T2")
        .attributes("saturate: int = 1")
        .since(21, "T2: float8 nibbles int8 int16 uint8 uint16")
        .attributes("block_size: int = 0, output_dtype: int = 0")
        .since(23, "x: T1, y_scale: T2, y_zero_point?: T3 -> y: T3",
            "T2: float16 float bfloat16 int32; T3: float8 nibbles int8 int16 uint8 uint16 "
            "float4e2m1")
        .attributes("precision: int = 0")
        .since(24, "T2: float16 float bfloat16 int32 float8e8m0")
        .since(25, "T3: float8 nibbles int8 int16 uint8 uint16 float4e2m1 int2 uint2")
        .since(28,
            "T3: float8 nibbles int8 int16 uint8 uint16 float4e2m1 float6e2m3 float6e3m2 int2 "
            "uint2")
        .rules(quantizeLinear, costElementwise),

    op("DequantizeLinear",
        "Subtracts the zero point and multiplies by the scale: from a quantised type back to "
        "floating point.")
        .since(10, "x: T, x_scale: float, x_zero_point?: T -> y: float", "T: int8 int32 uint8")
        .since(13)
        .attributes("axis: int = 1")
        .since(19, "x: T1, x_scale: T2, x_zero_point?: T1 -> y: T2",
            "T1: float8 int8 int32 uint8; T2: float16 float bfloat16")
        .withoutTypes("T")
        .since(21, "T1: float8 nibbles int8 int16 int32 uint8 uint16")
        .attributes("block_size: int = 0")
        .since(23,
            "T1: float8 nibbles int8 int16 int32 uint8 uint16 float4e2m1; T3: float16 float "
            "bfloat16")
        .outputs("y: T3")
        .attributes("output_dtype: int = 0")
        .since(24, "T2: float16 float bfloat16 float8e8m0")
        .since(25, "T1: float8 nibbles int8 int16 int32 uint8 uint16 float4e2m1 int2 uint2")
        .since(28,
            "T1: float8 nibbles int8 int16 int32 uint8 uint16 float4e2m1 float6e2m3 float6e3m2 "
            "int2 uint2")
        .rules(dequantizeLinear, costElementwise),

    op("DynamicQuantizeLinear",
        "Quantises to uint8 with a scale and zero point taken from the tensor's own range.")
        .since(11, "x: T1 -> y: T2, y_scale: float, y_zero_point: T2", "T1: float; T2: uint8")
        .rules(dynamicQuantizeLinear, costElementwise),

    op("Cast", "Converts elements to another type.")
        .since(1, "input: T1 -> output: T2", "T1: numbers bool; T2: numbers bool")
        .attributes("to: string required")
        .since(6)
        .attributes("to: int required")
        .since(9, "T1: numbers bool string; T2: numbers bool string")
        .since(13, "T1: numbers bool bfloat16 string; T2: numbers bool bfloat16 string")
        .history(conversions)
        .since(28,
            "T1: numbers float8 nibbles bool bfloat16 string float4e2m1 float6e2m3 float6e3m2 "
            "float8e8m0 int2 uint2; T2: numbers float8 nibbles bool bfloat16 string float4e2m1 "
            "float6e2m3 float6e3m2 float8e8m0 int2 uint2")
        .rules(cast, costElementwise),

    op("CastLike", "Converts elements to the type of a second tensor.")
        .since(15, "input: T1, target_type: T2 -> output: T2",
            "T1: numbers bool bfloat16 string; T2: numbers bool bfloat16 string")
        .history(conversions)
        .rules(castLike, costElementwise),

    op("BitCast", "Reads the same bits as another element type of the same width.")
        .since(26, "input: T1 -> output: T2",
            "T1: numbers float8 complex nibbles bool bfloat16 float4e2m1 float8e8m0 int2 uint2; "
            "T2: numbers float8 complex nibbles bool bfloat16 float4e2m1 float8e8m0 int2 uint2")
        .attributes("to: int required")
        .rules(bitCast, costView),
};

} // namespace

} // namespace model::ops
