#pragma once

#include "engine/cuda/launch.h"

#include <bit>
#include <cstdint>
#include <type_traits>

/// Changes of one place by several threads at once, in no order: only for what gives the same
/// result in any (integers, the largest, the smallest).
namespace engine::cuda {

template <std::size_t Bytes>
using BitsOf = std::conditional_t<Bytes == 8, unsigned long long,
    std::conditional_t<Bytes == 4, std::uint32_t,
        std::conditional_t<Bytes == 2, std::uint16_t, std::uint8_t>>>;

#ifdef __CUDACC__

/// For types narrower than what the device can compare and swap: the word that holds the element.
template <typename T, typename Change>
OPSCOPE_KERNEL void changeWithinWord(T* place, const Change& change)
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

/// *place = change(*place), whole.
template <typename T, typename Change>
OPSCOPE_KERNEL void changeAtomically(T* place, const Change& change)
{
#ifdef __CUDACC__
    if constexpr (sizeof(T) < 4) {
        changeWithinWord(place, change);
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

/// The counter's value, which goes up by one: a number that nobody else gets.
OPSCOPE_KERNEL inline int takeNumber(int* counter)
{
#ifdef __CUDACC__
    return atomicAdd(counter, 1);
#else
    return (*counter)++;
#endif
}

} // namespace engine::cuda
