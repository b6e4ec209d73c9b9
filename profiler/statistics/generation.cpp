#include "profiler/statistics/generation.h"

#include "model/support/text.h"
#include "profiler/statistics/rank_statistics.h"
#include "profiler/statistics/step_samples.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace profiler {

namespace {

constexpr std::size_t mostPoints = 256; ///< of a slope: its pairs are sorted
constexpr std::size_t fewestPoints = 6;

/// Medians of groups of neighbours, so that at most `mostPoints` remain.
std::vector<double> thinned(std::span<const double> values)
{
    if (values.size() <= mostPoints)
        return { values.begin(), values.end() };
    return blockMedians(values, mostPoints);
}

/// Median over repeats of each position.
std::map<std::int64_t, double> medianByPosition(std::span<const TokenSample> samples)
{
    std::map<std::int64_t, std::vector<double>> times;
    for (const auto& sample : samples) {
        if (!sample.isPrefill)
            times[sample.position].push_back(sample.wallNs);
    }
    std::map<std::int64_t, double> medians;
    for (auto& [position, values] : times)
        medians.emplace(position, medianIn(values));
    return medians;
}

/// Sums of one generation.
struct RepeatSums {
    std::int64_t promptTokens = 0;
    double prefillNs = 0;
    double prefillOutsideNs = 0;
    double tokenNs = 0; ///< single tokens, with what is outside
    std::uint32_t tokens = 0;
};

void findSlowest(GenerationFigures& figures, std::span<const TokenSample> samples)
{
    for (const auto& sample : samples) {
        if (sample.isPrefill || (figures.slowest && figures.slowest->ns >= sample.wallNs))
            continue;
        figures.slowest
            = { sample.repeat, tokenAt(figures, sample.position), sample.position, sample.wallNs };
    }
}

/// Returns the side with the longest generation; Unprofiled if both are as long.
Side longerSide(const Profile& profile)
{
    std::map<std::pair<Side, std::uint32_t>, std::size_t> tokens; // by side and round
    for (const auto& run : profile.runs) {
        if (run.position >= 0 && (run.side == Side::Profiled || run.side == Side::Unprofiled))
            ++tokens[{ run.side, run.round }];
    }
    std::size_t recorded = 0;
    std::size_t plain = 0;
    for (const auto& [key, count] : tokens) {
        auto& longest = key.first == Side::Profiled ? recorded : plain;
        longest = std::max(longest, count);
    }
    return recorded > plain ? Side::Profiled : Side::Unprofiled;
}

std::string rateText(const Distribution& rate)
{
    auto text = support::numberText(rate.median, 4) + " tokens/s";
    if (rate.interval)
        text += " (95 %: " + support::numberText(rate.interval->low, 4) + " … "
            + support::numberText(rate.interval->high, 4) + ")";
    return text;
}

/// Step ids by operator type, of steps that are not nested.
std::map<std::string, std::vector<engine::StepId>> stepsByType(const Profile& profile)
{
    std::map<std::string, std::vector<engine::StepId>> types;
    for (std::uint32_t i = 0; i < profile.steps.size(); ++i)
        types[std::string(profile.text(profile.steps[i].opType))].push_back(engine::StepId(i));
    return types;
}

} // namespace

std::optional<PositionSlope> slopeOf(std::span<const double> xs, std::span<const double> ys)
{
    const auto x = thinned(xs);
    const auto y = thinned(ys);
    const auto n = x.size();
    if (n < fewestPoints || y.size() != n)
        return std::nullopt;
    std::vector<double> slopes;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
            if (x[j] > x[i]) // a file may have equal ones
                slopes.push_back((y[j] - y[i]) / (x[j] - x[i]));
        }
    }
    if (slopes.empty())
        return std::nullopt;
    std::ranges::sort(slopes);
    PositionSlope slope { percentile(slopes, 0.5), {} };
    const auto count = static_cast<double>(n);
    const auto deviation = std::sqrt(count * (count - 1) * (2 * count + 5) / 18);
    const auto half = 1.96 * deviation / 2 / static_cast<double>(slopes.size());
    slope.interval = Interval { percentile(slopes, std::max(0.0, 0.5 - half)),
        percentile(slopes, std::min(1.0, 0.5 + half)) };
    return slope;
}

