#pragma once

#include "engine/functors/device.h"

#include <cstdint>

/// Comparisons, boolean and bitwise operators of elements.
namespace engine::functors {

#define OPSCOPE_COMPARISON(Functor, isTrue)                                                        \
    struct Functor {                                                                               \
        template <typename T>                                                                      \
        OPSCOPE_DEVICE constexpr bool operator()(T a, T b) const                                   \
        {                                                                                          \
            return a isTrue b;                                                                     \
        }                                                                                          \
    }
OPSCOPE_COMPARISON(Equal, ==);
OPSCOPE_COMPARISON(Less, <);
OPSCOPE_COMPARISON(LessOrEqual, <=);
OPSCOPE_COMPARISON(Greater, >);
OPSCOPE_COMPARISON(GreaterOrEqual, >=);
#undef OPSCOPE_COMPARISON

/// True if ArgMax (`wantsLargest`) or ArgMin prefers a to b. Both prefer NaN to every number, as in
/// numpy.
template <typename T>
OPSCOPE_DEVICE constexpr bool isPreferredByArgMax(T a, T b, bool wantsLargest)
{
    if (a != a || b != b)
        return a != a && b == b;
    return wantsLargest ? a > b : a < b;
}

struct And {
    OPSCOPE_DEVICE constexpr bool operator()(bool a, bool b) const { return a && b; }
};
struct Or {
    OPSCOPE_DEVICE constexpr bool operator()(bool a, bool b) const { return a || b; }
};
struct Xor {
    OPSCOPE_DEVICE constexpr bool operator()(bool a, bool b) const { return a != b; }
};
struct Not {
    OPSCOPE_DEVICE constexpr bool operator()(bool x) const { return !x; }
};

struct BitwiseAnd {
    template <typename T>
    OPSCOPE_DEVICE constexpr T operator()(T a, T b) const
    {
        return static_cast<T>(a & b);
    }
};
struct BitwiseOr {
    template <typename T>
    OPSCOPE_DEVICE constexpr T operator()(T a, T b) const
    {
        return static_cast<T>(a | b);
    }
};
struct BitwiseXor {
    template <typename T>
    OPSCOPE_DEVICE constexpr T operator()(T a, T b) const
    {
        return static_cast<T>(a ^ b);
    }
};
struct BitwiseNot {
    template <typename T>
    OPSCOPE_DEVICE constexpr T operator()(T x) const
    {
        return static_cast<T>(~x);
    }
};

/// Bits shifted out are lost; signed numbers keep their sign when shifted right.
struct ShiftLeft {
    template <typename T>
    OPSCOPE_DEVICE constexpr T operator()(T a, T b) const
    {
        const auto by = static_cast<std::uint64_t>(b);
        return by < 8 * sizeof(T) ? static_cast<T>(static_cast<std::uint64_t>(a) << by) : T(0);
    }
};
struct ShiftRight {
    template <typename T>
    OPSCOPE_DEVICE constexpr T operator()(T a, T b) const
    {
        const auto by = static_cast<std::uint64_t>(b);
        return static_cast<T>(by < 8 * sizeof(T) ? a >> by : (a < 0 ? -1 : 0));
    }
};

} // namespace engine::functors

// Rows of the operators; see engine/functors/elementwise.h.
#define OPSCOPE_COMPARISONS(ROW, VARIANT)                                                          \
    ROW(Equal, Comparable, "Equal")                                                                \
    ROW(Less, Number, "Less")                                                                      \
    ROW(LessOrEqual, Number, "LessOrEqual")                                                        \
    ROW(Greater, Number, "Greater")                                                                \
    ROW(GreaterOrEqual, Number, "GreaterOrEqual")                                                  \
    ROW(And, Bool, "And")                                                                          \
    ROW(Or, Bool, "Or")                                                                            \
    ROW(Xor, Bool, "Xor")                                                                          \
    ROW(BitwiseAnd, Integer, "BitwiseAnd")                                                         \
    ROW(BitwiseOr, Integer, "BitwiseOr")                                                           \
    ROW(BitwiseXor, Integer, "BitwiseXor")                                                         \
    ROW(ShiftLeft, Integer, "BitShift")                                                            \
    VARIANT(ShiftRight, Integer)
#define OPSCOPE_COMPLEMENTS(ROW)                                                                   \
    ROW(Not, Bool, "Not")                                                                          \
    ROW(BitwiseNot, Integer, "BitwiseNot")
