#pragma once

#include "engine/small_float.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace engine {

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

/// Integers out of range wrap; numbers that are none, or too large for any integer, become what x86
/// gives for 32 and 64 bits.
template <typename T, typename Wide>
T toInteger(Wide value)
{
    if constexpr (std::is_floating_point_v<Wide>) {
        if constexpr (std::is_same_v<T, std::uint64_t>) {
            if (value >= 9223372036854775808.0 && value < 18446744073709551616.0)
                return static_cast<T>(value);
        }
        if constexpr (std::is_same_v<T, std::int32_t>) {
            if (!(value > -2147483649.0 && value < 2147483648.0))
                return std::numeric_limits<std::int32_t>::min();
        }
        if (!(value >= -9223372036854775808.0 && value < 9223372036854775808.0))
            return static_cast<T>(std::numeric_limits<std::int64_t>::min());
        return static_cast<T>(static_cast<std::int64_t>(value));
    } else {
        return static_cast<T>(value);
    }
}

/// Blocks of `block` >= 1 elements that `size` elements fill, the last one perhaps in part; for any
/// numbers.
constexpr std::int64_t blockCount(std::int64_t size, std::int64_t block)
{
    return size / block + (size % block != 0 ? 1 : 0);
}

} // namespace engine
