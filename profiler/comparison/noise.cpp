#include "profiler/comparison/noise.h"

#include "profiler/statistics/rank_statistics.h"
#include "profiler/tables/profile_builder.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace profiler {

namespace {

/// Usual limits of a gate.
constexpr std::array usualLimits { 0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3,
    0.5 };

bool isAlarm(Verdict verdict) { return verdict == Verdict::Faster || verdict == Verdict::Slower; }

/// Returns the smallest usual limit above all intervals: a gate decides if the complete interval is
/// on one side of its limit.
std::optional<double> decidingLimit(std::span<const NoiseTry> tries)
{
    double highest = 0;
    for (const auto& one : tries) {
        if (!one.wall.interval)
            return std::nullopt;
        highest = std::max({ highest, one.wall.interval->high, -one.wall.interval->low });
    }
    const auto* limit = std::ranges::upper_bound(usualLimits, highest);
    return limit == usualLimits.end() ? std::nullopt : std::optional(*limit);
}

std::optional<double> spreadBetween(std::span<const NoiseTry> tries)
{
    std::vector<double> steps;
    for (std::size_t i = 1; i < tries.size(); ++i)
        if (tries[i - 1].wall.a.median > 0 && tries[i].wall.a.median > 0)
            steps.push_back(
                std::abs(std::log(tries[i].wall.a.median / tries[i - 1].wall.a.median)));
    if (steps.empty())
        return std::nullopt;
    std::ranges::sort(steps);
    const auto place
        = static_cast<std::size_t>(std::ceil(0.95 * static_cast<double>(steps.size()))) - 1;
    return std::expm1(steps[place]);
}

} // namespace

NoiseTry noiseTry(const Comparison& comparison)
{
    NoiseTry result { comparison.wall, comparison.rounds, 0, 0 };
    for (const auto& row : comparison.rows) {
        result.operators += row.change.adjusted ? 1 : 0;
        result.operatorAlarms += isAlarm(row.change.verdict) ? 1 : 0;
    }
    return result;
}

Noise summariseNoise(std::span<const NoiseTry> tries)
{
    Noise noise;
    noise.tries = tries.size();
    std::vector<double> walls;
    std::vector<double> halves;
    for (const auto& one : tries) {
        noise.rounds = one.rounds;
        walls.push_back(one.wall.a.median);
        if (one.wall.interval)
            halves.push_back(one.wall.interval->half());
        noise.alarms += isAlarm(one.wall.verdict) ? 1 : 0;
        noise.operators += one.operators;
        noise.operatorAlarms += one.operatorAlarms;
        noise.largest = std::max(noise.largest, std::abs(one.wall.ratio));
    }
    if (tries.empty())
        return noise;
    noise.wallNs = medianOf(walls);
    noise.resolution = halves.empty() ? 0 : medianOf(halves);
    noise.gate = decidingLimit(tries);
    noise.apart = spreadBetween(tries);
    return noise;
}

support::Result<Comparison> compareWithItself(
    const RunOnce& runOnce, const PairOptions& options, std::stop_token stop)
{
    const auto benchmarks = TRY(runPairBenchmark({ runOnce, runOnce }, options, std::move(stop)));
    std::array<std::shared_ptr<const Profile>, 2> profiles;
    for (std::size_t side = 0; side < profiles.size(); ++side) {
        ProfileBuilder builder;
        addBenchmark(builder, benchmarks[side]);
        builder.profile().metadata.set(pairKey, std::string_view("selftest noise"));
        profiles[side] = std::move(builder).build();
    }
    return compareProfiles(profiles[0], profiles[1]);
}

} // namespace profiler
