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

/// Interval of the median from order statistics; nothing below 6 values, where none has 95 %.
std::optional<Interval> medianInterval(std::span<const double> values);

/// Medians of `blocks` groups of neighbours, as equal in size as possible.
std::vector<double> blockMedians(std::span<const double> inOrder, std::size_t blocks);

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
/// reject.
struct Shift {
    double value = 0;
    std::optional<Interval> interval;
};
Shift hodgesLehmann(std::span<const double> differences);

} // namespace profiler
