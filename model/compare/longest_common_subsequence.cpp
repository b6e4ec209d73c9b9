#include "model/compare/longest_common_subsequence.h"

#include <algorithm>

namespace model {

namespace {

using Places = std::vector<std::pair<std::size_t, std::size_t>>;
using Keys = std::span<const std::uint64_t>;

/// Fills a table with the length of the longest subsequence from each pair of positions on, then
/// follows it.
void addMiddle(Keys a, Keys b, std::size_t offset, Places& places)
{
    const auto columns = b.size() + 1;
    std::vector<std::uint32_t> length((a.size() + 1) * columns, 0);
    for (std::size_t i = a.size(); i-- > 0;)
        for (std::size_t j = b.size(); j-- > 0;)
            length[i * columns + j] = a[i] == b[j]
                ? length[(i + 1) * columns + j + 1] + 1
                : std::max(length[(i + 1) * columns + j], length[i * columns + j + 1]);
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i] == b[j])
            places.emplace_back(offset + i++, offset + j++);
        else if (length[(i + 1) * columns + j] >= length[i * columns + j + 1])
            ++i;
        else
            ++j;
    }
}

} // namespace

Places longestCommonSubsequence(Keys a, Keys b, std::size_t maxCells)
{
    Places places;
    const auto shorter = std::min(a.size(), b.size());
    std::size_t begin = 0;
    while (begin < shorter && a[begin] == b[begin]) {
        places.emplace_back(begin, begin);
        ++begin;
    }
    std::size_t end = 0;
    while (end < shorter - begin && a[a.size() - 1 - end] == b[b.size() - 1 - end])
        ++end;
    const auto middleA = a.subspan(begin, a.size() - begin - end);
    const auto middleB = b.subspan(begin, b.size() - begin - end);
    if (!middleA.empty() && !middleB.empty() && middleB.size() <= maxCells / middleA.size())
        addMiddle(middleA, middleB, begin, places);
    for (; end > 0; --end)
        places.emplace_back(a.size() - end, b.size() - end);
    return places;
}

} // namespace model
