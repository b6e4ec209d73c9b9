#pragma once

#include <cstdint>

// fp16 and bfloat16 for NVRTC, as in engine/kernel/small_float.h. fp16 is converted by an
// instruction of the device. bfloat16 is converted by shifts, rounding to nearest even, because
// older devices have no instruction for it.
namespace engine {

struct Float16 {
    std::uint16_t bits;

    Float16() = default;
    __device__ explicit Float16(float value)
    {
        asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    }
    __device__ explicit operator float() const
    {
        float value;
        asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
        return value;
    }
};

struct Bfloat16 {
    std::uint16_t bits;

    Bfloat16() = default;
    __device__ explicit Bfloat16(float value)
    {
        const auto whole = std::bit_cast<std::uint32_t>(value);
        const bool isNan = (whole & 0x7fffffffu) > 0x7f800000u;
        bits = static_cast<std::uint16_t>(
            isNan ? (whole >> 16) | 0x40u : (whole + 0x7fffu + ((whole >> 16) & 1u)) >> 16);
    }
    __device__ explicit operator float() const
    {
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
    }
};

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
__device__ inline Arithmetic<T> widen(T value)
{
    return static_cast<Arithmetic<T>>(value);
}

} // namespace engine
