#include "engine/functors/unary.h"
#include "engine/functors/comparison.h"
#include "engine/reference/elementwise.h"

#include <cmath>

// Unary operators of ai.onnx without attributes. fp16 and bfloat16 are computed in float and
// rounded once.

namespace engine {

namespace {

Result<void> runIsInf(const OpNode& node, RunContext& context)
{
    const bool takesPositive = node.integer("detect_positive", 1) != 0;
    const bool takesNegative = node.integer("detect_negative", 1) != 0;
    const auto& input = context.tensor(0);
    const auto values = TRY(readNumbers(input));
    auto* output = TRY(context.output(0, ElementType::Bool, input.dims()));
    auto target = output->as<bool>();
    for (std::size_t i = 0; i < target.size(); ++i)
        target[i] = std::isinf(values[i]) && (values[i] > 0 ? takesPositive : takesNegative);
    return {};
}

Result<void> runIsNan(const OpNode&, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto values = TRY(readNumbers(input));
    auto* output = TRY(context.output(0, ElementType::Bool, input.dims()));
    auto target = output->as<bool>();
    for (std::size_t i = 0; i < target.size(); ++i)
        target[i] = std::isnan(values[i]);
    return {};
}

template <auto op>
RegisterReference onEveryFloat(std::string type)
{
    return RegisterReference(
        std::move(type), runUnary<FloatTypes, op>, checkFirstInput<FloatTypes>);
}

const RegisterReference floatOperators[] = {
    onEveryFloat<functors::Ceil {}>("Ceil"),
    onEveryFloat<functors::Floor {}>("Floor"),
    onEveryFloat<functors::Round {}>("Round"),
    onEveryFloat<functors::Sqrt {}>("Sqrt"),
    onEveryFloat<functors::Exp {}>("Exp"),
    onEveryFloat<functors::Log {}>("Log"),
    onEveryFloat<functors::Reciprocal {}>("Reciprocal"),
    onEveryFloat<functors::Sin {}>("Sin"),
    onEveryFloat<functors::Cos {}>("Cos"),
    onEveryFloat<functors::Tan {}>("Tan"),
    onEveryFloat<functors::Asin {}>("Asin"),
    onEveryFloat<functors::Acos {}>("Acos"),
    onEveryFloat<functors::Atan {}>("Atan"),
    onEveryFloat<functors::Sinh {}>("Sinh"),
    onEveryFloat<functors::Cosh {}>("Cosh"),
    onEveryFloat<functors::Tanh {}>("Tanh"),
    onEveryFloat<functors::Asinh {}>("Asinh"),
    onEveryFloat<functors::Acosh {}>("Acosh"),
    onEveryFloat<functors::Atanh {}>("Atanh"),
};

using BoolTypes = TypeList<bool>;

const RegisterReference otherOperators[] = {
    { "Abs", runUnary<NumberTypes, functors::Absolute {}>, checkFirstInput<NumberTypes> },
    { "Neg", runUnary<SignedTypes, functors::Negate {}>, checkFirstInput<SignedTypes> },
    { "Sign", runUnary<NumberTypes, functors::Sign {}>, checkFirstInput<NumberTypes> },
    { "Not", runUnary<BoolTypes, functors::Not {}>, checkFirstInput<BoolTypes> },
    { "BitwiseNot", runUnary<IntegerTypes, functors::BitwiseNot {}>,
        checkFirstInput<IntegerTypes> },
    { "Erf", runUnary<NumberTypes, functors::GaussError {}>, checkFirstInput<NumberTypes> },
    { "IsInf", runIsInf, nullptr },
    { "IsNaN", runIsNan, nullptr },
};

} // namespace

} // namespace engine
