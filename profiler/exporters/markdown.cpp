#include "profiler/exporters/exporter.h"

#include "model/support/markdown.h"
#include "model/support/text.h"
#include "profiler/load/load_figures.h"

#include <algorithm>

namespace profiler {

namespace {

using support::Result;

constexpr std::size_t rowsShown = 20;

std::string cell(std::string_view text, std::size_t most = 80)
{
    return support::markdownText(support::elideMiddle(support::sanitise(text), most));
}

std::string line(std::initializer_list<std::string> cells)
{
    std::string result = "|";
    for (const auto& text : cells)
        result += " " + text + " |";
    return result + "\n";
}

std::string stepLine(const Profile& profile, const StepRow& row)
{
    const auto& step = profile.step(row.step);
    const auto measurement = row.time.measurement();
    return line(
        { cell(profile.text(step.label)), cell(profile.text(step.opType)), text(measurement),
            support::shareText(row.share), cell(profile.text(step.implementation)) });
}

std::string accountText(const Account& account)
{
    const auto part = [&](std::string_view name, std::int64_t ns) {
        const double share = account.wallNs > 0
            ? static_cast<double>(ns) / static_cast<double>(account.wallNs)
            : 0;
        return line({ std::string(name), support::durationText(static_cast<double>(ns), 4),
            support::shareText(share) });
    };
    std::string text = "\n| median run | time | share of wall |\n| --- | ---: | ---: |\n";
    text += part("operators", account.operatorsNs)
        + part("reorders and copies", account.reordersNs + account.copiesNs);
    text += part("dispatch", account.dispatchNs)
        + part("waiting and allocation", account.waitingNs + account.allocationNs);
    text += part("unaccounted", account.unaccountedNs);
    if (account.overlapNs > 0)
        text += part("overlap (counted twice)", -account.overlapNs);
    return text + part("**wall**", account.wallNs);
}

/// What a reader of a generation must know, and which operators grow with the position.
std::string generationText(const GenerationReport& generation)
{
    std::string text;
    for (const auto& sentence : generationRemarks(generation))
        text += "- " + cell(sentence.text(), 400) + "\n";
    if (generation.growth.empty())
        return text;
    const auto& first = generation.growth.front();
    text += "\n| what grows with position | at " + support::integerText(first.firstPosition)
        + " | at " + support::integerText(first.lastPosition)
        + " | per position |\n| --- | ---: | ---: | ---: |\n";
    for (std::size_t i = 0; i < std::min(rowsShown, generation.growth.size()); ++i) {
        const auto& row = generation.growth[i];
        text += line({ cell(row.opType), support::durationText(std::max(row.firstNs, 0.0)),
            support::durationText(std::max(row.lastNs, 0.0)), growthText(row).text() });
    }
    return text;
}

/// What a reader of a load must know, and its percentiles.
std::string loadTables(const Report& report)
{
    const auto& profile = *report.profile;
    std::string heading = "\n| under load |";
    std::string rule = "| --- |";
    for (const auto& [name, fraction] : loadPercentiles()) {
        heading += " " + std::string(name) + " |";
        rule += " ---: |";
    }
    std::string text;
    for (const auto& sentence :
        { loadText(report.metadata), queueText(profile), missingPercentilesText(*profile.load) })
        if (!sentence.empty())
            text += "- " + cell(sentence, 400) + "\n";
    text += heading + " max |\n" + rule + " ---: |\n";
    for (const auto& [name, histogram] : loadTimes(*profile.load)) {
        text += "| " + std::string(name) + " |";
        for (const auto& percentile : loadPercentiles()) {
            const auto ns = shownPercentile(*histogram, percentile.fraction);
            text += " " + (ns ? support::durationText(*ns) : std::string(support::notMeasured))
                + " |";
        }
        text += " " + support::durationText(static_cast<double>(histogram->max())) + " |\n";
    }
    return text;
}

} // namespace

Result<void> writeMarkdown(const Report& report, const ExportSink& sink)
{
    const auto& statistics = *report.statistics;
    std::string text = "## " + cell(report.title) + "\n\n";
    for (const auto& fact : report.keyFigures)
        text += "- " + cell(fact.name) + ": **" + cell(fact.value) + "**\n";
    if (report.device)
        for (const auto& headline : report.device->headlines)
            text += "- GPU: " + cell(headline, 400) + "\n";
    if (report.generation)
        text += generationText(*report.generation);
    if (report.profile->load)
        text += loadTables(report);
    if (statistics.account)
        text += accountText(*statistics.account);
    text += "\n| operator | type | median | share of wall | implementation |\n| --- | --- | ---: | "
            "---: | --- |\n";
    const auto slowest = slowestSteps(statistics);
    for (std::size_t i = 0; i < std::min(rowsShown, slowest.size()); ++i)
        text += stepLine(*report.profile, statistics.steps[slowest[i]]);
    if (slowest.size() > rowsShown)
        text += "\n" + std::to_string(slowest.size() - rowsShown) + " more steps not shown.\n";
    if (!report.findings.empty())
        text += "\n";
    for (const auto& finding : report.findings)
        text += "- " + cell(finding.text) + " (" + finding.rule
            + (finding.gainNs > 0 ? ", at most " + support::durationText(finding.gainNs) : "")
            + ")\n";
    text += "\n";
    for (const auto& fact : report.origin)
        text += cell(fact.name) + ": " + cell(fact.value) + "; ";
    return sink(text + "\n");
}

} // namespace profiler
