#include "profiler/statistics/run_shape.h"

#include "profiler/record/benchmark.h"
#include "profiler/statistics/generation_report.h"
#include "profiler/statistics/rank_statistics.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace profiler {
namespace {

constexpr double minPart = 0.15;
constexpr double minDistance = 0.05; // least distance of two levels, relative
constexpr double usualInMiddle = 0.12;
constexpr double deviations = 2.4; // standard deviations of a binomial count: one case in a hundred
constexpr std::size_t driftBlocks = 12;
constexpr std::size_t fewestForDrift = 3 * driftBlocks;
constexpr double minTau = 0.6;
constexpr double clearTau = 0.85;
constexpr double minDrift = 0.03;
constexpr double wideSpread = 0.05;

double medianOfSorted(std::span<const double> sorted) { return percentile(sorted, 0.5); }

std::optional<TwoLevels> levelsOf(std::span<const double> inOrder)
{
    const auto count = static_cast<double>(inOrder.size());
    const auto most = count * usualInMiddle
        - deviations * std::sqrt(count * usualInMiddle * (1 - usualInMiddle));
    if (most < 0)
        return {};
    std::vector<double> sorted(inOrder.begin(), inOrder.end());
    std::ranges::sort(sorted);
    const auto least = static_cast<std::size_t>(std::ceil(minPart * count));
    // Splits the levels at the widest gap between two neighbours.
    std::size_t split = 0;
    for (auto i = least; i + least <= sorted.size(); ++i)
        if (split == 0 || sorted[i] - sorted[i - 1] > sorted[split] - sorted[split - 1])
            split = i;
    if (split == 0)
        return {};
    const std::span all(sorted);
    TwoLevels levels { medianOfSorted(all.first(split)), medianOfSorted(all.subspan(split)), 0 };
    const auto distance = levels.high - levels.low;
    if (levels.low <= 0 || distance <= minDistance * levels.low)
        return {};
    const auto above = [&](double value) {
        return static_cast<double>(sorted.end() - std::ranges::lower_bound(sorted, value)) / count;
    };
    levels.shareHigh = above(levels.low + distance / 2);
    const auto between
        = (above(levels.low + distance / 3) - above(levels.high - distance / 3)) * count;
    const bool isOneLevel = levels.shareHigh < minPart || levels.shareHigh > 1 - minPart;
    return isOneLevel || between > most ? std::nullopt : std::optional(levels);
}

std::optional<Drift> driftOf(std::span<const double> inOrder)
{
    if (inOrder.size() < fewestForDrift)
        return {};
    const auto blocks = blockMedians(inOrder, driftBlocks);
    int inOneOrder = 0;
    for (std::size_t i = 0; i < driftBlocks; ++i)
        for (std::size_t j = i + 1; j < driftBlocks; ++j)
            inOneOrder += blocks[j] > blocks[i] ? 1 : blocks[j] < blocks[i] ? -1 : 0;
    constexpr auto pairs = static_cast<double>(driftBlocks * (driftBlocks - 1)) / 2;
    const auto quarter = inOrder.size() / 4;
    const Drift drift { medianOf(inOrder.first(quarter)), medianOf(inOrder.last(quarter)),
        std::abs(inOneOrder) / pairs };
    const bool isLarge
        = drift.first > 0 && std::abs(drift.last - drift.first) > minDrift * drift.first;
    return isLarge && drift.tau >= minTau ? std::optional(drift) : std::nullopt;
}

/// Of a pair of generations, one is recorded. Without single tokens, the runs do not say which.
std::size_t recordedGenerations(const Profile& profile)
{
    const auto roundsOf = [&](Side side) {
        std::set<std::uint32_t> rounds;
        for (const auto run : generatingRuns(profile, side))
            rounds.insert(profile.runs[run].round);
        return rounds.size();
    };
    const auto recorded = roundsOf(Side::Profiled);
    return recorded > 0 ? recorded : (roundsOf(Side::Prefill) + 1) / 2;
}

} // namespace

