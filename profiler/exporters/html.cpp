#include "profiler/exporters/exporter.h"
#include "profiler/exporters/html_charts.h"
#include "profiler/exporters/html_page.h"
#include "profiler/exporters/html_text.h"

#include <algorithm>

namespace profiler {

namespace {

using html::escape;
using support::Result;

constexpr std::size_t rowsOpen = 20;
constexpr std::size_t rowsAtMost = 2000;

std::string factTable(const std::vector<Fact>& facts)
{
    std::string table = "<table class=\"facts\"><tbody>";
    for (const auto& fact : facts)
        table += "<tr><th scope=\"row\">" + escape(fact.name) + "</th><td>" + escape(fact.value, 400) + "</td></tr>";
    return table + "</tbody></table>";
}

std::string section(std::string_view title, const std::string& content)
{
    return content.empty() ? "" : "<section><h2>" + escape(title) + "</h2>" + content + "</section>\n";
}

std::string head(const Report& report)
{
    std::string settings;
    for (const auto& fact : report.settings) {
        if (settings.size() < 400)
            settings += (settings.empty() ? "" : " · ") + escape(fact.name, 40) + " " + escape(fact.value, 120);
    }
    std::string cards;
    for (const auto& fact : report.keyFigures)
        cards += "<div class=\"card\"><div class=\"name\">" + escape(fact.name) + "</div><div class=\"figure\">" + escape(fact.value) + "</div></div>";
    return "<header><h1>" + escape(report.title.empty() ? "Profile" : report.title) + "</h1><p class=\"secondary\">" + settings + "</p></header>\n<div class=\"cards\">" + cards + "</div>\n";
}

std::string findings(const Report& report)
{
    if (report.findings.empty())
        return "<p>Nothing passes the thresholds: no share above them, no fallbacks worth naming.</p>";
    std::string list = "<ul>";
    for (const auto& finding : report.findings)
        list += "<li>" + escape(finding.text, 600) + " <span class=\"secondary\">" + escape(finding.rule) + "</span></li>";
    return list + "</ul>";
}

/// A cell that sorts by `key`.
std::string cell(double key, const std::string& shown) { return "<td class=\"n\" data-k=\"" + html::number(key) + "\">" + shown + "</td>"; }

std::string stepRow(const Report& report, const StepRow& row)
{
    const auto& profile = *report.profile;
    const auto& step = profile.step(row.step);
    const auto style = html::categoryClass(profile, step.domain, step.opType);
    std::string origins;
    for (const auto& origin : step.origins)
        origins += (origins.empty() ? "" : ", ") + std::string(profile.text(origin.label));
    std::string line = "<tr><td title=\"" + escape(origins, 600) + "\"><span class=\"swatch " + style + "\"></span>" + escape(profile.text(step.label), 60) + "</td><td>"
        + escape(profile.text(step.opType)) + "</td>";
    line += cell(row.time.median, escape(text(row.time.measurement())));
    line += cell(row.share, html::shareBar(row.share, style) + " " + escape(support::shareText(row.share)));
    line += cell(row.time.p10, escape(support::durationText(row.time.p10))) + cell(row.time.p90, escape(support::durationText(row.time.p90)));
    line += cell(row.callsPerRun, escape(support::numberText(row.callsPerRun)));
    line += step.flops ? cell(static_cast<double>(*step.flops), escape(support::workText(static_cast<double>(*step.flops)))) : cell(-1, "–");
    line += row.flopsPerSecond ? cell(*row.flopsPerSecond, escape(support::workRateText(*row.flopsPerSecond))) : cell(-1, "–");
    return line + "<td>" + escape(profile.text(step.implementation), 60) + "</td></tr>\n";
}

constexpr std::string_view stepHeading = "<thead><tr><th>Operator</th><th>Type</th><th class=\"n\">Median</th><th class=\"n\">Share of wall</th><th class=\"n\">p10</th><th "
                                         "class=\"n\">p90</th><th class=\"n\">Calls</th><th class=\"n\">FLOP</th><th class=\"n\">Rate</th><th>Implementation</th></tr></thead>";

std::string stepTables(const Report& report)
{
    const auto slowest = slowestSteps(*report.statistics);
    std::string top;
    std::string rest;
    for (std::size_t i = 0; i < std::min(slowest.size(), rowsAtMost); ++i)
        (i < rowsOpen ? top : rest) += stepRow(report, report.statistics->steps[slowest[i]]);
    std::string result = "<table class=\"sortable\">" + std::string(stepHeading) + "<tbody>" + top + "</tbody></table>";
    if (!rest.empty())
        result += "<details><summary>" + std::to_string(slowest.size() - rowsOpen) + " more</summary><table class=\"sortable\">" + std::string(stepHeading) + "<tbody>" + rest
            + "</tbody></table></details>";
    if (slowest.size() > rowsAtMost)
        result += "<p class=\"secondary\">" + std::to_string(rowsAtMost) + " of " + std::to_string(slowest.size()) + " steps are shown; all are in the data of this file.</p>";
    return result;
}

std::string typeTable(const Report& report)
{
    std::string table = "<table class=\"sortable\"><thead><tr><th>Type</th><th class=\"n\">Steps</th><th class=\"n\">Median</th><th class=\"n\">Share of wall</th><th "
                        "class=\"n\">FLOP</th></tr></thead><tbody>";
    for (const auto& row : report.statistics->types) {
        const auto style = html::categoryClass(*report.profile, row.domain, row.opType);
        const auto work = (row.unknownCosts > 0 ? "≥ " : "") + support::workText(static_cast<double>(row.flops));
        table += "<tr><td><span class=\"swatch " + style + "\"></span>" + escape(report.profile->text(row.opType)) + "</td>" + cell(row.steps, std::to_string(row.steps));
        table += cell(row.time.median, escape(text(row.time.measurement()))) + cell(row.share, html::shareBar(row.share, style) + " " + escape(support::shareText(row.share)));
        table += cell(static_cast<double>(row.flops), escape(work)) + "</tr>\n";
    }
    return table + "</tbody></table>";
}

std::string accountTable(const Report& report)
{
    if (!report.statistics->account)
        return {};
    const auto& account = *report.statistics->account;
    const std::pair<std::string_view, std::int64_t> parts[] = { { "Operators", account.operatorsNs }, { "Reorders", account.reordersNs }, { "Copies", account.copiesNs },
        { "Dispatch, between steps", account.dispatchNs }, { "Waiting", account.waitingNs }, { "Allocation", account.allocationNs },
        { "Unaccounted, before the first and after the last step", account.unaccountedNs }, { "Overlap, counted twice", -account.overlapNs } };
    std::string table = "<table><tbody>";
    const auto wall = static_cast<double>(std::max<std::int64_t>(1, account.wallNs));
    for (const auto& [name, ns] : parts) {
        if (ns == 0 && name != "Operators" && name.find("Unaccounted") == std::string_view::npos)
            continue;
        table += "<tr><td>" + escape(name) + "</td><td class=\"n\">" + escape(support::durationText(static_cast<double>(ns), 4)) + "</td><td class=\"n\">"
            + escape(support::shareText(static_cast<double>(ns) / wall)) + "</td></tr>";
    }
    return table + "<tr class=\"sum\"><td>Wall of the median run</td><td class=\"n\">" + escape(support::durationText(static_cast<double>(account.wallNs), 4))
        + "</td><td class=\"n\">100 %</td></tr></tbody></table>";
}

std::string memorySection(const Report& report)
{
    const auto chart = html::memoryChart(report);
    if (chart.empty())
        return {};
    const auto peak = html::memoryPeak(*report.profile);
    std::string table = "<details><summary>Alive at the peak</summary><table class=\"sortable\"><thead><tr><th>Tensor</th><th class=\"n\">Size</th></tr></thead><tbody>";
    for (std::size_t i = 0; i < std::min<std::size_t>(peak.live.size(), 100); ++i)
        table += "<tr><td>" + escape(report.profile->text(peak.live[i]->name)) + "</td>" + cell(static_cast<double>(peak.live[i]->bytes), escape(support::bytesText(peak.live[i]->bytes))) + "</tr>";
    return chart + "<p>Weights " + escape(support::bytesText(report.profile->memory.weightBytes)) + ", arena of activations " + escape(support::bytesText(report.profile->memory.arenaBytes))
        + ". Planned, not measured.</p>" + table + "</tbody></table></details>";
}

std::string fallbacks(const Report& report)
{
    const auto& profile = *report.profile;
    std::string rows;
    std::size_t count = 0;
    for (const auto& step : profile.steps) {
        const auto refusals = profile.text(step.refusals);
        if (profile.text(step.tier) != "reference" || refusals.empty() || ++count > 200)
            continue;
        rows += "<tr><td>" + escape(profile.text(step.label), 80) + "</td><td>" + escape(profile.text(step.opType)) + "</td><td>" + escape(refusals, 300) + "</td></tr>";
    }
    std::string changed;
    count = 0;
    for (const auto& node : profile.provenance) {
        if (node.fate == Fate::Kept || ++count > 500)
            continue;
        changed += "<tr><td>" + escape(profile.text(node.label), 80) + "</td><td>" + escape(profile.text(node.opType)) + "</td><td>" + escape(fateName(node.fate)) + "</td><td>"
            + escape(profile.text(node.pass)) + "</td></tr>";
    }
    std::string result;
    if (!rows.empty())
        result += "<h3>On plain kernels, and why</h3><table><thead><tr><th>Step</th><th>Type</th><th>Refused because</th></tr></thead><tbody>" + rows + "</tbody></table>";
    if (!changed.empty())
        result += "<details><summary>Nodes that are no step of their own</summary><table><thead><tr><th>Node</th><th>Type</th><th>Became</th><th>Pass</th></tr></thead><tbody>" + changed
            + "</tbody></table></details>";
    return result;
}

/// The JSON exporter's document inside a script element: `<` must not end it.
Result<std::string> embeddedData(const Report& report)
{
    const auto json = TRY(exportText(*findExporter("json"), report));
    std::string safe;
    safe.reserve(json.size());
    for (const char c : json)
        safe += c == '<' ? std::string("\\u003c") : std::string(1, c);
    return "<script type=\"application/json\" id=\"opscope-data\">" + safe + "</script>\n";
}

} // namespace

Result<void> writeHtml(const Report& report, const ExportSink& sink)
{
    TRY(sink(html::pageStart(report.title)));
    TRY(sink(head(report)));
    TRY(sink(section("What stands out", findings(report))));
    TRY(sink(section("Timeline of the median run", html::timelineChart(report))));
    TRY(sink(section("Slowest operators", stepTables(report))));
    TRY(sink(section("By type", typeTable(report))));
    TRY(sink(section("Where the time of the median run went", accountTable(report))));
    TRY(sink(section("Every run", html::runsChart(report) + "<p class=\"secondary\">Grey: warm-up, not counted. Filled: with recording. Rings: without.</p>")));
    TRY(sink(section("Memory", memorySection(report))));
    TRY(sink(section("Fallbacks and changes to the graph", fallbacks(report))));
    TRY(sink(section("Where this comes from", factTable(report.origin) + factTable(report.settings))));
    TRY(sink(section("How it was measured", factTable(report.method))));
    const auto data = TRY(embeddedData(report));
    TRY(sink(data));
    return sink(html::pageEnd());
}

} // namespace profiler
