#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace layout {

/// Lists in compressed rows. The items of row r are items[start[r] .. start[r + 1]).
struct Rows {
    std::vector<std::uint32_t> start;
    std::vector<std::uint32_t> items;

    std::span<const std::uint32_t> row(std::size_t index) const
    {
        return std::span(items).subspan(start[index], start[index + 1] - start[index]);
    }
    std::span<std::uint32_t> row(std::size_t index)
    {
        return std::span(items).subspan(start[index], start[index + 1] - start[index]);
    }
    std::size_t count() const { return start.empty() ? 0 : start.size() - 1; }
};

/// Returns how many boxes to place side by side, so that rows of them form a block about as high as
/// it is wide.
std::uint32_t boxesPerRow(std::size_t boxes);

/// Returns rows in which row k has the indices i with keys[i] == k, ascending.
Rows groupByKey(std::span<const std::uint32_t> keys, std::size_t rowCount);

}