RunShape runShapeOf(std::span<const double> inOrder)
{
    RunShape shape;
    if (inOrder.empty())
        return shape;
    const auto median = medianOf(inOrder);
    std::vector<double> distances;
    distances.reserve(inOrder.size());
    for (const auto value : inOrder)
        distances.push_back(std::abs(value - median));
    shape.spread = median > 0 ? medianIn(distances) / median : 0;
    shape.shift = levelShiftOf(inOrder);
    shape.drift = driftOf(inOrder);
    shape.isInOrder = inOrder.size() < fewestForDrift && !looksIndependent(inOrder);
    shape.levels = levelsOf(inOrder);
    return shape;
}

support::Sentence shapeText(const RunShape& shape, std::span<const std::uint32_t> numbers)
{
    const auto time = [](double ns) { return support::durationText(ns); };
    // Noise on a drift may contain one large step. A single step without drift gives a tau of 0.55
    // only.
    const bool isDrift = shape.drift && shape.drift->tau >= clearTau;
    if (const auto& shift = shape.shift; shift && !isDrift)
        return { "from about run %1 on the runs take %2, before %3: the figures mix two states of "
                 "the machine (clock, temperature, other load)",
            { support::countText(numbers[shift->at]), time(shift->after), time(shift->before) } };
    if (const auto& levels = shape.levels)
        return { "the runs lie at two levels, %1 at about %2 and %3 at about %4: the median "
                 "represents at most one of the two levels",
            { support::shareText(1 - levels->shareHigh), time(levels->low),
                support::shareText(levels->shareHigh), time(levels->high) } };
    if (const auto& drift = shape.drift)
        return { "the runs drift: the first quarter takes %1, the last %2: the median stands for "
                 "the middle of the measurement only",
            { time(drift->first), time(drift->last) } };
    if (shape.isInOrder)
        return { "the runs depend on the ones before them (drift, clock, temperature): the "
                 "interval of so few may be too narrow; measure more of them",
            {} };
    if (shape.spread > wideSpread)
        return { "the runs spread by %1: the figures are indicative (other load, clock, "
                 "temperature)",
            { support::shareText(shape.spread) } };
    return {};
}

DescribedShape shapeOfRuns(const Profile& profile, std::span<const std::uint32_t> runs)
{
    std::vector<std::uint32_t> numbers;
    for (const auto run : runs)
        numbers.push_back(profile.runs[run].number);
    const auto shape = runShapeOf(wallsOf(profile, runs));
    return { shape, shapeText(shape, numbers) };
}

std::vector<support::Sentence> runRemarks(const Profile& profile)
{
    const bool isGeneration = hasGenerations(profile);
    const auto plain = runsOf(profile, Side::Unprofiled);
    const auto runs = plain.empty() ? recordedRuns(profile) : plain;
    std::vector<support::Sentence> remarks;
    // The runs of a generation are no repeats: their time depends on the position.
    if (auto text = isGeneration ? support::Sentence() : shapeOfRuns(profile, runs).text;
        !text.empty())
        remarks.push_back(std::move(text));
    const auto asked = profile.metadata.integer(keys::runsRequested);
    const auto done
        = isGeneration ? recordedGenerations(profile) : runsOf(profile, Side::Profiled).size();
    const std::string end(profile.metadata.text(keys::end));
    const auto allDone
        = benchmarkEndName(isGeneration ? BenchmarkEnd::Complete : BenchmarkEnd::SteadyEnough);
    // The length of a load is a time; its requests are in the figures.
    if (!asked || profile.load || std::cmp_greater_equal(done, *asked) || end == allDone)
        return remarks;
    support::Sentence early { isGeneration ? "%1 of %2 generations were recorded"
                                           : "%1 of %2 runs were recorded",
        { support::countText(done), support::countText(static_cast<std::uint64_t>(*asked)) } };
    if (!end.empty()) {
        early.pattern = isGeneration ? "%0: %1 of %2 generations were recorded"
                                     : "%0: %1 of %2 runs were recorded";
        early.name = end;
    }
    remarks.push_back(std::move(early));
    return remarks;
}

} // namespace profiler
