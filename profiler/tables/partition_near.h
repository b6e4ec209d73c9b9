#pragma once

#include <algorithm>
#include <cstddef>

namespace profiler {

/// The first number of `[first, last)` for which `isBefore` is false, as std::partition_point; it
/// is expected about `near` numbers behind `first`. The search begins there and its steps double,
/// so that a picture which asks once per pixel reads memory that lies together.
template <typename IsBefore>
std::size_t partitionNear(std::size_t first, std::size_t last, std::size_t near, IsBefore isBefore)
{
    // Invariant: all before `low` are, nothing from `high` on is.
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
