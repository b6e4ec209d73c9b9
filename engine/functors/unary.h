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
/// Rounds to the nearest integer, halves to even.
struct Round {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return std::nearbyint(x);
    }
};
struct Ceil {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return std::ceil(x);
    }
};
struct Floor {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return std::floor(x);
    }
};
struct Sqrt {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return std::sqrt(x);
    }
};
struct Exp {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return std::exp(x);
    }
};
struct Log {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return std::log(x);
    }
};
struct Sin {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return std::sin(x);
    }
};
struct Cos {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return std::cos(x);
    }
};
struct Tan {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return std::tan(x);
    }
};
struct Asin {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return std::asin(x);
    }
};
struct Acos {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return std::acos(x);
    }
};
struct Atan {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return std::atan(x);
    }
};
struct Sinh {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return std::sinh(x);
    }
};
struct Cosh {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return std::cosh(x);
    }
};
struct Tanh {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return std::tanh(x);
    }
};
struct Asinh {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return std::asinh(x);
    }
};
struct Acosh {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return std::acosh(x);
    }
};
struct Atanh {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x) const
    {
        return std::atanh(x);
    }
};

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
