#include "profiler/exporters/html_sections.h"

#include "profiler/charts/charts.h"
#include "profiler/exporters/html_cells.h"
#include "profiler/exporters/html_text.h"
#include "profiler/exporters/svg.h"
#include "profiler/statistics/roofline.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace profiler {
namespace {

constexpr std::size_t maxNames = 200; ///< names of nodes shown per fate
constexpr std::size_t maxLiving = 6; ///< values shown that are live at the peak
constexpr double halfWidth = 560;
constexpr double chartHeight = 240;

using Kind = Column::Kind;
using Order = Column::Order;

std::string spanRow(
    const Profile& profile, const Slices& slices, std::size_t slice, std::int64_t zeroNs)
{
    const auto& step = profile.steps[slices.step[slice]];
    const auto start = static_cast<double>(slices.startNs[slice] - zeroNs);
    const auto duration = static_cast<double>(slices.durationNs[slice]);
    return tableRow(durationCell(start) + durationCell(duration)
        + textCell(nameHtml(profile.text(step.label)), "name")
        + textCell(escaped(profile.text(step.opType))));
}

/// A table of the spans of a run, for the chart of that run.
std::string spanTable(const Profile& profile, std::uint32_t run)
{
    std::string rows;
    std::size_t count = 0;
    const auto& slices = profile.slices;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if (slices.run[i] != run || slices.kind[i] != SliceKind::Step
            || slices.step[i] == Slices::none)
            continue;
        if (++count <= maxTableRows)
            rows += spanRow(profile, slices, i, profile.runs[run].startNs);
    }
    const auto summary = count <= maxTableRows
        ? support::countOf(count, "span", "spans") + " as a table"
        : "the first " + support::countText(maxTableRows) + " of " + support::countText(count)
            + " spans as a table";
    return foldedTable(summary,
        { { "Start", Kind::Number }, { "Time", Kind::Number }, { "Operator" }, { "Type" } }, rows);
}

std::string callsText(double calls)
{
    return calls == std::floor(calls) ? support::countText(static_cast<std::uint64_t>(calls))
                                      : support::numberText(calls);
}

std::string operatorRow(
    const Profile& profile, const Statistics& statistics, const StepRow& data, double largest)
{
    const auto& step = profile.step(data.step);
    const auto& time = data.time;
    const auto tier = profile.text(step.tier);
    const auto implementation = profile.text(step.implementation);
    auto cells = stepCell(profile, step) + textCell(escaped(profile.text(step.opType)))
        + numberCell(time.median, "<b>" + durationHtml(time.median) + "</b>");
    cells += time.interval
        ? numberCell(time.interval->half(), escaped(intervalText(time.measurement())))
        : numberCell(-1, time.samples == 1 ? "one run" : intervalText(time.measurement()));
    cells += shareCell(data.share, largest) + durationCell(time.p90)
        + numberCell(data.callsPerRun, escaped(callsText(data.callsPerRun)));
    const bool hasRate = data.flopsPerSecond && *data.flopsPerSecond > 0;
    cells += hasRate
        ? numberCell(*data.flopsPerSecond, escaped(support::workRateText(*data.flopsPerSecond)))
        : emptyCell();
    if (statistics.threads > 0)
        cells += data.threadsBusy ? percentCell(*data.threadsBusy) : emptyCell();
    return tableRow(cells
        + textCell(escaped(implementation.empty() ? tier : implementation),
            tier == "reference" ? "impl warn" : "impl"));
}

std::string operatorNote(std::size_t shown, std::size_t all)
{
    if (shown == all)
        return "click a heading to sort; own time, without operators inside; of wall: the median "
               "of the recorded runs";
    return "the slowest " + support::countText(shown) + " of " + support::countText(all)
        + "; the page's data contains all of them";
}

