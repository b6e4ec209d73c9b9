// Elementwise arithmetic on two or more tensors that are broadcast to one shape.

#include "model/ops/cost_rules.h"
#include "model/ops/folding.h"
#include "model/ops/old_broadcast.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace model::ops {

namespace {

using Rule = OperatorVersions::InferenceRule;

/// `sinceVersion`: first version that broadcasts as NumPy does.
void arithmetic(InferenceContext& context, const DimensionFunction& onIntegers,
    const RealFunction& onReals, int sinceVersion = 7)
{
    setBroadcast(context, context.element(0), sinceVersion);
    foldBinary(context, onIntegers, onReals);
}

Rule arithmetic(
    const DimensionFunction& onIntegers, const RealFunction& onReals, int sinceVersion = 7)
{
    return
        [=](InferenceContext& context) { arithmetic(context, onIntegers, onReals, sinceVersion); };
}

/// Integer division rounds towards zero. Expressions are sizes, for which that equals rounding
/// down.
Dimension integerQuotient(const Dimension& a, const Dimension& b)
{
    if (!a.isNumber() || !b.isNumber())
        return floorDiv(a, b);
    if (*b.value() == 0 || *b.value() == -1)
        return *b.value() == 0 ? Dimension() : Dimension::number(0) - a;
    return Dimension::number(*a.value() / *b.value());
}

void divide(InferenceContext& context)
{
    // A floating quotient of expressions is followed only if the division is exact.
    const auto exact = [](const Dimension& a, const Dimension& b) {
        const auto quotient = floorDiv(a, b);
        return (quotient * b).isSameAs(a) ? quotient : Dimension();
    };
    const auto onIntegers = isFloating(context.element(0)) ? DimensionFunction(exact)
                                                           : DimensionFunction(integerQuotient);
    arithmetic(context, onIntegers, [](double a, double b) { return a / b; });
}

void modulo(InferenceContext& context)
{
    const auto takesSignOfDividend = context.integer("fmod", 0) != 0;
    const auto onIntegers = [&](const Dimension& a, const Dimension& b) {
        const auto quotient = takesSignOfDividend ? integerQuotient(a, b) : floorDiv(a, b);
        return a - quotient * b;
    };
    arithmetic(context, onIntegers, [](double a, double b) { return std::fmod(a, b); });
}

Dimension wholePower(const Dimension& base, const Dimension& exponent)
{
    const auto power = exponent.value();
    if (!power || *power < 0 || *power > 62)
        return {};
    auto result = Dimension::number(1);
    for (std::int64_t i = 0; i < *power; ++i)
        result = result * base;
    return result;
}

void average(InferenceContext& context) { setBroadcast(context, context.element(0), 8); }

/// Operations: one per output element and input, except for the first input. For Sum, Max and the
/// like.
Cost severalCost(const CostContext& context)
{
    return perOutput(context, context.inputCount() > 1 ? context.inputCount() - 1 : 1);
}

/// Add, Sub, Mul and Div.
void arithmeticVersions(OperatorVersions& versions)
{
    versions.since(1, "A: T, B: T -> C: T", "T: floats")
        .attributes("axis: int, broadcast: int = 0, consumed_inputs: ints")
        .since(6, "T: floats wide")
        .without("consumed_inputs")
        .since(7)
        .without("axis, broadcast")
        .since(13, "T: floats wide bfloat16")
        .since(14, "T: numbers bfloat16");
}

/// Max, Min, Mean and Sum up to opset 8.
History oldSeveral(std::string_view signature)
{
    return [signature](OperatorVersions& versions) {
        versions.since(1, signature, "T: floats")
            .attributes("consumed_inputs: ints")
            .since(6)
            .without("consumed_inputs")
            .since(8);
    };
}

/// BitwiseAnd, BitwiseOr and BitwiseXor.
OperatorVersions bitwise(std::string_view name, std::string_view summary)
{
    return op(name, summary)
        .since(18, "A: T, B: T -> C: T", "T: integers")
        .rules(broadcastAll, costElementwise);
}

const RegisterOperators elementwiseBinaryOperators {
    op("Add", "Sum of two tensors, element by element.")
        .history(arithmeticVersions)
        .rules(arithmetic(std::plus<Dimension>(), std::plus<double>()), costElementwise),

    op("Sub", "Difference of two tensors, element by element.")
        .history(arithmeticVersions)
        .rules(arithmetic(std::minus<Dimension>(), std::minus<double>()), costElementwise),

    op("Mul", "Product of two tensors, element by element.")
        .history(arithmeticVersions)
        .rules(
            arithmetic(std::multiplies<Dimension>(), std::multiplies<double>()), costElementwise),

    op("Div", "Quotient of two tensors, element by element; whole numbers round towards zero.")
        .history(arithmeticVersions)
        .rules(divide, costElementwise),

    op("Mod",
        "Remainder of division, element by element, with the sign of the divisor or, for fmod, of "
        "the dividend.")
        .since(10, "A: T, B: T -> C: T", "T: numbers")
        .attributes("fmod: int = 0")
        .since(13, "T: numbers bfloat16")
        .since(28)
        .rules(modulo, costElementwise),

    op("Pow", "First tensor to the power of the second, element by element.")
        .since(1, "X: T, Y: T -> Z: T", "T: floats")
        .attributes("axis: int, broadcast: int = 0")
        .since(7)
        .without("axis, broadcast")
        .since(12, "T: floats int32 int64; T1: numbers")
        .inputs("X: T, Y: T1")
        .since(13, "T: floats bfloat16 int32 int64")
        .since(15, "T1: numbers bfloat16")
        .rules(arithmetic(wholePower, [](double a, double b) { return std::pow(a, b); }),
            costTranscendental),

    op("BitShift", "Shifts the bits of each element left or right by the second tensor.")
        .since(11, "X: T, Y: T -> Z: T", "T: unsigned")
        .attributes("direction: string required")
        .since(28, "T: integers")
        .rules(broadcastAll, costElementwise),

    bitwise("BitwiseAnd", "Bitwise and of two integer tensors."),
    bitwise("BitwiseOr", "Bitwise or of two integer tensors."),
    bitwise("BitwiseXor", "Bitwise exclusive or of two integer tensors."),

    op("Max", "Largest of the inputs, element by element.")
        .history(oldSeveral("data_0...: T -> max: T"))
        .since(12, "T: numbers")
        .since(13, "T: numbers bfloat16")
        .rules(arithmetic([](const Dimension& a, const Dimension& b) { return max(a, b); },
                   [](double a, double b) { return std::max(a, b); }, 8),
            severalCost),

    op("Min", "Smallest of the inputs, element by element.")
        .history(oldSeveral("data_0...: T -> min: T"))
        .since(12, "T: numbers")
        .since(13, "T: numbers bfloat16")
        .rules(arithmetic([](const Dimension& a, const Dimension& b) { return min(a, b); },
                   [](double a, double b) { return std::min(a, b); }, 8),
            severalCost),

    op("Mean", "Average of the inputs, element by element.")
        .history(oldSeveral("data_0...: T -> mean: T"))
        .since(13, "T: floats bfloat16")
        .rules(average, severalCost),

    op("Sum", "Sum of all inputs, element by element.")
        .history(oldSeveral("data_0...: T -> sum: T"))
        .since(13, "T: floats bfloat16")
        .rules(arithmetic(std::plus<Dimension>(), std::plus<double>(), 8), severalCost),

    // Experimental operators of the first opsets, removed in opset 10. Old files still use them.
    elementwise("Affine", "alpha times x plus beta. Experimental, withdrawn with opset 10.")
        .since(1, "X: T -> Y: T", "T: floats")
        .attributes("alpha: float, beta: float"),

    elementwise("Scale", "x times a constant. Experimental, withdrawn with opset 10.")
        .since(1, "input: T -> output: T", "T: floats")
        .attributes("scale: float = 1"),

    elementwise("ImageScaler",
        "Multiplies an image by a scale and adds a bias per channel. Experimental, withdrawn with "
        "opset 10.")
        .since(1, "input: T -> output: T", "T: floats")
        .attributes("bias: floats, scale: float = 1"),
};

} // namespace

} // namespace model::ops
