#pragma once

#include "engine/functors/device.h"

#include <bit>
#include <cstdint>

/// fp16 and bfloat16 on the CPU, in kernels of the device, and in chains that NVRTC compiles: it
/// has only the headers of cmake/OpscopeEmbed.cmake, so nothing else is included here.
namespace engine {

/// IEEE binary16 from a float, to nearest even.
OPSCOPE_DEVICE inline std::uint16_t halfBits(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = (bits >> 16) & 0x8000u;
    std::uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u)
        return static_cast<std::uint16_t>(sign | 0x7e00u);
    if (magnitude >= 0x47800000u)
        return static_cast<std::uint16_t>(sign | 0x7c00u);
    if (magnitude < 0x38800000u) {
        // The addition of 0.5 lets the float unit shift and round the subnormal.
        constexpr std::uint32_t half = 126u << 23;
        const float shifted = std::bit_cast<float>(magnitude) + std::bit_cast<float>(half);
        return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - half));
    }
    const std::uint32_t odd = (magnitude >> 13) & 1u;
    magnitude += 0xc8000fffu + odd; // exponent bias 127 -> 15, and half of the last place
    return static_cast<std::uint16_t>(sign | (magnitude >> 13));
}

OPSCOPE_DEVICE inline float halfValue(std::uint16_t bits)
{
    const std::uint32_t sign = (bits & 0x8000u) << 16;
    std::uint32_t magnitude = (bits & 0x7fffu) << 13;
    const std::uint32_t exponent = magnitude & 0x0f800000u;
    magnitude += 112u << 23;
    if (exponent == 0x0f800000u)
        magnitude += 112u << 23;
    if (exponent == 0) {
        constexpr std::uint32_t smallest = 113u << 23;
        magnitude = std::bit_cast<std::uint32_t>(
            std::bit_cast<float>(magnitude + (1u << 23)) - std::bit_cast<float>(smallest));
    }
    return std::bit_cast<float>(magnitude | sign);
}

OPSCOPE_DEVICE inline std::uint16_t bfloatBits(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return static_cast<std::uint16_t>((bits >> 16) | 0x40u);
    return static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

/// Storage of one fp16 element; arithmetic is done in float and rounded once.
struct Float16 {
    std::uint16_t bits;

    Float16() = default;
    OPSCOPE_DEVICE explicit Float16(float value)
        : bits(halfBits(value))
    {
    }
    OPSCOPE_DEVICE explicit operator float() const { return halfValue(bits); }
};

/// Storage of one bfloat16 element.
struct Bfloat16 {
    std::uint16_t bits;

    Bfloat16() = default;
    OPSCOPE_DEVICE explicit Bfloat16(float value)
        : bits(bfloatBits(value))
    {
    }
    OPSCOPE_DEVICE explicit operator float() const
    {
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
    }
};

/// The type arithmetic on T is done in: float for fp16 and bfloat16, T itself otherwise.
template <typename T>
struct ArithmeticOf {
    using Type = T;
};
template <>
struct ArithmeticOf<Float16> {
    using Type = float;
};
template <>
struct ArithmeticOf<Bfloat16> {
    using Type = float;
};
template <typename T>
using Arithmetic = typename ArithmeticOf<T>::Type;

template <typename T>
OPSCOPE_DEVICE inline Arithmetic<T> widen(T value)
{
    return static_cast<Arithmetic<T>>(value);
}

} // namespace engine