std::string typeRow(const Profile& profile, const TypeRow& data, double largest)
{
    auto cells = textCell(keyHtml(categoryOf(profile, data)) + escaped(profile.text(data.opType)))
        + countCell(data.steps) + durationCell(data.time.median) + shareCell(data.share, largest);
    if (data.flops == 0)
        return tableRow(cells + emptyCell());
    const auto flops = static_cast<double>(data.flops);
    return tableRow(cells
        + numberCell(
            flops, (data.unknownCosts > 0 ? "≥ " : "") + escaped(support::workText(flops))));
}

std::string memoryTable(const LiveMemory& memory)
{
    const auto rows = tableRows(memory.samples, [](const LiveMemory::Sample& sample) {
        return tableRow(durationCell(static_cast<double>(sample.timeNs)) + bytesCell(sample.bytes));
    });
    return foldedTable("live bytes as a table, without weights",
        { { "From", Kind::Number }, { "Live", Kind::Number } }, rows);
}

std::string runRow(const Run& run)
{
    return tableRow(numberCell(run.number, std::to_string(run.number))
        + textCell(sideName(run.side))
        + numberCell(static_cast<double>(run.wallNs),
            escaped(support::durationText(static_cast<double>(run.wallNs), 4)))
        + numberCell(run.involuntarySwitches, std::to_string(run.involuntarySwitches)));
}

std::string fateRow(
    const Profile& profile, Fate fate, const std::vector<const NodeProvenance*>& nodes)
{
    auto cells = textCell(fateName(fate)) + countCell(nodes.size());
    if (fate == Fate::Kept)
        return tableRow(cells + "<td></td>");
    std::string names;
    for (std::size_t i = 0; i < std::min(nodes.size(), maxNames); ++i) {
        const auto pass = profile.text(nodes[i]->pass);
        names += "<div>" + escaped(profile.text(nodes[i]->opType)) + " "
            + nameHtml(profile.text(nodes[i]->label), 120)
            + (pass.empty() ? "" : " (" + escaped(pass) + ")") + "</div>";
    }
    if (nodes.size() > maxNames)
        names += "<div>and " + escaped(support::countText(nodes.size() - maxNames))
            + " more, in the data inside</div>";
    return tableRow(cells + textCell("<details><summary>names</summary>" + names + "</details>"));
}

} // namespace

std::string timelineCard(const Report& report)
{
    const auto& profile = *report.profile;
    const auto run = medianRun(profile);
    if (!run)
        return emptyCard("Timeline", "No run was recorded.");
    const auto geometry = Timeline::build(report.profile);
    const auto note = "run " + std::to_string(profile.runs[*run].number) + " of "
        + std::to_string(profile.runs.size()) + "; "
        + support::countOf(profile.losses.dropped, "record", "records")
        + " dropped; a dark lower half stands for several spans in one pixel";
    return cardStart("Timeline of the median run", note, Width::Full)
        + svgOf(timelineFigure(*geometry, *report.statistics, *run, pageWidth),
            "Timeline of the median run")
        + spanTable(profile, *run) + cardEnd();
}

std::string operatorsCard(const Report& report)
{
    const auto& statistics = *report.statistics;
    const auto order = slowestSteps(statistics);
    const auto shown = std::min(order.size(), maxTableRows);
    const auto largest = largestShare(statistics.steps);
    const auto rows = tableRows(order, [&](std::uint32_t step) {
        return operatorRow(*report.profile, statistics, statistics.steps[step], largest);
    });
    std::vector<Column> columns { { "Operator" }, { "Type" },
        { "Median", Kind::Number, Order::Descending }, { "95 %", Kind::Number },
        { "Of wall", Kind::Number }, { "p90", Kind::Number }, { "Calls", Kind::Number },
        { "Rate", Kind::Number }, { "Implementation" } };
    if (statistics.threads > 0)
        columns.insert(columns.end() - 1, { "Threads busy", Kind::Number });
    return cardStart("Slowest operators", operatorNote(shown, order.size()), Width::Full)
        + sortedTable(columns, rows) + cardEnd();
}

