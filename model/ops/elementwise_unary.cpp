// Operators that compute each element of the result from one element of the input.

#include "model/ops/cost_rules.h"
#include "model/ops/folding.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <cmath>
#include <functional>

namespace model::ops {

namespace {

Dimension unchanged(const Dimension& element) { return element; }

void identity(InferenceContext& context)
{
    passOn(context, 0, 0);
    if (const auto* known = context.elements(0))
        context.setElements(0, *known);
}

/// Type and shape of the input. Known elements pass through the functions.
OperatorVersions::InferenceRule unary(
    const UnaryDimensionFunction& onIntegers, const UnaryRealFunction& onReals)
{
    return [=](InferenceContext& context) {
        sameAsFirst(context);
        foldUnary(context, onIntegers, onReals);
    };
}

Dimension negated(const Dimension& a) { return Dimension::number(0) - a; }

Dimension magnitude(const Dimension& a) { return a.isNumber() ? max(a, negated(a)) : Dimension(); }

void logicalNot(InferenceContext& context)
{
    sameShapeBool(context);
    foldUnary(context, [](const Dimension& a) { return Dimension::number(1) - a; }, {});
}

/// A function of floats, since opset `first`.
OperatorVersions floatFunction(int first, std::string_view name, std::string_view summary)
{
    return transcendental(name, summary).history(floatUnary(first, "input: T -> output: T"));
}

const RegisterOperators elementwiseUnaryOperators {
    op("Abs", "Absolute value of each element.")
        .since(1, "X: T -> Y: T", "T: floats")
        .attributes("consumed_inputs: ints")
        .since(6, "T: numbers")
        .without("consumed_inputs")
        .since(13, "T: numbers bfloat16")
        .rules(unary(magnitude, [](double a) { return std::abs(a); }), costElementwise),

    op("Neg", "Each element with the opposite sign.")
        .since(1, "X: T -> Y: T", "T: floats")
        .attributes("consumed_inputs: ints")
        .since(6, "T: floats signed")
        .without("consumed_inputs")
        .since(13, "T: floats signed bfloat16")
        .rules(unary(negated, std::negate<double>()), costElementwise),

    elementwise("Sign", "-1, 0 or 1 by the sign of each element.")
        .since(9, "input: T -> output: T", "T: numbers")
        .since(13, "T: numbers bfloat16"),

    op("Reciprocal", "One divided by each element.")
        .history(oldUnary("X: T -> Y: T"))
        .rules(unary({}, [](double a) { return 1 / a; }), costElementwise),

    op("Floor", "Rounds each element down to a whole number.")
        .history(oldUnary("X: T -> Y: T"))
        .rules(unary(unchanged, [](double a) { return std::floor(a); }), costElementwise),

    op("Ceil", "Rounds each element up to a whole number.")
        .history(oldUnary("X: T -> Y: T"))
        .rules(unary(unchanged, [](double a) { return std::ceil(a); }), costElementwise),

    op("Round", "Rounds each element to the nearest whole number, halves to the even one.")
        .history(floatUnary(11, "X: T -> Y: T"))
        .rules(unary(unchanged, [](double a) { return std::nearbyint(a); }), costElementwise),

    op("Sqrt", "Square root of each element; NaN below zero.")
        .history(oldUnary("X: T -> Y: T"))
        .rules(unary({}, [](double a) { return std::sqrt(a); }), costTranscendental),

    transcendental("Exp", "e to the power of each element.")
        .history(oldUnary("input: T -> output: T")),

    transcendental("Log", "Natural logarithm of each element.")
        .history(oldUnary("input: T -> output: T")),

    transcendental("Tanh", "Hyperbolic tangent of each element: squeezes values into -1 to 1.")
        .history(oldUnary("input: T -> output: T")),

    transcendental("Erf", "Gauss error function of each element, the core of the exact GELU.")
        .since(9, "input: T -> output: T", "T: numbers")
        .since(13, "T: floats bfloat16"),

    op("IsNaN", "True where an element is not a number.")
        .since(9, "X: T1 -> Y: T2", "T1: floats; T2: bool")
        .since(13, "T1: floats bfloat16")
        .since(20, "T1: floats float8 bfloat16")
        .rules(sameShapeBool, costElementwise),

    op("IsInf", "True where an element is infinite; attributes choose which sign counts.")
        .since(10, "X: T1 -> Y: T2", "T1: float double; T2: bool")
        .attributes("detect_negative: int = 1, detect_positive: int = 1")
        .since(20, "T1: floats float8 bfloat16")
        .rules(sameShapeBool, costElementwise),

    op("Not", "Logical negation of each element.")
        .since(1, "X: T -> Y: T", "T: bool")
        .rules(logicalNot, costElementwise),

    elementwise("BitwiseNot", "Inverts every bit of each element.")
        .since(18, "X: T -> Y: T", "T: integers"),

    floatFunction(7, "Sin", "Sine of each element, in radians."),
    floatFunction(7, "Cos", "Cosine of each element, in radians."),
    floatFunction(7, "Tan", "Tangent of each element, in radians."),
    floatFunction(7, "Asin", "Inverse sine of each element."),
    floatFunction(7, "Acos", "Inverse cosine of each element."),
    floatFunction(7, "Atan", "Inverse tangent of each element."),
    floatFunction(9, "Sinh", "Hyperbolic sine of each element."),
    floatFunction(9, "Cosh", "Hyperbolic cosine of each element."),
    floatFunction(9, "Asinh", "Inverse hyperbolic sine of each element."),
    floatFunction(9, "Acosh", "Inverse hyperbolic cosine of each element."),
    floatFunction(9, "Atanh", "Inverse hyperbolic tangent of each element."),

    op("Identity",
        "Passes its input on unchanged. Exporters leave it where a value needs a second name.")
        .since(1, "input: T -> output: T", "T: basic")
        .since(13, "T: ir4")
        .since(14, "input: V -> output: V", "V: ir4 seq(basic)")
        .withoutTypes("T")
        .since(16, "V: ir4 seq(basic) optional(basic) optional(seq(basic))")
        .since(19, "V: ir9 seq(basic) optional(basic) optional(seq(basic))")
        .history(typesSince21("V", "seq(basic) optional(basic) optional(seq(basic))"))
        .rules(identity, costView),
};

} // namespace

} // namespace model::ops
