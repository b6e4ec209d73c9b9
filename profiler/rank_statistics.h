#pragma once

#include "profiler/measurement.h"

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
/// has 95 %. Ranks are whole, so it holds the median more often than that: see medianCoverage.
std::optional<Interval> medianInterval(std::span<const double> values);
/// How often medianInterval of so many independent values holds the median of what they are drawn
/// from, whatever its shape: 1 - 2 P(X < rank), X binomial with 1/2. From 6 values on:
/// 0.951 (17) to 0.992 (8) up to 20 values.
double medianCoverage(std::size_t values);

/// Medians of `blocks` groups of neighbours, as equal in size as possible.
std::vector<double> blockMedians(std::span<const double> inOrder, std::size_t blocks);

/// Interval of the median of values in order of time, each of which may depend on the ones before
/// it: medianInterval of the medians of 6 to 20 blocks of at least three neighbours. Nothing below
/// 24 values.
///
/// Blocks have odd sizes: the median of an odd number of values lies above and below that of the
/// population equally often, the mean of the two in the middle of an even number does not. Of the
/// possible numbers of blocks the one is taken whose coverage is nearest to 95 %: between 95.1 %
/// and 96.9 % of independent values, 98.4 % of 25. `median` is that of the values, which may lie
/// outside of what the blocks say; then the interval reaches to it.
std::optional<Interval> medianIntervalOfBlocks(std::span<const double> inOrder, double median);

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
