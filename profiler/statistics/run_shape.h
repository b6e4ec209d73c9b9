#pragma once

#include "profiler/statistics/level_shift.h"
#include "profiler/tables/profile.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace profiler {

/// Runs at two levels, with next to none between them: the median is that of one level only, or of
/// neither.
struct TwoLevels {
    double low = 0; ///< medians
    double high = 0;
    double shareHigh = 0; ///< of the runs, 0..1
};

/// Runs that become slower or faster bit by bit.
struct Drift {
    double first = 0; ///< median of the first quarter
    double last = 0;
    double tau = 0; ///< Kendall's, of medians of blocks with their order, 0..1
};

/// What a median with its interval does not tell of times in order.
struct RunShape {
    std::optional<LevelShift> shift;
    std::optional<Drift> drift;
    std::optional<TwoLevels> levels;
    /// Of 6 to 35 runs: they depend on the ones before them (rank_statistics.h, isInDisorder), by
    /// drift or by correlation, which so few do not tell apart.
    bool isInOrder = false;
    double spread = 0; ///< median distance from the median, of the median
};

/// Of positive times in order of time.
///
/// Two levels: the values fall into two parts of at least 15 % each, the medians of which are over
/// 5 % apart, and the middle third between these medians is nearly free: it has so few values as a
/// distribution of one peak, which has at least 12 % there, leaves it in less than one case in a
/// hundred. That takes about 50 runs.
///
/// Drift: of the medians of 12 blocks of neighbours four pairs in five are in one order (Kendall's
/// tau of 0.6: 5 of 1000 series without a drift), and the last quarter differs from the first by
/// over 3 %. At least 36 runs.
RunShape runShapeOf(std::span<const double> inOrder);

/// What is said of it, the clearest only; empty if nothing is. `numbers` are what the runs are
/// called, in the same order.
std::string shapeText(const RunShape& shape, std::span<const std::uint32_t> numbers);

/// Statistics::remarks: the shape of the runs that the wall is of, and an end before all were done.
std::vector<std::string> runRemarks(const Profile& profile);

} // namespace profiler
