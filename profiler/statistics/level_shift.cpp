#include "profiler/statistics/level_shift.h"

#include "profiler/statistics/rank_statistics.h"

#include <algorithm>
#include <cmath>

namespace profiler {
namespace {

constexpr std::size_t blockCount = 16;
constexpr std::size_t fewestBlocks = 4; // per level
constexpr double minShift = 0.03;
constexpr double minGap = 1.0 / 3; // relative to the shift

} // namespace

std::optional<LevelShift> levelShiftOf(std::span<const double> inOrder)
{
    if (inOrder.size() < 2 * blockCount)
        return {};
    const auto blocks = blockMedians(inOrder, blockCount);
    double widest = 0;
    std::size_t place = 0;
    for (std::size_t i = fewestBlocks; i + fewestBlocks <= blockCount; ++i) {
        const auto middle = blocks.begin() + static_cast<std::ptrdiff_t>(i);
        const auto [minBefore, maxBefore] = std::minmax_element(blocks.begin(), middle);
        const auto [minAfter, maxAfter] = std::minmax_element(middle, blocks.end());
        const auto gap = std::max(*minAfter - *maxBefore, *minBefore - *maxAfter);
        if (gap > widest) {
            widest = gap;
            place = i;
        }
    }
    if (place == 0)
        return {};
    LevelShift shift;
    shift.at = inOrder.size() * place / blockCount;
    shift.before = medianOf(inOrder.first(shift.at));
    shift.after = medianOf(inOrder.subspan(shift.at));
    const auto difference = std::abs(shift.after - shift.before);
    if (shift.before <= 0 || difference <= minShift * shift.before || widest <= minGap * difference)
        return {};
    return shift;
}

} // namespace profiler
