#pragma once

#include "engine/functors/arithmetic.h"

/// Functions of one element, without parameters.
namespace engine::functors {

struct Absolute {
    template <typename T>
    OPSCOPE_DEVICE constexpr T operator()(T x) const
    {
        if constexpr (std::is_unsigned_v<T>)
            return x;
        else
            return x < 0 ? wrappingNegate(x) : (x == 0 ? T(0) : x);
    }
};
struct Negate {
    template <typename T>
    OPSCOPE_DEVICE constexpr T operator()(T x) const
    {
        return wrappingNegate(x);
    }
};
/// -1, 0 or 1; NaN for NaN.
struct Sign {
    template <typename T>
    OPSCOPE_DEVICE constexpr T operator()(T x) const
    {
        if (x != x)
            return x;
        return x > T(0) ? T(1) : (x < T(0) ? static_cast<T>(-1) : T(0));
    }
};
struct Reciprocal {
    template <typename T>
    OPSCOPE_DEVICE constexpr T operator()(T x) const
    {
        return T(1) / x;
    }
};
/// Error function; of integers it is rounded towards zero.
struct GaussError {
    template <typename T>
    OPSCOPE_DEVICE auto operator()(T x) const
    {
        if constexpr (std::is_integral_v<T>)
            return std::trunc(std::erf(static_cast<float>(x)));
        else
            return std::erf(x);
    }
};
/// A functor of a function of <cmath>.
#define OPSCOPE_MATH_FUNCTION(Functor, function)                                                   \
    struct Functor {                                                                               \
        template <typename T>                                                                      \
        OPSCOPE_DEVICE T operator()(T x) const                                                     \
        {                                                                                          \
            return std::function(x);                                                               \
        }                                                                                          \
    }
/// Rounds to the nearest integer, halves to even.
OPSCOPE_MATH_FUNCTION(Round, nearbyint);
OPSCOPE_MATH_FUNCTION(Ceil, ceil);
OPSCOPE_MATH_FUNCTION(Floor, floor);
OPSCOPE_MATH_FUNCTION(Sqrt, sqrt);
OPSCOPE_MATH_FUNCTION(Exp, exp);
OPSCOPE_MATH_FUNCTION(Log, log);
OPSCOPE_MATH_FUNCTION(Sin, sin);
OPSCOPE_MATH_FUNCTION(Cos, cos);
OPSCOPE_MATH_FUNCTION(Tan, tan);
OPSCOPE_MATH_FUNCTION(Asin, asin);
OPSCOPE_MATH_FUNCTION(Acos, acos);
OPSCOPE_MATH_FUNCTION(Atan, atan);
OPSCOPE_MATH_FUNCTION(Sinh, sinh);
OPSCOPE_MATH_FUNCTION(Cosh, cosh);
OPSCOPE_MATH_FUNCTION(Tanh, tanh);
OPSCOPE_MATH_FUNCTION(Asinh, asinh);
OPSCOPE_MATH_FUNCTION(Acosh, acosh);
OPSCOPE_MATH_FUNCTION(Atanh, atanh);
#undef OPSCOPE_MATH_FUNCTION

} // namespace engine::functors

// Rows of the operators; see engine/functors/elementwise.h.
#define OPSCOPE_UNARY_FUNCTIONS(ROW)                                                               \
    ROW(Absolute, Number, "Abs")                                                                   \
    ROW(Negate, Signed, "Neg")                                                                     \
    ROW(Sign, Number, "Sign")                                                                      \
    ROW(Ceil, Float, "Ceil")                                                                       \
    ROW(Floor, Float, "Floor")                                                                     \
    ROW(Round, Float, "Round")                                                                     \
    ROW(Sqrt, Float, "Sqrt")                                                                       \
    ROW(Exp, Float, "Exp")                                                                         \
    ROW(Log, Float, "Log")                                                                         \
    ROW(Reciprocal, Float, "Reciprocal")                                                           \
    ROW(Sin, Float, "Sin")                                                                         \
    ROW(Cos, Float, "Cos")                                                                         \
    ROW(Tan, Float, "Tan")                                                                         \
    ROW(Asin, Float, "Asin")                                                                       \
    ROW(Acos, Float, "Acos")                                                                       \
    ROW(Atan, Float, "Atan")                                                                       \
    ROW(Sinh, Float, "Sinh")                                                                       \
    ROW(Cosh, Float, "Cosh")                                                                       \
    ROW(Tanh, Float, "Tanh")                                                                       \
    ROW(Asinh, Float, "Asinh")                                                                     \
    ROW(Acosh, Float, "Acosh")                                                                     \
    ROW(Atanh, Float, "Atanh")                                                                     \
    ROW(GaussError, Number, "Erf")
