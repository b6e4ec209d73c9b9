#include "profiler/load/load_figures.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace profiler {
namespace {

using support::countOf;
using support::countText;

constexpr double allTheTime = 0.97;

std::string duration(double ns) { return support::durationText(ns); }
std::string duration(std::int64_t ns) { return duration(static_cast<double>(ns)); }

std::int64_t streamsOf(const Metadata& metadata)
{
    return metadata.integer(keys::streams).value_or(1);
}

/// `200`, `12.5`
std::string arrivalRateText(double rate)
{
    return rate == std::floor(rate) && rate < 1e15
        ? support::integerText(static_cast<std::int64_t>(rate))
        : support::numberText(rate, 4);
}

/// `p90 5.2 ms, p99 6 ms, max 7 ms`, without the first percentile.
std::string tailText(const LatencyHistogram& histogram)
{
    std::string text;
    for (const auto& [name, fraction] : loadPercentiles().subspan(1))
        if (const auto ns = shownPercentile(histogram, fraction))
            text += std::string(name) + " " + duration(*ns) + ", ";
    return text + "max " + duration(histogram.max());
}

FigureLine medianLine(std::string name, const LatencyHistogram& histogram)
{
    const auto median = shownPercentile(histogram, 0.5);
    return { std::move(name) + ", median", median ? duration(*median) : "too few requests",
        tailText(histogram) };
}

} // namespace

std::span<const LoadPercentile> loadPercentiles()
{
    static constexpr std::array<LoadPercentile, 5> all { { { "p50", 0.5 }, { "p90", 0.9 },
        { "p95", 0.95 }, { "p99", 0.99 }, { "p99.9", 0.999 } } };
    return all;
}

std::optional<double> shownPercentile(const LatencyHistogram& histogram, double fraction)
{
    if (histogram.count() < valuesNeeded(fraction))
        return std::nullopt;
    return static_cast<double>(histogram.percentile(fraction));
}

std::string missingPercentilesText(const LoadRecord& load)
{
    const auto there = load.latency.count();
    std::string text;
    for (const auto& [name, fraction] : loadPercentiles())
        if (there < valuesNeeded(fraction))
            text += (text.empty() ? "" : "; ") + std::string(name) + " is not shown: it needs "
                + countText(valuesNeeded(fraction)) + " requests, there "
                + (there == 1 ? "is " : "are ") + countText(there);
    return text;
}

std::vector<LoadTime> loadTimes(const LoadRecord& load)
{
    std::vector<LoadTime> times { { "latency", &load.latency } };
    if (load.wait.count() > 0) {
        times.push_back({ "wait", &load.wait });
        times.push_back({ "service", &load.service });
    }
    return times;
}

double requestsPerSecond(const LoadRecord& load)
{
    return load.spanNs > 0
        ? static_cast<double>(load.latency.count()) * 1e9 / static_cast<double>(load.spanNs)
        : 0;
}

bool isQueueGrowing(const Profile& profile)
{
    const auto& load = *profile.load;
    const auto streams
        = static_cast<std::uint64_t>(std::max<std::int64_t>(1, streamsOf(profile.metadata)));
    return load.busyAtEnd >= allTheTime && load.waitingAtEnd > load.waitingAtHalf
        && load.waitingAtEnd - load.waitingAtHalf > streams;
}

std::string queueText(const Profile& profile)
{
    if (!profile.load || !profile.metadata.number(keys::rate))
        return {};
    const auto& load = *profile.load;
    const auto numbers = "of " + countOf(load.arrived, "request", "requests") + " that arrived, "
        + countText(load.waitingAtEnd) + " waited at the end and " + countText(load.waitingAtHalf)
        + " at half time";
    auto text = isQueueGrowing(profile) ? "the rate was not kept up with: " + numbers
            + ", while the streams worked " + support::shareText(load.busyAtEnd)
            + " of the time; latencies grow with the length of the measurement, so choose a "
              "lower rate or more streams"
                                        : "the rate was kept up with: " + numbers;
    if (load.arrived > load.latency.count())
        text += "; " + countText(load.arrived - load.latency.count())
            + " were not answered before the end and are in no percentile";
    return text;
}

std::vector<support::Sentence> loadSentences(const Metadata& metadata)
{
    const auto streams = std::max<std::int64_t>(streamsOf(metadata), 0);
    const auto threads = metadata.integer(keys::threads).value_or(0);
    support::Sentence sentence { streams == 1 ? "%1 stream" : "%1 streams",
        { std::to_string(streams), std::to_string(threads) } };
    if (threads == 1)
        sentence.pattern = streams == 1 ? "%1 stream of %2 thread" : "%1 streams of %2 thread each";
    else if (threads > 1)
        sentence.pattern
            = streams == 1 ? "%1 stream of %2 threads" : "%1 streams of %2 threads each";
    const auto rate = metadata.number(keys::rate);
    if (!rate)
        return { std::move(sentence), { "closed loop", {} } };
    return { std::move(sentence),
        { metadata.text(keys::arrivals) == "fixed"
                ? "%1 requests a second in all, at fixed intervals"
                : "%1 requests a second in all, Poisson arrivals",
            { arrivalRateText(*rate) } } };
}

std::string loadText(const Metadata& metadata)
{
    return support::joined(loadSentences(metadata), ", ", &support::Sentence::text);
}

std::string oversubscriptionText(std::int64_t streams, std::int64_t threads, std::int64_t cores)
{
    if (cores <= 0 || streams <= 0 || threads <= 0 || streams <= cores / threads)
        return {};
    return countOf(static_cast<std::uint64_t>(streams), "stream", "streams") + " of "
        + countOf(static_cast<std::uint64_t>(threads), "thread", "threads")
        + (streams == 1 ? "" : " each") + " share "
        + countOf(static_cast<std::uint64_t>(cores), "core", "cores");
}

std::optional<double> aloneNs(const LoadRecord& load, engine::StepId step)
{
    if (step.value() >= load.steps.size() || load.steps[step.value()].samples == 0)
        return std::nullopt;
    return load.steps[step.value()].medianNs;
}

std::optional<double> timesAlone(const LoadRecord& load, engine::StepId step, double medianNs)
{
    const auto alone = aloneNs(load, step);
    return alone && *alone > 0 ? std::optional(medianNs / *alone) : std::nullopt;
}

std::vector<FigureLine> loadLines(const Profile& profile, double serviceNs)
{
    if (!profile.load)
        return {};
    const auto& load = *profile.load;
    std::vector<FigureLine> lines;
    lines.push_back({ "Requests a second", support::numberText(requestsPerSecond(load), 4),
        countOf(load.latency.count(), "request", "requests") + " in " + duration(load.spanNs) + "; "
            + loadText(profile.metadata) + "; streams worked " + support::shareText(load.busy)
            + " of the time" });
    lines.push_back(medianLine("Latency", load.latency));
    if (const auto missing = missingPercentilesText(load); !missing.empty())
        lines.back().detail += "; " + missing;
    if (load.wait.count() > 0) {
        lines.push_back(medianLine("Wait in the queue", load.wait));
        lines.push_back(
            { "Rate kept up with", isQueueGrowing(profile) ? "no" : "yes", queueText(profile) });
    }
    if (load.wall.samples > 0 && load.wall.medianNs > 0)
        lines.push_back({ "One stream alone, median", duration(load.wall.medianNs),
            "under load a request takes " + support::numberText(serviceNs / load.wall.medianNs)
                + " times as long" });
    return lines;
}

} // namespace profiler
