#include "layout/layered/rows.h"

#include <algorithm>
#include <cmath>

namespace layout {

std::uint32_t boxesPerRow(std::size_t boxes)
{
    constexpr double fewest = 8;
    constexpr double boxShape = 0.5; // a box with its gaps is about twice as wide as high
    return static_cast<std::uint32_t>(
        std::max(fewest, std::ceil(std::sqrt(double(boxes)) * boxShape)));
}

Rows groupByKey(std::span<const std::uint32_t> keys, std::size_t rowCount)
{
    Rows rows;
    rows.start.assign(rowCount + 1, 0);
    rows.items.resize(keys.size());
    for (const auto key : keys)
        ++rows.start[key + 1];
    for (std::size_t r = 0; r < rowCount; ++r)
        rows.start[r + 1] += rows.start[r];
    std::vector<std::uint32_t> next(rows.start.begin(), rows.start.end() - 1);
    for (std::size_t i = 0; i < keys.size(); ++i)
        rows.items[next[keys[i]]++] = static_cast<std::uint32_t>(i);
    return rows;
}

}
