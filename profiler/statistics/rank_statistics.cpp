#include "profiler/statistics/rank_statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>

namespace profiler {
namespace {

constexpr double tail = 0.025;
constexpr double oneInHundred = 2.326348; // normal quantile of 0.99
constexpr std::size_t fewestForInterval = 6;
constexpr double maxCoverage = 0.97; // for whole ranks; above it, ends lie between two values
constexpr std::size_t fewestForBlocks = 20;
constexpr std::size_t minBlock = 3;
constexpr std::size_t maxBlocks = 20;
// Limit for hodgesLehmann, which keeps all pairs in memory.
constexpr std::size_t maxDifferences = 1000;

/// Returns P(X <= k) for X binomial with n and 1/2. Uses logarithms so that large n does not
/// underflow.
double binomialTail(std::size_t n, std::size_t k)
{
    double sum = 0;
    for (std::size_t i = 0; i <= k; ++i) {
        const double logChoose = std::lgamma(static_cast<double>(n) + 1)
            - std::lgamma(static_cast<double>(i) + 1) - std::lgamma(static_cast<double>(n - i) + 1);
        sum += std::exp(logChoose - static_cast<double>(n) * std::log(2.0));
    }
    return sum;
}

/// Returns the largest rank, counted from 0, with at most the tail probability below it.
std::size_t intervalRank(std::size_t values)
{
    std::size_t rank = 0;
    while (binomialTail(values, rank + 1) <= tail)
        ++rank;
    return rank;
}

/// Returns how far both ends of an interval by ranks move inward to reach a coverage of 95 %, as a
/// share of the distance to the next value (Hettmansperger and Sheather; `rank` counts from 0).
double inwardShare(std::size_t values, std::size_t rank)
{
    const auto wide = 1 - 2 * binomialTail(values, rank);
    if (wide <= maxCoverage)
        return 0;
    const auto narrow = 1 - 2 * binomialTail(values, rank + 1);
    const auto n = static_cast<double>(values);
    const auto d = static_cast<double>(rank + 1);
    const auto share = (wide - (1 - 2 * tail)) / (wide - narrow);
    return (n - d) * share / (d + (n - 2 * d) * share);
}

/// Returns the number of blocks of odd sizes for so many values. It is odd if that number is odd,
/// and even otherwise.
std::size_t blocksFor(std::size_t values)
{
    static const auto coverage = [] {
        std::array<double, maxBlocks + 1> table {};
        for (auto blocks = fewestForInterval; blocks <= maxBlocks; ++blocks)
            table[blocks] = medianCoverage(blocks);
        return table;
    }();
    std::size_t best = 0;
    const auto first = fewestForInterval + values % 2;
    for (auto blocks = first; blocks <= std::min(maxBlocks, values / minBlock); blocks += 2)
        if (best == 0 || coverage[blocks] < coverage[best])
            best = blocks;
    return best;
}

/// Returns the medians of groups of neighbours of odd sizes, as equal as possible. `blocks` must be
/// odd if the number of values is odd, and even otherwise.
std::vector<double> oddBlockMedians(std::span<const double> inOrder, std::size_t blocks)
{
    const auto even = inOrder.size() / blocks;
    const auto size = even - (even % 2 == 0 ? 1 : 0);
    // Number of blocks with two more values.
    const auto larger = (inOrder.size() - size * blocks) / 2;
    std::vector<double> medians;
    medians.reserve(blocks);
    std::size_t first = 0;
    for (std::size_t i = 0; i < blocks; ++i) {
        const auto isLarger = larger * (i + 1) / blocks > larger * i / blocks;
        const auto count = size + (isLarger ? 2 : 0);
        medians.push_back(medianOf(inOrder.subspan(first, count)));
        first += count;
    }
    return medians;
}

/// Returns twice the ranks of |values|, which need not be sorted. Ties get the mean of their ranks;
/// twice that is an integer.
std::vector<std::size_t> doubledRanks(std::span<const double> values)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::sort(order, {}, [&](std::size_t i) { return std::abs(values[i]); });
    std::vector<std::size_t> ranks(values.size());
    for (std::size_t first = 0; first < order.size();) {
        auto last = first;
        while (last + 1 < order.size()
            && std::abs(values[order[last + 1]]) == std::abs(values[order[first]]))
            ++last;
        for (auto i = first; i <= last; ++i)
            ranks[order[i]] = first + last + 2;
        first = last + 1;
    }
    return ranks;
}

/// Returns by w the probability that ranks sum to w, if each is added with probability 1/2.
std::vector<double> rankSumProbabilities(std::span<const std::size_t> ranks)
{
    std::vector<double> probability(std::accumulate(ranks.begin(), ranks.end(), std::size_t(1)));
    probability[0] = 1;
    for (const auto rank : ranks)
        for (auto w = probability.size(); w-- > 0;)
            probability[w] = (probability[w] + (w >= rank ? probability[w - rank] : 0)) / 2;
    return probability;
}

/// Returns P(W <= limit) if each rank is added with probability 1/2.
double exactTail(std::span<const std::size_t> ranks, std::size_t limit)
{
    const auto probability = rankSumProbabilities(ranks);
    const auto end = std::min(limit + 1, probability.size());
    return std::accumulate(
        probability.begin(), probability.begin() + static_cast<std::ptrdiff_t>(end), 0.0);
}

/// Returns the same by a normal approximation with continuity correction. The sum of squares
/// accounts for ties.
double normalTail(std::span<const std::size_t> ranks, std::size_t limit)
{
    double sum = 0;
    double squares = 0;
    for (const auto rank : ranks) {
        sum += static_cast<double>(rank);
        squares += static_cast<double>(rank) * static_cast<double>(rank);
    }
    const auto z = (static_cast<double>(limit) + 1 - sum / 2) / std::sqrt(squares / 4);
    return std::erfc(-z / std::sqrt(2.0)) / 2;
}

} // namespace

