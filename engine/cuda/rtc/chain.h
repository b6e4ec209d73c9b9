#pragma once

// Functions for generated kernels (engine/cuda/chain_source.h). NVRTC compiles them with the
// headers that are built into the module, the compiler of the tests with the system's headers.

#ifdef __CUDACC_RTC__
#include <type_traits>
#else
#define __global__
#define __launch_bounds__(threads)
#define __device__
struct OneAxis {
    unsigned int x = 0;
};
inline thread_local OneAxis blockIdx;
inline thread_local OneAxis threadIdx;
inline thread_local OneAxis gridDim;
#endif

#include "engine/cuda/rtc/chain_arguments.h"
#include "engine/cuda/rtc/convert.h"
#include "engine/functors/activation.h"
#include "engine/functors/arithmetic.h"
#include "engine/functors/comparison.h"
#include "engine/functors/unary.h"
#include "engine/kernel/half_floats.h"

namespace engine::cuda {

/// The limits of Clip. NaN is kept.
struct AtLeast {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x, T limit) const
    {
        return x < limit ? limit : x;
    }
};
struct AtMost {
    template <typename T>
    OPSCOPE_DEVICE T operator()(T x, T limit) const
    {
        return x > limit ? limit : x;
    }
};

/// Returns the number whose bits in type `T` are `bits`.
template <typename T>
OPSCOPE_DEVICE inline Arithmetic<T> constantOf(std::uint64_t bits)
{
    if constexpr (std::is_same_v<T, bool>)
        return (bits & 0xffu) != 0;
    else if constexpr (sizeof(T) == 1)
        return static_cast<T>(static_cast<std::uint8_t>(bits));
    else if constexpr (sizeof(T) == 2)
        return widen(std::bit_cast<T>(static_cast<std::uint16_t>(bits)));
    else if constexpr (sizeof(T) == 4)
        return std::bit_cast<T>(static_cast<std::uint32_t>(bits));
    else
        return std::bit_cast<T>(bits);
}

/// Rounds `value` to type `T` and widens it again, as a store to memory and a load would.
template <typename T, typename Wide>
OPSCOPE_DEVICE inline Arithmetic<T> rounded(Wide value)
{
    return widen(static_cast<T>(value));
}

template <typename T, int width>
struct alignas(sizeof(T) * width) Pack {
    T v[width];
};

/// Loads `n` elements beginning at element `at`. Uses one load of `width` elements if `isWide` and
/// `n` is `width`.
template <typename T, int width, typename Index>
OPSCOPE_DEVICE inline Pack<T, width> load(const void* memory, Index at, Index n, bool isWide)
{
    const T* const from = static_cast<const T*>(memory) + at;
    if (isWide && n == width)
        return *reinterpret_cast<const Pack<T, width>*>(from);
    Pack<T, width> pack {};
    for (int k = 0; k < width; ++k) {
        if (k < static_cast<int>(n))
            pack.v[k] = from[k];
    }
    return pack;
}

template <typename T, int width, typename Index>
OPSCOPE_DEVICE inline void store(
    void* memory, Index at, Index n, bool isWide, const Pack<T, width>& pack)
{
    T* const to = static_cast<T*>(memory) + at;
    if (isWide && n == width) {
        *reinterpret_cast<Pack<T, width>*>(to) = pack;
        return;
    }
    for (int k = 0; k < width; ++k) {
        if (k < static_cast<int>(n))
            to[k] = pack.v[k];
    }
}

template <typename T>
OPSCOPE_DEVICE inline Arithmetic<T> loadOne(const void* memory, long long at)
{
    return widen(static_cast<const T*>(memory)[at]);
}

/// Divides `rest` by the size of `axis`: returns the quotient and sets `position` to the remainder.
OPSCOPE_DEVICE inline unsigned int above(
    const ChainArguments& arguments, int axis, unsigned int rest, unsigned int& position)
{
    const ChainDivider& divider = arguments.dividers[axis];
    const auto high = static_cast<unsigned int>(
        (static_cast<unsigned long long>(rest) * divider.multiplier) >> 32);
    const unsigned int up = (high + rest) >> divider.shift;
    position = rest - up * divider.size;
    return up;
}
OPSCOPE_DEVICE inline unsigned long long above(const ChainArguments& arguments, int axis,
    unsigned long long rest, unsigned long long& position)
{
    const auto size = static_cast<unsigned long long>(arguments.sizes[axis]);
    const unsigned long long up = rest / size;
    position = rest - up * size;
    return up;
}

} // namespace engine::cuda
