#pragma once

#include "profiler/statistics/measurement.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace profiler {

/// Rank statistics. They need no normal distribution and are robust against single slow runs.
/// Intervals are 95 % and exact for independent values.

/// Returns the interpolated percentile (type 7) of sorted values, `fraction` in 0..1; 0 without
/// values.
double percentile(std::span<const double> sorted, double fraction);
/// Returns percentiles of unsorted values at ascending `fractions`. Selects instead of sorting,
/// which changes the order of `values`. Linear in their number.
std::vector<double> percentilesIn(std::span<double> values, std::span<const double> fractions);
double medianIn(std::span<double> values);
double medianOf(std::span<const double> values);

/// Returns the interval of the median from order statistics, with equal tails. Nothing for fewer
/// than 6 values, where no interval reaches 95 %. It always contains the median of the values.
///
/// If whole ranks give a coverage of 95 to 97 %, both ends are values, and the coverage holds for
/// every distribution. For some numbers of values (7, 8, 10, 25, …) the narrowest such interval
/// covers up to 99 %. There each end lies between two neighbouring values, by the interpolation of
/// T. P. Hettmansperger and S. J. Sheather, "Confidence intervals based on interpolated order
/// statistics", Statistics & Probability Letters 4 (1986). It covers 94 to 96 % for continuous
/// distributions. An exception are values at two equally frequent levels with nothing between them,
/// where every value between the levels is a median: the coverage may go down to 87 %.
std::optional<Interval> medianInterval(std::span<const double> values);
/// Returns the coverage of the interval by whole ranks of so many independent values, for any
/// distribution: 1 - 2 P(X < rank), X binomial with 1/2. For 6 to 20 values it is 0.951 (17) to
/// 0.992 (8). Above 0.97 medianInterval is narrower than that.
double medianCoverage(std::size_t values);

/// Returns the medians of `blocks` groups of neighbours, as equal in size as possible.
std::vector<double> blockMedians(std::span<const double> inOrder, std::size_t blocks);

/// Returns the interval of the median of values in order of time that may depend on earlier ones.
/// It is the medianInterval of the medians of 6 to 20 blocks of at least three neighbours. Fewer
/// than 20 values are too few for blocks; then it is the interval of the single values, which is
/// too narrow if they depend on each other (looksIndependent). Nothing for fewer than 6.
///
/// Blocks have odd sizes: the median of an odd number of values lies above and below that of the
/// population equally often. For an even number, the mean of the two middle values does not. The
/// number of blocks is the possible one whose coverage by whole ranks is nearest to 95 %. `median`
/// is that of the values. It may lie outside the interval of the blocks; then the interval is
/// extended to it.
std::optional<Interval> medianIntervalOfBlocks(std::span<const double> inOrder, double median);

/// True if values in order look independent of earlier ones. False if each is nearer to the one
/// before it than in 99 of 100 random series, by the ratio of von Neumann of their ranks with a
/// normal approximation (R. Bartels, "The rank version of von Neumann's ratio test for randomness",
/// Journal of the American Statistical Association 77, 1982). Drift and correlation both make the
/// ratio small. True for fewer than 6 values.
bool looksIndependent(std::span<const double> inOrder);

/// Returns the largest w with P(W <= w) <= 0.025 for the signed rank statistic of n values, by
/// counting all sign patterns. Above 60 values uses the normal approximation. Nothing for fewer
/// than 6.
std::optional<std::size_t> signedRankCritical(std::size_t n);

/// Wilcoxon's signed rank test. Returns the two-sided probability of differences at least as
/// asymmetric if their signs were random. Zeros are left out, ties share their ranks. Exact up to
/// 60 differences, a normal approximation above; 1 without any difference.
double signedRankP(std::span<const double> differences);

/// Benjamini and Hochberg's procedure. Returns for each test, in order, the smallest false
/// discovery rate at which it would be a discovery. Rejecting all tests up to 0.05 keeps that rate
/// below 5 %.
std::vector<double> adjustedForFalseDiscoveries(std::span<const double> probabilities);

/// Hodges-Lehmann estimate: the median of all pairwise means, and the interval of shifts that the
/// signed rank test cannot reject. More than 1,000 differences are first reduced to medians of
/// groups of neighbours.
struct Shift {
    double value = 0;
    std::optional<Interval> interval;
};
Shift hodgesLehmann(std::span<const double> differences);
/// The same for two samples that are not paired: the median of all differences `after` - `before`,
/// and the interval of shifts that the rank sum test cannot reject, by its normal approximation (E.
/// L. Lehmann, "Nonparametrics: statistical methods based on ranks", 1975, 2.6). No interval if the
/// samples are too small for one, such as 3 and 3. Needs memory for all differences.
Shift hodgesLehmann(std::span<const double> before, std::span<const double> after);

} // namespace profiler
