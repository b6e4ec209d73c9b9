#pragma once

#include <algorithm>
#include <cstddef>

namespace profiler {

/// Returns the first number of `[first, last)` for which `isBefore` is false, like
/// std::partition_point. The result is expected about `near` numbers after `first`. The search
/// starts there and doubles its step, so a drawing that searches once per pixel reads neighbouring
/// memory.
template <typename IsBefore>
std::size_t partitionNear(std::size_t first, std::size_t last, std::size_t near, IsBefore isBefore)
{
    // Invariant: `isBefore` is true for all numbers below `low` and false from `high` on.
    auto low = first;
    auto high = last;
    auto step = std::max<std::size_t>(1, near / 8);
    auto probe = first + near;
    while (probe >= low && probe < high) {
        if (isBefore(probe)) {
            low = probe + 1;
            probe = low + step;
        } else {
            high = probe;
            if (probe < low + step)
                break;
            probe -= step;
        }
        step *= 2;
    }
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        if (isBefore(middle))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

} // namespace profiler