double percentile(std::span<const double> sorted, double fraction)
{
    if (sorted.empty())
        return 0;
    const double position = fraction * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    if (below + 1 >= sorted.size())
        return sorted.back();
    return sorted[below]
        + (position - static_cast<double>(below)) * (sorted[below + 1] - sorted[below]);
}

std::vector<double> percentilesIn(std::span<double> values, std::span<const double> fractions)
{
    std::vector<double> found;
    found.reserve(fractions.size());
    auto rest = values; // values from the last found one on
    for (const auto fraction : fractions) {
        if (values.empty()) {
            found.push_back(0);
            continue;
        }
        const double position = fraction * static_cast<double>(values.size() - 1);
        const auto below = std::min(static_cast<std::size_t>(position), values.size() - 1);
        rest = values.subspan(std::min(values.size() - rest.size(), below));
        const auto at = values.begin() + static_cast<std::ptrdiff_t>(below);
        std::nth_element(rest.begin(), at, rest.end());
        rest = values.subspan(below);
        const auto value = rest.front();
        const auto beyond = position - static_cast<double>(below);
        const auto next
            = rest.size() > 1 && beyond > 0 ? *std::min_element(at + 1, values.end()) : value;
        found.push_back(value + beyond * (next - value));
    }
    return found;
}

double medianIn(std::span<double> values)
{
    constexpr std::array half { 0.5 };
    return percentilesIn(values, half).front();
}

double medianOf(std::span<const double> values)
{
    std::vector<double> copy(values.begin(), values.end());
    return medianIn(copy);
}

std::optional<Interval> medianInterval(std::span<const double> values)
{
    if (values.size() < fewestForInterval)
        return {};
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    const auto rank = intervalRank(sorted.size());
    const auto inward = inwardShare(sorted.size(), rank);
    const auto low = std::span(sorted).subspan(rank, 2);
    const auto high = std::span(sorted).subspan(sorted.size() - 2 - rank, 2);
    return Interval { low[0] + inward * (low[1] - low[0]), high[1] - inward * (high[1] - high[0]) };
}

double medianCoverage(std::size_t values)
{
    return values < fewestForInterval ? 0 : 1 - 2 * binomialTail(values, intervalRank(values));
}

std::vector<double> blockMedians(std::span<const double> inOrder, std::size_t blocks)
{
    std::vector<double> medians;
    medians.reserve(blocks);
    for (std::size_t i = 0; i < blocks; ++i) {
        const auto first = inOrder.size() * i / blocks;
        const auto last = inOrder.size() * (i + 1) / blocks;
        if (last > first)
            medians.push_back(medianOf(inOrder.subspan(first, last - first)));
    }
    return medians;
}

std::optional<Interval> medianIntervalOfBlocks(std::span<const double> inOrder, double median)
{
    if (inOrder.size() < fewestForBlocks)
        return medianInterval(inOrder);
    auto interval = medianInterval(oddBlockMedians(inOrder, blocksFor(inOrder.size())));
    if (interval) {
        interval->low = std::min(interval->low, median);
        interval->high = std::max(interval->high, median);
    }
    return interval;
}

