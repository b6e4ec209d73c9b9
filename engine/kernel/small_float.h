#pragma once

#include "engine/functors/device.h"
#include "model/element_type.h"

#include <bit>
#include <cstdint>

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

enum class Overflow {
    Saturate,
    Special
}; ///< values too large become the largest finite number, or infinity (NaN without one)
enum class RoundScale { Nearest, Up, Down }; ///< how a number becomes a power of two (E8M0)

/// Whether a type is one of the small floats that `encodeSmallFloat` knows: float16, bfloat16,
/// float8, float6, float4 kinds.
bool isSmallFloat(model::ElementType type);

/// The code of `value` in a small float type, to nearest even. NaN becomes the type's NaN, -0 where
/// it has none. Source: ONNX, "Float stored in 8 bits" and the Cast-24 tables; OCP Microscaling
/// Formats 1.0 for float6 and float4.
std::uint16_t encodeSmallFloat(
    double value, model::ElementType type, Overflow overflow, RoundScale scale = RoundScale::Up);

/// The number a code stands for; bits above the type's width are ignored.
float decodeSmallFloat(std::uint16_t code, model::ElementType type);

} // namespace engine

template <>
struct model::ElementTypeOf<engine::Float16> {
    static constexpr auto value = ElementType::Float16;
};
template <>
struct model::ElementTypeOf<engine::Bfloat16> {
    static constexpr auto value = ElementType::Bfloat16;
};