GenerationFigures generationFigures(std::span<const TokenSample> samples)
{
    GenerationFigures figures;
    std::map<std::uint32_t, RepeatSums> repeats;
    std::vector<double> outside;
    double wall = 0;
    double outsideSum = 0;
    for (const auto& sample : samples) {
        auto& sums = repeats[sample.repeat];
        if (sample.isPrefill) {
            sums.promptTokens += sample.tokens;
            sums.prefillNs += sample.wallNs;
            sums.prefillOutsideNs += sample.outsideNs;
            continue;
        }
        sums.tokenNs += sample.wallNs + sample.outsideNs;
        ++sums.tokens;
        outside.push_back(sample.outsideNs);
        wall += sample.wallNs;
        outsideSum += sample.outsideNs;
    }
    std::vector<double> prefill;
    std::vector<double> first;
    std::vector<double> rates;
    for (const auto& [number, sums] : repeats) {
        figures.promptTokens = std::max(figures.promptTokens, sums.promptTokens);
        prefill.push_back(sums.prefillNs);
        first.push_back(sums.prefillNs + sums.prefillOutsideNs);
        if (sums.tokenNs > 0)
            rates.push_back(1e9 * sums.tokens / sums.tokenNs);
        figures.tokens = std::max<std::int64_t>(figures.tokens, sums.tokens + 1);
    }
    figures.repeats = static_cast<std::uint32_t>(repeats.size());
    figures.prefill = distributionOf(prefill);
    figures.firstToken = distributionOf(first);
    figures.tokensPerSecond = distributionOf(rates);
    figures.outside = distributionOf(outside);
    figures.outsideShare = wall + outsideSum > 0 ? outsideSum / (wall + outsideSum) : 0;
    std::vector<double> places;
    for (const auto& [position, ns] : medianByPosition(samples)) {
        figures.positions.push_back(position);
        places.push_back(static_cast<double>(position));
        figures.tokenNs.push_back(ns);
    }
    figures.token = distributionOf(figures.tokenNs);
    figures.slope = slopeOf(places, figures.tokenNs);
    findSlowest(figures, samples);
    return figures;
}

std::vector<std::uint32_t> generatingRuns(const Profile& profile, Side side)
{
    auto runs = runsOf(profile, side);
    std::erase_if(runs, [&](std::uint32_t run) {
        return profile.runs[run].position < 0 || profile.runs[run].hasGap;
    });
    return runs;
}

std::vector<TokenSample> tokenSamples(const Profile& profile)
{
    const auto side = longerSide(profile);
    std::vector<std::uint32_t> repeats;
    std::vector<std::uint32_t> prompts; // without a single token after them, as with --generate 1
    for (const auto& run : profile.runs) {
        if (run.position >= 0 && run.side == side)
            repeats.push_back(run.round);
        else if (run.position >= 0 && run.side == Side::Prefill)
            prompts.push_back(run.round);
    }
    if (repeats.empty())
        repeats = std::move(prompts);
    std::ranges::sort(repeats); // rounds of a file may be in any order
    std::vector<TokenSample> samples;
    for (std::uint32_t i = 0; i < profile.runs.size(); ++i) {
        const auto& run = profile.runs[i];
        const bool isPrefill = run.side == Side::Prefill;
        if (run.position < 0 || (!isPrefill && run.side != side)
            || !std::ranges::binary_search(repeats, run.round))
            continue;
        samples.push_back({ run.round, isPrefill, run.position, run.tokens,
            static_cast<double>(run.wallNs), static_cast<double>(run.outsideNs), i });
    }
    return samples;
}

double timeOnLine(const GenerationFigures& figures, double position)
{
    if (!figures.slope)
        return figures.token.median;
    std::vector<double> places(figures.positions.begin(), figures.positions.end());
    return figures.token.median + figures.slope->nsPerPosition * (position - medianIn(places));
}

std::vector<TokenOutlier> tokenOutliers(
    const Profile& profile, std::span<const TokenSample> samples, const GenerationFigures& figures)
{
    const auto zero = timeOnLine(figures, 0);
    const auto slope = figures.slope ? figures.slope->nsPerPosition : 0;
    std::vector<std::size_t> tokens;
    std::vector<double> above;
    std::vector<double> deviations;
    std::vector<double> faults;
    std::vector<double> switches;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (samples[i].isPrefill || samples[i].run >= profile.runs.size())
            continue;
        const auto& run = profile.runs[samples[i].run];
        tokens.push_back(i);
        above.push_back(
            samples[i].wallNs - zero - slope * static_cast<double>(samples[i].position));
        faults.push_back(run.minorFaults);
        switches.push_back(run.involuntarySwitches);
    }
    const auto middle = medianOf(above);
    for (const auto difference : above)
        deviations.push_back(std::abs(difference - middle));
    const auto usual = 1.4826 * medianIn(deviations);
    const auto usualFaults = medianIn(faults);
    const auto usualSwitches = medianIn(switches);
    std::vector<TokenOutlier> outliers;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const auto& sample = samples[tokens[i]];
        const auto extra = above[i] - middle;
        if (extra <= 6 * usual || extra <= 0.1 * (sample.wallNs - extra))
            continue;
        const auto& run = profile.runs[sample.run];
        // As many that their number alone tells this run from the others.
        const auto isMany = [](double count, double usually, double least) {
            return count >= usually + least && count >= 4 * usually;
        };
        const auto* const cause = run.majorFaults > 0           ? "pages read from disk"
            : isMany(run.minorFaults, usualFaults, 64)          ? "page faults"
            : isMany(run.involuntarySwitches, usualSwitches, 1) ? "interrupted"
                                                                : "";
        outliers.push_back({ tokens[i], sample.wallNs, cause });
    }
    std::ranges::stable_sort(outliers, std::greater<>(), &TokenOutlier::ns);
    return outliers;
}

