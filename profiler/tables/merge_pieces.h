#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace profiler {

/// Sorts items stably that consist of a few ascending pieces, like records of several tracks or
/// kinds. Finds the pieces, then merges neighbours until one is left. Linear if already sorted,
/// otherwise n·log(pieces). A general sort would not use the existing order.
template <typename T, typename Less>
void mergePieces(std::span<T> items, Less less)
{
    std::vector<std::size_t> ends; // end of each piece
    for (std::size_t i = 1; i < items.size(); ++i)
        if (less(items[i], items[i - 1]))
            ends.push_back(i);
    ends.push_back(items.size());
    while (ends.size() > 1) {
        std::vector<std::size_t> merged;
        std::size_t start = 0;
        for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
            std::inplace_merge(items.begin() + static_cast<std::ptrdiff_t>(start),
                items.begin() + static_cast<std::ptrdiff_t>(ends[i]),
                items.begin() + static_cast<std::ptrdiff_t>(ends[i + 1]), less);
            merged.push_back(ends[i + 1]);
            start = ends[i + 1];
        }
        if (ends.size() % 2 == 1)
            merged.push_back(ends.back());
        ends = std::move(merged);
    }
}

} // namespace profiler
