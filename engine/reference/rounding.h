#pragma once

#include "engine/functors/arithmetic.h"
#include "engine/kernel/small_float.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace engine {

using functors::toInteger;

/// Converts a weighted sum to an element. Integers are rounded to nearest, halves to even, and
/// clamped to their range; NaN becomes 0.
template <typename T>
T roundedTo(double value)
{
    if constexpr (std::is_integral_v<T>) {
        if (std::isnan(value))
            return T(0);
        // As double, the limits of 64-bit types are 2^63 and 2^64, which these types cannot hold.
        const double rounded = std::nearbyint(value);
        if (rounded >= static_cast<double>(std::numeric_limits<T>::max()))
            return std::numeric_limits<T>::max();
        return static_cast<T>(
            std::max(rounded, static_cast<double>(std::numeric_limits<T>::min())));
    } else {
        return static_cast<T>(static_cast<Arithmetic<T>>(value));
    }
}

/// Returns the number of blocks of `block` >= 1 elements that cover `size` elements, without
/// overflow. The last block may be partial.
constexpr std::int64_t blockCount(std::int64_t size, std::int64_t block)
{
    return size / block + (size % block != 0 ? 1 : 0);
}

} // namespace engine
