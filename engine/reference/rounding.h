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

/// A weighted sum as an element: integers take the nearest value (to even), kept within their
/// range.
template <typename T>
T roundedTo(double value)
{
    if constexpr (std::is_integral_v<T>) {
        if (std::isnan(value))
            return T(0);
        // 2^63 and 2^64 are no values of their types, though the limits become them as double.
        const double rounded = std::nearbyint(value);
        if (rounded >= static_cast<double>(std::numeric_limits<T>::max()))
            return std::numeric_limits<T>::max();
        return static_cast<T>(
            std::max(rounded, static_cast<double>(std::numeric_limits<T>::min())));
    } else {
        return static_cast<T>(static_cast<Arithmetic<T>>(value));
    }
}

/// Blocks of `block` >= 1 elements that `size` elements fill, the last one perhaps in part; for any
/// numbers.
constexpr std::int64_t blockCount(std::int64_t size, std::int64_t block)
{
    return size / block + (size % block != 0 ? 1 : 0);
}

} // namespace engine
