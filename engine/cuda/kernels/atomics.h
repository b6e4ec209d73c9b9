#pragma once

#include "engine/cuda/launch.h"

#include <bit>
#include <cstdint>
#include <type_traits>

/// Atomic updates of one memory location by several threads. The order of the updates is undefined,
/// so they may only be used if the result does not depend on it (sums of integers, maximum,
/// minimum).
namespace engine::cuda {

template <std::size_t Bytes>
using BitsOf = std::conditional_t<Bytes == 8, unsigned long long,
    std::conditional_t<Bytes == 4, std::uint32_t,
        std::conditional_t<Bytes == 2, std::uint16_t, std::uint8_t>>>;

#ifdef __CUDACC__

/// Updates an element narrower than 32 bits by compare-and-swap of the 32-bit word that contains
/// it: the device has no narrower one.
template <typename T, typename Change>
OPSCOPE_KERNEL void atomicUpdateInWord(T* place, const Change& change)
{
    using Bits = BitsOf<sizeof(T)>;
    const auto address = reinterpret_cast<std::uintptr_t>(place);
    auto* const word = reinterpret_cast<std::uint32_t*>(address & ~std::uintptr_t(3));
    const auto shift = static_cast<std::uint32_t>(address & 3) * 8;
    const std::uint32_t mask = ((1u << (8 * sizeof(T))) - 1u) << shift;
    std::uint32_t old = *word;
    for (;;) {
        const T value = change(std::bit_cast<T>(static_cast<Bits>(old >> shift)));
        const std::uint32_t next
            = (old & ~mask) | (static_cast<std::uint32_t>(std::bit_cast<Bits>(value)) << shift);
        if (next == old)
            return;
        const std::uint32_t seen = atomicCAS(word, old, next);
        if (seen == old)
            return;
        old = seen;
    }
}

#endif

/// Applies `change` to `*place` in one atomic step.
template <typename T, typename Change>
OPSCOPE_KERNEL void atomicUpdate(T* place, const Change& change)
{
#ifdef __CUDACC__
    if constexpr (sizeof(T) < 4) {
        atomicUpdateInWord(place, change);
    } else {
        using Bits = BitsOf<sizeof(T)>;
        auto* const word = reinterpret_cast<Bits*>(place);
        Bits old = *word;
        for (;;) {
            const Bits next = std::bit_cast<Bits>(change(std::bit_cast<T>(old)));
            if (next == old)
                return;
            const Bits seen = atomicCAS(word, old, next);
            if (seen == old)
                return;
            old = seen;
        }
    }
#else
    *place = change(*place);
#endif
}

} // namespace engine::cuda
