#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace profiler {

/// Stable sort of what consists of a few ascending pieces, as records of several tracks or kinds
/// do: the pieces are found, then neighbours are merged until one is left. Linear when sorted
/// already, n·log(pieces) else; a general sort does not make use of the order that is there.
template <typename T, typename Less>
void mergePieces(std::span<T> items, Less less)
{
    std::vector<std::size_t> ends; // of the pieces
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
