#include "profiler/statistics/generation_report.h"

#include "profiler/statistics/account.h"
#include "profiler/statistics/rank_statistics.h"
#include "profiler/statistics/roofline.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace profiler {

namespace {

/// Returns the sums by type over the position; the longest type first.
std::vector<TypeCurve> curvesOf(const Profile& profile, const TokenOperators& operators)
{
    std::map<std::string_view, std::vector<double>> sums;
    std::map<std::string_view, std::string_view> domains;
    for (const auto& row : operators.rows) {
        const auto type = profile.text(row.opType);
        auto& ns = sums[type];
        ns.resize(operators.runs.size());
        std::ranges::transform(ns, row.ns, ns.begin(), std::plus<>());
        domains.emplace(type, profile.text(profile.step(row.steps.front()).domain));
    }
    std::map<std::int64_t, std::vector<std::size_t>> runsAt;
    for (std::size_t i = 0; i < operators.runs.size(); ++i)
        runsAt[profile.runs[operators.runs[i]].position].push_back(i);
    std::vector<TypeCurve> curves;
    for (const auto& [type, ns] : sums) {
        TypeCurve curve { std::string(type), std::string(domains[type]), {}, {} };
        for (const auto& [position, runs] : runsAt) {
            std::vector<double> times;
            for (const auto run : runs)
                times.push_back(ns[run]);
            curve.positions.push_back(position);
            curve.ns.push_back(medianIn(times));
        }
        curves.push_back(std::move(curve));
    }
    std::ranges::stable_sort(
        curves, std::greater<>(), [](const TypeCurve& curve) { return medianOf(curve.ns); });
    return curves;
}

/// Nothing if the bytes of a step that takes over 1 % of the time are not known.
std::optional<TokenTraffic> trafficOf(
    const Profile& profile, const Statistics& statistics, const GenerationFigures& figures)
{
    const auto peaks = knownPeaks(profile.metadata);
    if (!peaks || !peaks->device.empty() || figures.token.median <= 0)
        return std::nullopt;
    TokenTraffic traffic;
    for (const auto& row : statistics.steps) {
        if (row.time.samples == 0)
            continue;
        const auto& bytes = profile.step(row.step).bytes;
        if (!bytes && row.share > 0.01)
            return std::nullopt;
        traffic.bytes += static_cast<double>(bytes.value_or(0)) * row.callsPerRun;
    }
    traffic.bytesPerSecond = traffic.bytes * 1e9 / figures.token.median;
    traffic.ceiling = bandwidthFor(*peaks, wholeOf(traffic.bytes));
    return traffic.ceiling > 0 ? std::optional(traffic) : std::nullopt;
}

} // namespace

bool hasGenerations(const Profile& profile)
{
    return std::ranges::any_of(profile.runs, [](const Run& run) {
        return run.position >= 0
            && (run.side == Side::Profiled || run.side == Side::Unprofiled
                || run.side == Side::Prefill);
    });
}

std::shared_ptr<const GenerationReport> generationReport(
    const Profile& profile, const Statistics& statistics, const std::stop_token& stop)
{
    if (!hasGenerations(profile))
        return nullptr;
    auto report = std::make_shared<GenerationReport>();
    report->samples = tokenSamples(profile);
    report->figures = generationFigures(report->samples);
    report->outliers = tokenOutliers(profile, report->samples, report->figures);
    report->tokens = tokenOperators(profile, stop);
    report->prefill = prefillOperators(profile, stop);
    if (!stop.stop_requested()) {
        report->tokenTable = tokenTable(profile, report->tokens);
        report->prefillTable = tokenTable(profile, report->prefill);
    }
    report->growth = growthByType(profile, stop);
    report->curves = curvesOf(profile, report->tokens);
    report->traffic = trafficOf(profile, statistics, report->figures);
    report->tokensWanted = profile.metadata.integer(keys::generationTokens).value_or(0);
    report->firstDifference = profile.metadata.integer(keys::generationDifference).value_or(0);
    return report;
}

support::Sentence stoppedText(const GenerationReport& report)
{
    if (report.tokensWanted <= report.figures.tokens)
        return {};
    return { "%1 of %2 tokens: all figures are of these",
        { std::to_string(report.figures.tokens), support::integerText(report.tokensWanted) } };
}

support::Sentence differenceText(const GenerationReport& report)
{
    if (report.firstDifference <= 0)
        return {};
    return { "runs chose different tokens from token %1 on: times after it are of different inputs",
        { std::to_string(report.firstDifference) } };
}

support::Sentence boundText(const GenerationReport& report)
{
    constexpr double proven = 0.7; // of the bandwidth that was measured
    constexpr double beyond = 1.15; // more: the bytes are in a cache, or the peak was not reached
    const auto share = report.traffic && report.traffic->ceiling > 0
        ? report.traffic->bytesPerSecond / report.traffic->ceiling
        : 0;
    if (share < proven || share > beyond)
        return {};
    support::Sentence bound { "bound by memory: a token moves at least %1 at %2, the machine was "
                              "measured at %3",
        { support::bytesText(wholeOf(report.traffic->bytes)),
            support::byteRateText(report.traffic->bytesPerSecond),
            support::byteRateText(report.traffic->ceiling) } };
    if (share < 1) {
        bound.pattern = "bound by memory: a token moves at least %1 at %2, the machine was "
                        "measured at %3; faster kernels can win %4 at most, fewer bits per weight "
                        "more";
        bound.values.push_back(support::shareText(1 - share));
    }
    return bound;
}

support::Sentence overtakingText(const GenerationReport& report)
{
    const auto& growth = report.growth;
    if (growth.empty() || !growth.front().slope.isReal() || growth.front().slope.nsPerPosition <= 0)
        return {};
    const auto& first = growth.front();
    const auto longest = std::ranges::max_element(growth, {}, &PositionGrowth::lastNs);
    const auto rise
        = first.slope.nsPerPosition - (longest->slope.isReal() ? longest->slope.nsPerPosition : 0);
    const auto last = static_cast<double>(first.lastPosition);
    if (longest->opType == first.opType || rise <= 0)
        return {};
    const auto position = last + (longest->lastNs - first.lastNs) / rise;
    constexpr double farthest = 16; // a line measured over few positions says nothing of many
    if (position > farthest * std::max(last, 1.0))
        return {};
    return { "%1 takes as long as %2 from position %3 on (estimated)",
        { first.opType, longest->opType, support::integerText(std::llround(position)) } };
}

std::vector<support::Sentence> generationRemarks(const GenerationReport& report)
{
    std::vector<support::Sentence> remarks { stoppedText(report), differenceText(report),
        boundText(report), overtakingText(report) };
    std::erase_if(remarks, std::mem_fn(&support::Sentence::empty));
    return remarks;
}

bool isPromptInParts(const Profile& profile, const GenerationReport& report)
{
    return report.prefillTable
        && profile.runs[report.prefillTable->run].tokens < report.figures.promptTokens;
}

support::Sentence growthText(const PositionGrowth& row)
{
    if (!row.slope.isReal())
        return { "within noise", {} };
    const auto* const sign = row.slope.nsPerPosition < 0 ? "−" : "+";
    return { "%1", { sign + support::durationText(std::abs(row.slope.nsPerPosition)) } };
}

std::vector<support::Sentence> notInAnyOperator(const TokenTable& table)
{
    auto parts = largestParts(table.account);
    parts.insert(parts.begin(),
        { "choosing %1", { support::durationText(static_cast<double>(table.outsideNs)) } });
    return parts;
}

} // namespace profiler
