#pragma once

#include "profiler/statistics/measurement.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace profiler {

/// Finds where the level of a series changes: E-Divisive of D. S. Matteson and N. A. James, "A
/// nonparametric approach for multiple change point analysis of multivariate data", Journal of the
/// American Statistical Association 109 (2014). D. Daly et al., "The use of change point detection
/// to identify software performance regressions in a continuous integration system", ICPE 2020,
/// use it for a build server.
///
/// The energy statistic of two parts X and Y with n and m values, for distances |a - b|:
///
///     E = 2/(nm) sum |Xi - Yj| - sum |Xi - Xk| / C(n,2) - sum |Yj - Yk| / C(m,2)
///     Q = nm/(n+m) E
///
/// It is 0 on average for parts of one distribution, and grows with any difference. The series is
/// split where Q is largest; Y may end before the series does, so that a short level is found
/// between two long ones. A split is kept if at most `probability` of random orders of the values
/// in each segment have a Q as large. Then the segments are split in the same way, until no split
/// is kept. In the end, splits whose levels differ by less than `smallestChange` are removed,
/// smallest first: a test on many values sees differences that nobody cares about.
struct ChangePointOptions {
    double probability = 0.01;
    std::uint32_t permutations = 199; ///< random orders per test
    std::size_t shortestSegment = 5; ///< values; later changes cannot be found
    double smallestChange = 0.02; ///< relative to the level before
    std::uint64_t seed = 1; ///< the same seed gives the same result
};

struct ChangePoint {
    std::size_t at = 0; ///< the first value of the new level
    /// Places that explain the change almost as well: those between its neighbours whose Q is at
    /// least 95 % of the largest. `at` is one of them.
    std::size_t first = 0;
    std::size_t last = 0;
    double before = 0; ///< median of the segment before
    double after = 0;
    /// Hodges and Lehmann's estimate of the change relative to the level before, with its 95 %
    /// interval.
    double ratio = 0;
    std::optional<Interval> interval; ///< nothing: too few values
    double p = 1; ///< share of random orders with a Q as large
};

/// Returns the changes of a series of positive values, such as times, in order. Works on their
/// logarithms, so that the same ratio counts the same at every level. Time grows with the square of
/// the length.
std::vector<ChangePoint> changePoints(
    std::span<const double> values, const ChangePointOptions& options = {});

/// The best split of a segment.
struct EnergySplit {
    std::size_t at = 0; ///< 0: the segment is too short for a split
    double statistic = 0; ///< Q
};
EnergySplit bestEnergySplit(std::span<const double> values, std::size_t shortestSegment);

} // namespace profiler
