#pragma once

#include "engine/functors/device.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

/// Arithmetic of tensor elements. Integers wrap around on overflow as in numpy, without undefined
/// behaviour. An integer divided by zero gives 0.
namespace engine::functors {

template <typename T>
OPSCOPE_DEVICE constexpr T wrappingAdd(T a, T b)
{
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
    else
        return a + b;
}

template <typename T>
OPSCOPE_DEVICE constexpr T wrappingSubtract(T a, T b)
{
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
    else
        return a - b;
}

template <typename T>
OPSCOPE_DEVICE constexpr T wrappingMultiply(T a, T b)
{
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
    else
        return a * b;
}

template <typename T>
OPSCOPE_DEVICE constexpr T wrappingNegate(T x)
{
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(0 - static_cast<std::uint64_t>(x));
    else
        return -x;
}

/// Converts a number to type T. Integers out of range wrap around. ONNX leaves open the result for
/// NaN and for real numbers out of range; here it is that of numpy and ONNX Runtime on x86. Types
/// up to int32 get the low bits of the smallest 32-bit integer, uint32, int64 and uint64 those of
/// the smallest 64-bit integer.
template <typename T, typename Wide>
OPSCOPE_DEVICE constexpr T toInteger(Wide value)
{
    if constexpr (std::is_floating_point_v<Wide>) {
        if constexpr (std::is_same_v<T, std::uint64_t>) {
            if (value >= 9223372036854775808.0 && value < 18446744073709551616.0)
                return static_cast<T>(value);
        }
        if constexpr (sizeof(T) < 4 || std::is_same_v<T, std::int32_t>) {
            if (!(value > -2147483649.0 && value < 2147483648.0))
                return static_cast<T>(std::numeric_limits<std::int32_t>::min());
        }
        if (!(value >= -9223372036854775808.0 && value < 9223372036854775808.0))
            return static_cast<T>(std::numeric_limits<std::int64_t>::min());
        return static_cast<T>(static_cast<std::int64_t>(value));
    } else {
        return static_cast<T>(value);
    }
}

/// Converts a real number to type S. Integer types get the truncated number, see toInteger.
template <typename S, typename Real>
OPSCOPE_DEVICE constexpr S narrowedTo(Real value)
{
    if constexpr (std::is_integral_v<S>)
        return toInteger<S>(value);
    else
        return static_cast<S>(value);
}

struct Plus {
    template <typename T>
    OPSCOPE_DEVICE constexpr T operator()(T a, T b) const
    {
        return wrappingAdd(a, b);
    }
};
struct Minus {
    template <typename T>
    OPSCOPE_DEVICE constexpr T operator()(T a, T b) const
    {
        return wrappingSubtract(a, b);
    }
};
struct Times {
    template <typename T>
    OPSCOPE_DEVICE constexpr T operator()(T a, T b) const
    {
        return wrappingMultiply(a, b);
    }
};

/// Quotient. Of integers it is rounded towards zero, and 0 if b is 0.
struct Quotient {
    template <typename T>
    OPSCOPE_DEVICE constexpr T operator()(T a, T b) const
    {
        if constexpr (std::is_integral_v<T>) {
            if (b == 0)
                return 0;
            if (std::is_signed_v<T> && b == static_cast<T>(-1))
                return wrappingNegate(a);
            return static_cast<T>(a / b);
        } else {
            return a / b;
        }
    }
};

/// Remainder of integers with the sign of the dividend; 0 if b is 0 or -1. Dividing the smallest
/// integer by -1 would trap on x86.
template <typename T>
OPSCOPE_DEVICE constexpr T truncatedRemainder(T a, T b)
{
    if (b == 0 || (std::is_signed_v<T> && b == static_cast<T>(-1)))
        return 0;
    return static_cast<T>(a % b);
}

/// Remainder with the sign of the divisor (fmod = 0).
struct FloorRemainder {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T a, T b) const
    {
        if constexpr (std::is_integral_v<T>) {
            const T rest = truncatedRemainder(a, b);
            return rest != 0 && ((rest < 0) != (b < 0)) ? static_cast<T>(rest + b) : rest;
        } else {
            const T rest = std::fmod(a, b);
            if (rest == T(0))
                return std::copysign(rest, b);
            return (rest < T(0)) != (b < T(0)) ? rest + b : rest;
        }
    }
};

