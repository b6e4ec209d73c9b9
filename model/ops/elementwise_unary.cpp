// Operators that compute each element of the result from one element of the input.

#include "model/ops/cost_rules.h"
#include "model/ops/folding.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <cmath>
#include <cstdlib>

namespace model::ops {

namespace {

Dimension unchanged(const Dimension& element) { return element; }

void identity(InferenceContext& context)
{
    passOn(context, 0, 0);
    if (const auto* known = context.elements(0))
        context.setElements(0, *known);
}

void negate(InferenceContext& context)
{
    sameAsFirst(context);
    foldUnary(
        context, [](const Dimension& a) { return Dimension::number(0) - a; },
        [](double a) { return -a; });
}

void absolute(InferenceContext& context)
{
    sameAsFirst(context);
    const auto onInteger = [](const Dimension& a) {
        return a.isNumber() ? max(a, Dimension::number(0) - a) : Dimension();
    };
    foldUnary(context, onInteger, [](double a) { return std::abs(a); });
}

void roundDown(InferenceContext& context)
{
    sameAsFirst(context);
    foldUnary(context, unchanged, [](double a) { return std::floor(a); });
}

void roundUp(InferenceContext& context)
{
    sameAsFirst(context);
    foldUnary(context, unchanged, [](double a) { return std::ceil(a); });
}

void roundToEven(InferenceContext& context)
{
    sameAsFirst(context);
    foldUnary(context, unchanged, [](double a) { return std::nearbyint(a); });
}

void squareRoot(InferenceContext& context)
{
    sameAsFirst(context);
    foldUnary(context, {}, [](double a) { return std::sqrt(a); });
}

void reciprocal(InferenceContext& context)
{
    sameAsFirst(context);
    foldUnary(context, {}, [](double a) { return 1 / a; });
}

void logicalNot(InferenceContext& context)
{
    sameShapeBool(context);
    foldUnary(context, [](const Dimension& a) { return Dimension::number(1) - a; }, {});
}

const RegisterOperators elementwiseUnaryOperators {
    op("Abs", "Absolute value of each element.")
        .since(1)
        .inputs("X: T")
        .outputs("Y: T")
        .attributes("consumed_inputs: ints")
        .types("T: floats")
        .since(6)
        .without("consumed_inputs")
        .types("T: numbers")
        .since(13)
        .types("T: numbers bfloat16")
        .infer(absolute)
        .cost(costElementwise),

    op("Neg", "Each element with the opposite sign.")
        .since(1)
        .inputs("X: T")
        .outputs("Y: T")
        .attributes("consumed_inputs: ints")
        .types("T: floats")
        .since(6)
        .without("consumed_inputs")
        .types("T: floats signed")
        .since(13)
        .types("T: floats signed bfloat16")
        .infer(negate)
        .cost(costElementwise),

    op("Sign", "-1, 0 or 1 by the sign of each element.")
        .since(9)
        .inputs("input: T")
        .outputs("output: T")
        .types("T: numbers")
        .since(13)
        .types("T: numbers bfloat16")
        .infer(sameAsFirst)
        .cost(costElementwise),

    op("Reciprocal", "One divided by each element.")
        .history(oldUnary("X: T", "Y: T"))
        .infer(reciprocal)
        .cost(costElementwise),

    op("Floor", "Rounds each element down to a whole number.")
        .history(oldUnary("X: T", "Y: T"))
        .infer(roundDown)
        .cost(costElementwise),

    op("Ceil", "Rounds each element up to a whole number.")
        .history(oldUnary("X: T", "Y: T"))
        .infer(roundUp)
        .cost(costElementwise),

    op("Round", "Rounds each element to the nearest whole number, halves to the even one.")
        .history(floatUnary(11, "X: T", "Y: T"))
        .infer(roundToEven)
        .cost(costElementwise),

    op("Sqrt", "Square root of each element; NaN below zero.")
        .history(oldUnary("X: T", "Y: T"))
        .infer(squareRoot)
        .cost(costTranscendental),

    op("Exp", "e to the power of each element.")
        .history(oldUnary("input: T", "output: T"))
        .infer(sameAsFirst)
        .cost(costTranscendental),

    op("Log", "Natural logarithm of each element.")
        .history(oldUnary("input: T", "output: T"))
        .infer(sameAsFirst)
        .cost(costTranscendental),

    op("Erf", "Gauss error function of each element, the core of the exact GELU.")
        .since(9)
        .inputs("input: T")
        .outputs("output: T")
        .types("T: numbers")
        .since(13)
        .types("T: floats bfloat16")
        .infer(sameAsFirst)
        .cost(costTranscendental),

    op("IsNaN", "True where an element is not a number.")
        .since(9)
        .inputs("X: T1")
        .outputs("Y: T2")
        .types("T1: floats; T2: bool")
        .since(13)
        .types("T1: floats bfloat16")
        .since(20)
        .types("T1: floats float8 bfloat16")
        .infer(sameShapeBool)
        .cost(costElementwise),

    op("IsInf", "True where an element is infinite; attributes choose which sign counts.")
        .since(10)
        .inputs("X: T1")
        .outputs("Y: T2")
        .attributes("detect_negative: int = 1, detect_positive: int = 1")
        .types("T1: float double; T2: bool")
        .since(20)
        .types("T1: floats float8 bfloat16")
        .infer(sameShapeBool)
        .cost(costElementwise),

    op("Not", "Logical negation of each element.")
        .since(1)
        .inputs("X: T")
        .outputs("Y: T")
        .types("T: bool")
        .infer(logicalNot)
        .cost(costElementwise),

    op("BitwiseNot", "Inverts every bit of each element.")
        .since(18)
        .inputs("X: T")
        .outputs("Y: T")
        .types("T: integers")
        .infer(sameAsFirst)
        .cost(costElementwise),

    op("Sin", "Sine of each element, in radians.")
        .history(floatUnary(7, "input: T", "output: T"))
        .infer(sameAsFirst)
        .cost(costTranscendental),

    op("Cos", "Cosine of each element, in radians.")
        .history(floatUnary(7, "input: T", "output: T"))
        .infer(sameAsFirst)
        .cost(costTranscendental),

    op("Tan", "Tangent of each element, in radians.")
        .history(floatUnary(7, "input: T", "output: T"))
        .infer(sameAsFirst)
        .cost(costTranscendental),

    op("Asin", "Inverse sine of each element.")
        .history(floatUnary(7, "input: T", "output: T"))
        .infer(sameAsFirst)
        .cost(costTranscendental),

    op("Acos", "Inverse cosine of each element.")
        .history(floatUnary(7, "input: T", "output: T"))
        .infer(sameAsFirst)
        .cost(costTranscendental),

    op("Atan", "Inverse tangent of each element.")
        .history(floatUnary(7, "input: T", "output: T"))
        .infer(sameAsFirst)
        .cost(costTranscendental),

    op("Sinh", "Hyperbolic sine of each element.")
        .history(floatUnary(9, "input: T", "output: T"))
        .infer(sameAsFirst)
        .cost(costTranscendental),

    op("Cosh", "Hyperbolic cosine of each element.")
        .history(floatUnary(9, "input: T", "output: T"))
        .infer(sameAsFirst)
        .cost(costTranscendental),

    op("Tanh", "Hyperbolic tangent of each element: squeezes values into -1 to 1.")
        .history(oldUnary("input: T", "output: T"))
        .infer(sameAsFirst)
        .cost(costTranscendental),

    op("Asinh", "Inverse hyperbolic sine of each element.")
        .history(floatUnary(9, "input: T", "output: T"))
        .infer(sameAsFirst)
        .cost(costTranscendental),

    op("Acosh", "Inverse hyperbolic cosine of each element.")
        .history(floatUnary(9, "input: T", "output: T"))
        .infer(sameAsFirst)
        .cost(costTranscendental),

    op("Atanh", "Inverse hyperbolic tangent of each element.")
        .history(floatUnary(9, "input: T", "output: T"))
        .infer(sameAsFirst)
        .cost(costTranscendental),

    op("Identity",
        "Passes its input on unchanged. Exporters leave it where a value needs a second name.")
        .since(1)
        .inputs("input: T")
        .outputs("output: T")
        .types("T: basic")
        .since(13)
        .types("T: basic bfloat16")
        .since(14)
        .inputs("input: V")
        .outputs("output: V")
        .withoutTypes("T")
        .types("V: basic bfloat16 seq(basic)")
        .since(16)
        .types("V: basic bfloat16 seq(basic) optional(basic) optional(seq(basic))")
        .since(19)
        .types("V: basic float8 bfloat16 seq(basic) optional(basic) optional(seq(basic))")
        .since(21)
        .types("V: basic float8 nibbles bfloat16 seq(basic) optional(basic) optional(seq(basic))")
        .since(23)
        .types("V: basic float8 nibbles bfloat16 float4e2m1 seq(basic) optional(basic) "
               "optional(seq(basic))")
        .since(24)
        .types("V: basic float8 nibbles bfloat16 float4e2m1 float8e8m0 seq(basic) optional(basic) "
               "optional(seq(basic))")
        .since(25)
        .types("V: basic float8 nibbles bfloat16 float4e2m1 float8e8m0 int2 uint2 seq(basic) "
               "optional(basic) optional(seq(basic))")
        .infer(identity)
        .cost(costView),
};

} // namespace

} // namespace model::ops
