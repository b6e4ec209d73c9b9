#pragma once

#include "profiler/statistics/measurement.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace profiler {

/// Statistics of ranks, which need no normal distribution and survive single slow runs. Intervals
/// are 95 % and exact for independent values.

/// Interpolated percentile (type 7) of sorted values, `fraction` in 0..1; 0 without values.
double percentile(std::span<const double> sorted, double fraction);
/// The same of values in any order, at ascending `fractions`: selected, not sorted, which changes
/// the order of `values`. Takes time in proportion to their number.
std::vector<double> percentilesIn(std::span<double> values, std::span<const double> fractions);
double medianIn(std::span<double> values);
double medianOf(std::span<const double> values);

/// Interval of the median from order statistics, equal tails; nothing below 6 values, where none
/// has 95 %. It always holds the median of the values.
///
/// Where whole ranks hold the median of the population in 95 to 97 % of cases it is between two
/// values, and that is true of every distribution. For some numbers of values (7, 8, 10, 25, …) the
/// narrowest such interval has up to 99 %. There its ends lie between two neighbouring values each,
/// by the interpolation of T. P. Hettmansperger and S. J. Sheather, "Confidence intervals based on
/// interpolated order statistics", Statistics & Probability Letters 4 (1986): 94 to 96 % of
/// continuous distributions. Only of values at two equally frequent levels with nothing between
/// them, where every value between the levels is a median, it may be less, down to 87 %.
std::optional<Interval> medianInterval(std::span<const double> values);
/// How often the interval by whole ranks of so many independent values holds the median of what
/// they are drawn from, whatever its shape: 1 - 2 P(X < rank), X binomial with 1/2. From 6 values
/// on: 0.951 (17) to 0.992 (8) up to 20 values. Above 0.97 medianInterval is narrower than that.
double medianCoverage(std::size_t values);

/// Medians of `blocks` groups of neighbours, as equal in size as possible.
std::vector<double> blockMedians(std::span<const double> inOrder, std::size_t blocks);

/// Interval of the median of values in order of time, each of which may depend on the ones before
/// it: medianInterval of the medians of 6 to 20 blocks of at least three neighbours. Below 20
/// values there are too few for blocks, and it is that of the single values: too narrow if they
/// depend on each other (isInDisorder). Nothing below 6.
///
/// Blocks have odd sizes: the median of an odd number of values lies above and below that of the
/// population equally often, the mean of the two in the middle of an even number does not. Of the
/// possible numbers of blocks the one is taken whose coverage by whole ranks is nearest to 95 %.
/// `median` is that of the values, which may lie outside of what the blocks say; then the interval
/// reaches to it.
std::optional<Interval> medianIntervalOfBlocks(std::span<const double> inOrder, double median);

/// Whether times in order look independent of the ones before them. They do not if each is
/// nearer to the one before it than one series in a hundred without order: by the ratio of von
/// Neumann of their ranks (R. Bartels, "The rank version of von Neumann's ratio test for
/// randomness", Journal of the American Statistical Association 77, 1982), normal approximation. A
/// drift and a correlation both make it small. True below 6 values.
bool isInDisorder(std::span<const double> inOrder);

/// Largest w with P(W <= w) <= 0.025 for the signed rank statistic of n values, by counting all
/// sign patterns; nothing below 6.
std::optional<std::size_t> signedRankCritical(std::size_t n);

/// Wilcoxon's signed rank test: two-sided probability of differences as lopsided as these if
/// their signs were tossed. Zeros are left out, ties share their ranks. Exact up to 60
/// differences, a normal approximation beyond; 1 without any difference.
double signedRankP(std::span<const double> differences);

/// Benjamini and Hochberg: the smallest rate of false discoveries at which each of these tests
/// would be called one, in their order. Rejecting all up to 0.05 keeps that rate below 5 %.
std::vector<double> adjustedForDiscoveries(std::span<const double> probabilities);

/// Median of all pairwise means and its interval: the shift that the signed rank test cannot
/// reject. Of more than 1,000 differences neighbours are taken together first, by their medians.
struct Shift {
    double value = 0;
    std::optional<Interval> interval;
};
Shift hodgesLehmann(std::span<const double> differences);

} // namespace profiler