/// Remainder with the sign of the dividend (fmod = 1).
struct TruncatedRemainder {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T a, T b) const
    {
        if constexpr (std::is_integral_v<T>)
            return truncatedRemainder(a, b);
        else
            return std::fmod(a, b);
    }
};

/// Converts a 64-bit integer to a double, rounded to odd: if bits are lost, the last kept bit is
/// set. Rounding the double to fewer than 42 bits gives the same result as rounding the integer.
template <typename T>
OPSCOPE_DEVICE constexpr double roundToOdd(T value)
{
    const bool isNegative = std::is_signed_v<T> && value < 0;
    auto magnitude = static_cast<std::uint64_t>(isNegative ? wrappingNegate(value) : value);
    constexpr std::uint64_t lost = (std::uint64_t(1) << 11) - 1;
    if (magnitude >> 53 != 0)
        magnitude = (magnitude & ~lost) | ((magnitude & lost) != 0 ? lost + 1 : 0);
    const auto number = static_cast<double>(magnitude);
    return isNegative ? -number : number;
}

template <typename T>
OPSCOPE_DEVICE constexpr T integerPower(T base, std::uint64_t exponent)
{
    auto square = static_cast<std::uint64_t>(base);
    std::uint64_t power = 1;
    for (; exponent > 0; exponent >>= 1) {
        if ((exponent & 1) != 0)
            power *= square;
        square *= square;
    }
    return static_cast<T>(power);
}

/// Truncates a power to an integer. CUDA's pow is up to two units in the last place off, so that
/// 9^0.5 may be just below 3. A result that close to an integer is that integer. Source: CUDA C++
/// Programming Guide, "Mathematical Functions". Host functions are exact for exact powers.
template <typename T>
OPSCOPE_DEVICE T truncatedPower(double power)
{
#ifdef __CUDA_ARCH__
    const double nearest = std::nearbyint(power);
    if (std::fabs(power - nearest) <= std::fabs(nearest) * 4.5e-16)
        power = nearest;
#endif
    return toInteger<T>(power);
}

/// Base to the power of the exponent, in the base's type. An integer to the power of a whole number
/// of at least 0 is exact and wraps around.
struct Power {
    template <typename T, typename E>
    OPSCOPE_DEVICE T operator()(T base, E exponent) const
    {
        if constexpr (std::is_integral_v<T>) {
            if constexpr (std::is_integral_v<E>) {
                if (exponent >= 0)
                    return integerPower(base, static_cast<std::uint64_t>(exponent));
            } else if (exponent >= 0 && exponent < E(9e18) && exponent == std::floor(exponent)) {
                return integerPower(base, static_cast<std::uint64_t>(exponent));
            }
        }
        const double power = std::pow(static_cast<double>(base), static_cast<double>(exponent));
        if constexpr (std::is_integral_v<T>)
            return truncatedPower<T>(power);
        else
            return static_cast<T>(power);
    }
};

/// Maximum; NaN if an operand is NaN, as in numpy.
struct Larger {
    template <typename T>
    OPSCOPE_DEVICE constexpr T operator()(T a, T b) const
    {
        if (a != a || b != b)
            return a != a ? a : b;
        return a < b ? b : a;
    }
};
/// Minimum; NaN if an operand is NaN, as in numpy.
struct Smaller {
    template <typename T>
    OPSCOPE_DEVICE constexpr T operator()(T a, T b) const
    {
        if (a != a || b != b)
            return a != a ? a : b;
        return b < a ? b : a;
    }
};

} // namespace engine::functors

// Rows of the operators; see engine/functors/elementwise.h.
#define OPSCOPE_ARITHMETIC(ROW, VARIANT)                                                           \
    ROW(Plus, Number, "Add")                                                                       \
    ROW(Minus, Number, "Sub")                                                                      \
    ROW(Times, Number, "Mul")                                                                      \
    ROW(Quotient, Number, "Div")                                                                   \
    ROW(FloorRemainder, Number, "Mod")                                                             \
    VARIANT(TruncatedRemainder, Number)