std::string typesCard(const Report& report)
{
    const auto& statistics = *report.statistics;
    const auto largest = largestShare(statistics.types);
    std::string rows;
    for (const auto& type : statistics.types)
        rows += typeRow(*report.profile, type, largest);
    const std::vector<Column> columns { { "Type" }, { "Steps", Kind::Number },
        { "Time", Kind::Number, Order::Descending }, { "Of wall", Kind::Number },
        { "Work", Kind::Number } };
    return cardStart("By operator type", "share of wall; dashed: between operators")
        + svgOf(typeStrip(typeParts(*report.profile, statistics), halfWidth),
            "Share of wall by operator type")
        + sortedTable(columns, rows) + cardEnd();
}

std::string accountCard(const Report& report)
{
    if (!report.statistics->account)
        return emptyCard("Where the time goes", "No run was recorded.");
    const auto& account = *report.statistics->account;
    const auto note = report.device
        ? "of the host's thread, in the median run: launches, not kernels; all rows add up exactly"
        : "the median run; all rows are of this run, so they add up exactly";
    return cardStart("Where the time goes", note)
        + svgOf(accountStrip(account, halfWidth), "Parts of the median run")
        + accountTable(accountParts(account), account.wallNs, { "Operators", "Unaccounted" })
        + cardEnd();
}

std::string rooflineCard(const Report& report)
{
    constexpr std::string_view title = "Roofline";
    if (!report.roofline)
        return emptyCard(title,
            "The peaks of this machine were not measured: `opscope-cli selftest peaks` keeps them "
            "for later profiles.");
    const auto& profile = *report.profile;
    auto ordered = report.roofline->rows;
    std::ranges::stable_sort(ordered, std::greater<> {}, &RoofRow::medianNs);
    const auto rows = tableRows(ordered, [&](const RoofRow& entry) {
        const auto& step = profile.step(entry.step);
        return tableRow(textCell(nameHtml(profile.text(step.label)), "name")
            + textCell(escaped(profile.text(step.opType))) + durationCell(entry.medianNs)
            + numberCell(entry.flopsPerByte, escaped(support::numberText(entry.flopsPerByte)))
            + numberCell(entry.flopsPerSecond, escaped(support::workRateText(entry.flopsPerSecond)))
            + (entry.ofRoof ? percentCell(*entry.ofRoof) : emptyCell())
            + textCell(entry.ofRoof ? std::string(roofBoundName(entry.bound))
                                    : roofVerdict(entry).text()));
    });
    const std::vector<Column> columns { { "Operator" }, { "Type" },
        { "Time", Kind::Number, Order::Descending }, { "FLOP per byte", Kind::Number },
        { "Rate", Kind::Number }, { "Of roof", Kind::Number }, { "Bound by" } };
    return cardStart(title,
               "area of a dot: time; roofs measured on this machine; bytes are the least that must "
               "move",
               Width::Full)
        + svgOf(rooflineFigure(profile, *report.roofline, pageWidth, 320), title)
        + foldedTable("The dots as a table", columns, rows) + cardEnd();
}

std::string memoryCard(const Report& report)
{
    const auto& profile = *report.profile;
    const auto run = medianRun(profile);
    const auto figure = run ? memoryFigure(profile, *run, halfWidth, chartHeight) : Figure();
    if (figure.shapes.empty())
        return emptyCard("Memory over time", "No memory was planned in this profile.");
    const auto live = liveMemory(profile, *run);
    std::string rows;
    for (std::size_t i = 0; i < std::min(maxLiving, live.livingAtPeak.size()); ++i) {
        const auto& value = profile.memory.lifetimes[live.livingAtPeak[i]];
        rows += tableRow(textCell(nameHtml(profile.text(value.name), 120), "name")
            + bytesCell(value.bytes)
            + bytesCell(
                profile.memory.weightBytes + peakWithout(profile, live, live.livingAtPeak[i])));
    }
    const auto note = "live bytes by the plan, in the median run; arena "
        + support::bytesText(profile.memory.arenaBytes);
    return cardStart("Memory over time", note) + svgOf(figure, "Live memory over time")
        + "<table><thead><tr><th scope=\"col\">Live at the peak</th><th scope=\"col\" "
          "class=\"n\">Size</th><th scope=\"col\" class=\"n\">Peak without "
          "it</th></tr></thead><tbody>\n"
        + rows + "</tbody></table>" + memoryTable(live) + cardEnd();
}

