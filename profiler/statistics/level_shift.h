#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace profiler {

/// Values that from some place on stay at another level: a clock that changed.
struct LevelShift {
    std::size_t at = 0; ///< the first value of the new level, to within a block
    double before = 0; ///< median
    double after = 0;

    double relative() const { return after / before - 1; } ///< 0.12 = 12 % more
};

/// The clearest shift of positive values in order of time, from medians of 16 blocks of
/// neighbours, of which each level has at least four: every block of one level lies beyond every
/// block of the other (of independent values without a shift, 4 in 1000 series do), the free space
/// between them is over a third of the shift (a slow drift has none) and the medians differ by over
/// 3 %. Nothing below 32 values. Single slow runs do not move medians.
std::optional<LevelShift> levelShiftOf(std::span<const double> inOrder);

} // namespace profiler
