#include "engine/reference/elementwise.h"

#include <cmath>

// Unary operators of ai.onnx without attributes. fp16 and bfloat16 are computed in float and
// rounded once.

namespace engine {

namespace {

constexpr auto absolute = [](auto x) {
    using T = decltype(x);
    if constexpr (std::is_unsigned_v<T>)
        return x;
    else
        return x < 0 ? wrappingNegate(x) : (x == 0 ? T(0) : x);
};

constexpr auto sign = [](auto x) {
    using T = decltype(x);
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(x))
            return x;
    }
    return x > T(0) ? T(1) : (x < T(0) ? static_cast<T>(-1) : T(0));
};

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

/// Of integers the whole part.
template <typename T>
auto gaussError(T x)
{
    if constexpr (std::is_integral_v<T>)
        return std::trunc(std::erf(static_cast<float>(x)));
    else
        return std::erf(x);
}

template <auto op>
RegisterReference onFloats(std::string type)
{
    return RegisterReference(
        std::move(type), runUnary<FloatTypes, op>, checkFirstInput<FloatTypes>);
}

const RegisterReference floatOperators[] = {
    onFloats<[](auto x) { return std::ceil(x); }>("Ceil"),
    onFloats<[](auto x) { return std::floor(x); }>("Floor"),
    onFloats<[](auto x) { return std::nearbyint(x); }>("Round"),
    onFloats<[](auto x) { return std::sqrt(x); }>("Sqrt"),
    onFloats<[](auto x) { return std::exp(x); }>("Exp"),
    onFloats<[](auto x) { return std::log(x); }>("Log"),
    onFloats<[](auto x) { return decltype(x)(1) / x; }>("Reciprocal"),
    onFloats<[](auto x) { return std::sin(x); }>("Sin"),
    onFloats<[](auto x) { return std::cos(x); }>("Cos"),
    onFloats<[](auto x) { return std::tan(x); }>("Tan"),
    onFloats<[](auto x) { return std::asin(x); }>("Asin"),
    onFloats<[](auto x) { return std::acos(x); }>("Acos"),
    onFloats<[](auto x) { return std::atan(x); }>("Atan"),
    onFloats<[](auto x) { return std::sinh(x); }>("Sinh"),
    onFloats<[](auto x) { return std::cosh(x); }>("Cosh"),
    onFloats<[](auto x) { return std::tanh(x); }>("Tanh"),
    onFloats<[](auto x) { return std::asinh(x); }>("Asinh"),
    onFloats<[](auto x) { return std::acosh(x); }>("Acosh"),
    onFloats<[](auto x) { return std::atanh(x); }>("Atanh"),
};

using BoolTypes = TypeList<bool>;

const RegisterReference otherOperators[] = {
    { "Abs", runUnary<NumberTypes, absolute>, checkFirstInput<NumberTypes> },
    { "Neg", runUnary<SignedTypes, [](auto x) { return wrappingNegate(x); }>,
        checkFirstInput<SignedTypes> },
    { "Sign", runUnary<NumberTypes, sign>, checkFirstInput<NumberTypes> },
    { "Not", runUnary<BoolTypes, [](auto x) { return !x; }>, checkFirstInput<BoolTypes> },
    { "BitwiseNot", runUnary<IntegerTypes, [](auto x) { return ~x; }>,
        checkFirstInput<IntegerTypes> },
    { "Erf", runUnary<NumberTypes, [](auto x) { return gaussError(x); }>,
        checkFirstInput<NumberTypes> },
    { "IsInf", runIsInf, nullptr },
    { "IsNaN", runIsNan, nullptr },
};

} // namespace

} // namespace engine