std::vector<PositionGrowth> growthByType(const Profile& profile, const std::stop_token& stop)
{
    const auto runs = generatingRuns(profile, Side::Profiled);
    const StepSamples samples(profile, runs);
    auto types = stepsByType(profile);
    keepLongest(types, samples, mostTypes);
    std::vector<PositionGrowth> rows;
    for (const auto& [type, steps] : types) {
        if (stop.stop_requested())
            break;
        std::vector<double> sums(runs.size());
        for (const auto step : steps)
            samples.addPerRun(step, StepTime::Own, sums);
        std::vector<TokenSample> points;
        for (std::size_t i = 0; i < runs.size(); ++i)
            points.push_back({ 0, false, profile.runs[runs[i]].position, 1, sums[i], 0 });
        std::vector<double> x;
        std::vector<double> y;
        for (const auto& [position, ns] : medianByPosition(points)) {
            x.push_back(static_cast<double>(position));
            y.push_back(ns);
        }
        const auto slope = slopeOf(x, y);
        if (!slope || medianOf(y) <= 0)
            continue;
        const auto middle = medianOf(y);
        const auto at
            = [&](double place) { return middle + slope->nsPerPosition * (place - medianOf(x)); };
        rows.push_back({ type, static_cast<std::int64_t>(x.front()),
            static_cast<std::int64_t>(x.back()), at(x.front()), at(x.back()), *slope });
    }
    std::ranges::stable_sort(rows, [](const PositionGrowth& a, const PositionGrowth& b) {
        if (a.slope.isReal() != b.slope.isReal())
            return a.slope.isReal();
        return a.slope.nsPerPosition > b.slope.nsPerPosition;
    });
    return rows;
}

std::string slopeText(const PositionSlope& slope)
{
    const bool isFalling = slope.nsPerPosition < 0;
    Measurement value { std::abs(slope.nsPerPosition), Unit::Nanoseconds, slope.interval, 0 };
    if (value.interval && isFalling)
        value.interval = Interval { -slope.interval->high, -slope.interval->low };
    if (value.interval && value.interval->half() <= 0)
        value.interval.reset();
    return (isFalling ? "−" : "+") + text(value) + " per position";
}

std::vector<PrefillType> prefillTypes(const Profile& profile)
{
    const auto runs = runsOf(profile, Side::Prefill);
    const StepSamples samples(profile, runs);
    std::vector<PrefillType> rows;
    for (const auto& [type, steps] : stepsByType(profile)) {
        std::vector<double> sums(runs.size());
        PrefillType row { type, 0, 0 };
        for (const auto step : steps) {
            if (samples.calls(step) == 0)
                continue;
            samples.addPerRun(step, StepTime::Own, sums);
            ++row.steps;
        }
        row.medianNs = medianOf(sums);
        if (row.steps > 0)
            rows.push_back(std::move(row));
    }
    std::ranges::stable_sort(rows, std::greater<>(), &PrefillType::medianNs);
    return rows;
}

std::vector<FigureLine> generationLines(const GenerationFigures& figures)
{
    const auto timeOf = [](const Distribution& time) { return text(time.measurement(), 4); };
    std::vector<FigureLine> lines;
    const auto prefillRate = figures.prefill.median > 0
        ? support::numberText(
              1e9 * static_cast<double>(figures.promptTokens) / figures.prefill.median, 4)
            + " tokens/s, "
        : std::string();
    lines.push_back({ "Prefill, "
            + support::countOf(static_cast<std::uint64_t>(figures.promptTokens), "token", "tokens"),
        timeOf(figures.prefill),
        prefillRate + support::countOf(figures.repeats, "generation", "generations") });
    lines.push_back({ "Time to first token", timeOf(figures.firstToken), "prefill and choosing" });
    if (figures.positions.empty())
        return lines;
    lines.push_back({ "Generation", rateText(figures.tokensPerSecond),
        timeOf(figures.token) + " per token, median of "
            + support::countOf(figures.positions.size(), "position", "positions") });
    if (figures.slowest)
        lines.push_back({ "Slowest token", support::durationText(figures.slowest->ns, 4),
            "token " + std::to_string(figures.slowest->index) + ", position "
                + std::to_string(figures.slowest->position) });
    if (figures.slope)
        lines.push_back({ "Growth with position", slopeText(*figures.slope),
            figures.slope->isReal() ? "" : "within noise" });
    lines.push_back({ "Outside the model", support::durationText(figures.outside.median),
        support::shareText(figures.outsideShare) + " of a token: inputs, choosing" });
    return lines;
}

} // namespace profiler
