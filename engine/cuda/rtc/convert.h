#pragma once

#include "engine/functors/arithmetic.h"
#include "engine/kernel/half_floats.h"

// Cast of one number. Source: ONNX Cast-25.
namespace engine::cuda {

/// Rounds to odd: an inexact result gets an odd last bit, so that a second rounding to a narrower
/// type is right.
OPSCOPE_DEVICE inline float oddFloat(double value)
{
    const auto near = static_cast<float>(value);
    const auto back = static_cast<double>(near);
    const auto bits = std::bit_cast<std::uint32_t>(near);
    const bool isExact = back == value || value != value || (bits & 0x7fffffffu) >= 0x7f800000u;
    if (isExact || (bits & 1u) != 0)
        return near;
    const bool isTooLarge = (back < 0 ? -back : back) > (value < 0 ? -value : value);
    return std::bit_cast<float>(isTooLarge ? bits - 1 : bits + 1);
}

/// Converts to a double so that every later rounding to a narrower type is right.
template <typename Wide>
OPSCOPE_DEVICE inline double exactly(Wide x)
{
    if constexpr (std::is_integral_v<Wide> && sizeof(Wide) == 8)
        return functors::roundToOdd(x);
    else
        return static_cast<double>(x);
}

/// Converts `x`, which has the type of arithmetic: float for fp16 and bfloat16.
template <typename To, typename Wide>
OPSCOPE_DEVICE inline To convert(Wide x)
{
    if constexpr (std::is_same_v<To, bool>)
        return x != 0;
    else if constexpr (std::is_integral_v<To>)
        return functors::toInteger<To>(x);
    else if constexpr (std::is_same_v<To, Float16> || std::is_same_v<To, Bfloat16>) {
        if constexpr (std::is_same_v<Wide, float>)
            return To(x);
        else
            return To(oddFloat(exactly(x)));
    } else {
        return static_cast<To>(x);
    }
}

} // namespace engine::cuda
