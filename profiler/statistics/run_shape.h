#pragma once

#include "model/support/text.h"
#include "profiler/statistics/level_shift.h"
#include "profiler/tables/profile.h"

#include <optional>
#include <span>
#include <vector>

namespace profiler {

/// Runs at two levels, with almost none between them. The median stands for one level only, or for
/// neither.
struct TwoLevels {
    double low = 0; ///< median of each level
    double high = 0;
    double shareHigh = 0; ///< share of the runs, 0..1
};

/// Runs that gradually become slower or faster.
struct Drift {
    double first = 0; ///< median of the first quarter
    double last = 0;
    double tau = 0; ///< absolute value of Kendall's tau of block medians and their order, 0..1
};

/// Properties of run times in order that the median and its interval do not show.
struct RunShape {
    std::optional<LevelShift> shift;
    std::optional<Drift> drift;
    std::optional<TwoLevels> levels;
    /// For 6 to 35 runs: they depend on earlier ones (looksIndependent in rank_statistics.h), by
    /// drift or by correlation. So few runs do not distinguish the two.
    bool isInOrder = false;
    double spread = 0; ///< median absolute deviation, divided by the median
};

/// Analyses positive times in order of time.
///
/// Two levels: the values form two parts of at least 15 % each, whose medians are over 5 % apart,
/// and the middle third between these medians is nearly empty. "Nearly empty": a distribution with
/// one peak has at least 12 % of its values there, and would leave so few in less than one case in
/// a hundred. That takes about 50 runs.
///
/// Drift: of the pairs of medians of 12 blocks of neighbours, at least four in five are in one
/// order (Kendall's tau of 0.6; 5 of 1000 series without drift reach it), and the last quarter
/// differs from the first by over 3 %. Needs at least 36 runs.
RunShape runShapeOf(std::span<const double> inOrder);

/// Returns a sentence about the clearest property; empty if there is none. `numbers` are the
/// displayed run numbers in the same order.
support::Sentence shapeText(const RunShape& shape, std::span<const std::uint32_t> numbers);

/// Shape of some runs of a profile (indices into Profile::runs), with its sentence.
struct DescribedShape {
    RunShape shape;
    support::Sentence text;
};
DescribedShape shapeOfRuns(const Profile& profile, std::span<const std::uint32_t> runs);

/// Returns Statistics::remarks: about the shape of the runs that give the wall time, and about an
/// end before all runs were done.
std::vector<support::Sentence> runRemarks(const Profile& profile);

} // namespace profiler