std::string runsCard(const Report& report)
{
    const auto& profile = *report.profile;
    const auto rows = tableRows(profile.runs, runRow);
    const std::vector<Column> columns { { "Run", Kind::Number }, { "Kind" },
        { "Wall", Kind::Number }, { "Interrupted", Kind::Number } };
    return cardStart("Every run", "wall time; outliers are kept and marked")
        + svgOf(runsFigure(profile, *report.statistics, halfWidth, chartHeight),
            "Wall time of every run")
        + foldedTable(
            support::countOf(profile.runs.size(), "run", "runs") + " as a table", columns, rows)
        + cardEnd();
}

std::string fallbacksCard(const Report& report)
{
    const auto& profile = *report.profile;
    std::string rows;
    std::size_t count = 0;
    for (const auto& step : profile.steps) {
        const bool isPlain = profile.text(step.tier) == "reference";
        if (!isPlain || step.kind != StepKind::Operator || ++count > maxTableRows)
            continue;
        const auto refusals = profile.text(step.refusals);
        const auto why = refusals.empty() ? "there is no faster kernel for it" : refusals;
        rows += tableRow(stepCell(profile, step, 120) + textCell(escaped(profile.text(step.opType)))
            + textCell(nameHtml(why, 400), "impl wide"));
    }
    if (rows.empty())
        return {};
    const auto note = support::countOf(count, "step", "steps") + " that no faster kernel took";
    return cardStart("On plain kernels, and why", note, Width::Full)
        + sortedTable({ { "Operator" }, { "Type" }, { "Refused because" } }, rows) + cardEnd();
}

std::string fatesCard(const Report& report)
{
    const auto& profile = *report.profile;
    std::array<std::vector<const NodeProvenance*>, 7> byFate;
    for (const auto& node : profile.provenance)
        byFate[static_cast<std::size_t>(node.fate)].push_back(&node);
    std::string rows;
    for (std::size_t i = 0; i < byFate.size(); ++i) {
        if (!byFate[i].empty())
            rows += fateRow(profile, static_cast<Fate>(i), byFate[i]);
    }
    if (rows.empty())
        return {};
    const auto note = support::countOf(profile.provenance.size(), "node", "nodes")
        + " in the model, " + support::countOf(profile.steps.size(), "step", "steps")
        + " in the plan";
    return cardStart("What happened to the model's nodes", note, Width::Full)
        + "<table><thead><tr><th scope=\"col\">Fate</th><th scope=\"col\" "
          "class=\"n\">Nodes</th><th></th></tr></thead><tbody>\n"
        + rows + "</tbody></table>" + cardEnd();
}

std::string originCard(const Report& report)
{
    return cardStart("Where this comes from", "") + factList(report.origin) + cardEnd();
}

std::string methodCard(const Report& report)
{
    auto facts = report.settings;
    facts.insert(facts.end(), report.method.begin(), report.method.end());
    facts.insert(facts.end(), report.analysis.begin(), report.analysis.end());
    return cardStart("How it was measured", "") + factList(facts) + cardEnd();
}

std::string conditionsCard(const Report& report)
{
    if (report.conditions.empty())
        return {};
    return cardStart("Conditions", "of the machine before the first run")
        + factList(report.conditions) + cardEnd();
}

} // namespace profiler
