#include "profiler/exporters/comparison_html.h"

#include "model/support/atomic_file.h"
#include "profiler/exporters/comparison_cards.h"
#include "profiler/exporters/html_cells.h"
#include "profiler/exporters/html_page.h"
#include "profiler/peaks/arithmetic_type.h"

namespace profiler {
namespace {

using support::Result;

/// The settings that both sides share. settingsCard() shows the differences.
std::string settingsLine(const ComparisonReport& report)
{
    if (report.time == nullptr)
        return "not measured";
    const auto& a = report.time->a->metadata;
    const auto& b = report.time->b->metadata;
    const auto precisionA = precisionText(*report.time->a);
    const auto precisionB = precisionText(*report.time->b);
    const auto threads = a.integer(keys::threads);
    const auto& wall = report.time->wall;
    const auto runs
        = support::countText(wall.a.samples) + " + " + support::countText(wall.b.samples) + " runs";
    return settingsText(
        { startedAt(a), a.text(keys::dims) == b.text(keys::dims) ? a.text(keys::dims) : "",
            precisionA == precisionB ? precisionA : precisionA + " → " + precisionB,
            threads == b.integer(keys::threads) ? threadsText(threads) : "",
            report.time->method == Method::Interleaved
                ? support::countOf(report.time->rounds, "round", "rounds") + " in turns, " + runs
                : "measured apart, " + runs });
}

std::string head(const ComparisonReport& report)
{
    PageHead head { "Opscope comparison report", report.names[0] + " → " + report.names[1], {},
        settingsLine(report), { "no network" } };
    head.heading = head.title;
    if (report.time != nullptr)
        head.chips.insert(head.chips.begin(), { "reopens in Opscope", "raw samples inside" });
    return pageStart(head);
}

Result<void> writeTime(
    const ComparisonReport& report, const SideReports& sides, const ExportSink& sink)
{
    TRY(sink(waterfallCard(*report.time)));
    TRY(sink(effectsCard(*report.time)));
    TRY(sink(comparedOperatorsCard(*report.time)));
    TRY(sink(twoColumns(comparedRunsCard(sides[0], "A"), comparedRunsCard(sides[1], "B"))));
    return sink(gateCard(report) + settingsCard(report));
}

} // namespace

Result<void> writeComparisonHtml(const ComparisonReport& report, const ExportSink& sink)
{
    TRY(sink(head(report)));
    TRY(sink(comparisonFigures(report) + highlights(report)));
    SideReports sides;
    if (report.time != nullptr) {
        sides = { buildReport(report.time->a, report.options),
            buildReport(report.time->b, report.options) };
        TRY(writeTime(report, sides, sink));
    }
    TRY(sink(structureCard(report) + numbersCard(report)));
    if (report.time != nullptr)
        TRY(sink(comparedOriginCard(report, sides) + comparedMethodCard(report, sides)));
    std::string data;
    if (report.time != nullptr)
        for (const auto& [id, side] :
            { std::pair("opscope-data-a", &sides[0]), std::pair("opscope-data-b", &sides[1]) })
            data += TRY(dataElement(id, *side->profile, side->metadata));
    return sink(pageEnd(data));
}

Result<void> comparisonToFile(const ComparisonReport& report, const std::filesystem::path& target)
{
    auto file = TRY(support::AtomicFile::create(target));
    TRY(writeComparisonHtml(report, [&file](std::string_view part) { return file.write(part); }));
    return file.commit();
}

} // namespace profiler