bool looksIndependent(std::span<const double> inOrder)
{
    if (inOrder.size() < fewestForInterval)
        return true;
    const auto ranks = doubledRanks(inOrder);
    const auto n = static_cast<double>(ranks.size());
    double ofNeighbours = 0;
    double ofAll = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const auto rank = static_cast<double>(ranks[i]);
        ofAll += (rank - (n + 1)) * (rank - (n + 1));
        if (i > 0)
            ofNeighbours += std::pow(rank - static_cast<double>(ranks[i - 1]), 2);
    }
    const auto variance
        = 4 * (n - 2) * (5 * n * n - 2 * n - 9) / (5 * n * (n + 1) * (n - 1) * (n - 1));
    return ofAll == 0 || (ofNeighbours / ofAll - 2) / std::sqrt(variance) > -oneInHundred;
}

std::optional<std::size_t> signedRankCritical(std::size_t n)
{
    if (n < fewestForInterval)
        return {};
    const std::size_t most = n * (n + 1) / 2;
    if (n > 60) { // normal approximation, exact to a rank for such n
        const double mean = static_cast<double>(most) / 2;
        const double deviation = std::sqrt(static_cast<double>(n * (n + 1) * (2 * n + 1)) / 24);
        return static_cast<std::size_t>(std::max(0.0, mean - 1.959964 * deviation - 0.5));
    }
    std::vector<std::size_t> ranks(n);
    std::iota(ranks.begin(), ranks.end(), std::size_t(1));
    const auto probability = rankSumProbabilities(ranks);
    double sum = probability[0];
    std::size_t w = 0;
    while (sum + probability[w + 1] <= tail)
        sum += probability[++w];
    return w;
}

double signedRankP(std::span<const double> differences)
{
    std::vector<double> values;
    std::ranges::copy_if(
        differences, std::back_inserter(values), [](double value) { return value != 0; });
    if (values.empty())
        return 1;
    const auto ranks = doubledRanks(values);
    std::size_t positive = 0;
    std::size_t negative = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        (values[i] > 0 ? positive : negative) += ranks[i];
    const auto less = std::min(positive, negative);
    return std::min(
        1.0, 2 * (ranks.size() > 60 ? normalTail(ranks, less) : exactTail(ranks, less)));
}

std::vector<double> adjustedForFalseDiscoveries(std::span<const double> probabilities)
{
    std::vector<std::size_t> order(probabilities.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::sort(order, {}, [&](std::size_t i) { return probabilities[i]; });
    std::vector<double> adjusted(probabilities.size());
    double least = 1;
    for (auto i = order.size(); i-- > 0;) {
        const auto share = static_cast<double>(order.size()) / static_cast<double>(i + 1);
        least = std::min(least, probabilities[order[i]] * share);
        adjusted[order[i]] = least;
    }
    return adjusted;
}

Shift hodgesLehmann(std::span<const double> differences)
{
    Shift shift;
    if (differences.empty())
        return shift;
    if (differences.size() > maxDifferences)
        return hodgesLehmann(oddBlockMedians(differences, maxDifferences - differences.size() % 2));
    std::vector<double> means;
    means.reserve(differences.size() * (differences.size() + 1) / 2);
    for (std::size_t i = 0; i < differences.size(); ++i)
        for (std::size_t j = i; j < differences.size(); ++j)
            means.push_back((differences[i] + differences[j]) / 2);
    std::ranges::sort(means);
    shift.value = percentile(means, 0.5);
    if (const auto critical = signedRankCritical(differences.size()))
        shift.interval = Interval { means[*critical], means[means.size() - 1 - *critical] };
    return shift;
}

Shift hodgesLehmann(std::span<const double> before, std::span<const double> after)
{
    Shift shift;
    if (before.empty() || after.empty())
        return shift;
    std::vector<double> differences;
    differences.reserve(before.size() * after.size());
    for (const auto b : after)
        for (const auto a : before)
            differences.push_back(b - a);
    std::ranges::sort(differences);
    shift.value = percentile(differences, 0.5);
    constexpr double beyond = 1.96; // of a normal distribution in 2.5 % of the cases
    const auto pairs = static_cast<double>(differences.size());
    const auto critical = std::floor(
        pairs / 2 - beyond * std::sqrt(pairs * double(before.size() + after.size() + 1) / 12));
    if (critical < 1)
        return shift;
    const auto rank = static_cast<std::size_t>(critical) - 1;
    shift.interval = Interval { differences[rank], differences[differences.size() - 1 - rank] };
    return shift;
}

} // namespace profiler
