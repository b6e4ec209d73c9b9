#include "app/cli/profiling/profile_groups.h"

#include "app/cli/profiling/processor_columns.h"
#include "app/cli/text_table.h"
#include "model/support/text.h"
#include "profiler/statistics/scope_rows.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace cli {

using support::JsonWriter;
using support::Result;

namespace {

constexpr std::size_t rowsShown = 25;
constexpr std::array<std::string_view, 4> groupNames { "operator", "type", "scope", "kernel" };

std::string_view nameOf(GroupBy by) { return groupNames[static_cast<std::size_t>(by)]; }

std::vector<profiler::SummedSteps> rowsOf(const profiler::Report& report, GroupBy by)
{
    const auto& profile = *report.profile;
    if (by == GroupBy::Scope)
        return scopeRows(profile, *report.statistics);
    if (by == GroupBy::Kernel)
        return kernelRows(profile, *report.statistics);
    std::vector<profiler::SummedSteps> rows;
    for (const auto& type : report.statistics->types) {
        profiler::SummedSteps row;
        row.name = profile.text(type.opType);
        row.figures = type;
        for (const auto& step : report.statistics->steps)
            if (step.time.samples > 0 && profile.step(step.step).opType == type.opType
                && profile.step(step.step).domain == type.domain)
                row.steps.push_back(step.step);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string shownName(const profiler::SummedSteps& row, GroupBy by)
{
    if (row.isInserted)
        return "(inserted)";
    if (row.name.empty())
        return by == GroupBy::Scope ? "(top level)" : "(not known)";
    return support::sanitise(row.name);
}

} // namespace

Result<GroupBy> groupBy(const Arguments& arguments)
{
    return static_cast<GroupBy>(TRY(placeOfWord(
        "--by", arguments.text("--by", "operator"), { groupNames.begin(), groupNames.end() })));
}

std::string intervalCell(const Invocation& invocation, const profiler::Measurement& measurement)
{
    const auto style = invocation.format == Format::Csv ? support::NumberStyle::File
                                                        : support::NumberStyle::Window;
    return profiler::intervalText(measurement, style, invocation.unit);
}

std::string groupTable(const profiler::Report& report, GroupBy by, const Invocation& invocation)
{
    using Align = TextTable::Align;
    TextTable table { { { std::string(nameOf(by)) }, { "count", Align::Right },
        { "per run", Align::Right }, { "95 %", Align::Right }, { "each", Align::Right },
        { "share", Align::Right }, { "operators", Align::Right } } };
    const ProcessorColumns counted(report, invocation);
    counted.addHeadings(table);
    const auto rows = rowsOf(report, by);
    for (std::size_t i = 0; i < std::min(rowsShown, rows.size()); ++i) {
        const auto& figures = rows[i].figures;
        table.add(
            counted.with({ shownName(rows[i], by), support::numberText(figures.callsPerRun),
                             invocation.duration(figures.time.median),
                             intervalCell(invocation, figures.time.measurement()),
                             figures.callsPerRun > 0
                                 ? invocation.duration(figures.time.median / figures.callsPerRun)
                                 : std::string(),
                             support::shareText(figures.share), std::to_string(figures.steps) },
                rows[i].steps, figures.time.median));
    }
    if (rows.size() > rowsShown)
        table.add(counted.without(
            { "… " + std::to_string(rows.size() - rowsShown) + " more", "", "", "", "", "", "" }));
    const auto wall = report.statistics->wall.measurement();
    table.foot.push_back(counted.without(
        { "wall, with recording", "", invocation.duration(wall.value, 4), "", "", "", "" }));
    return table.text(invocation.format, invocation.colours);
}

void writeGroups(JsonWriter& json, const profiler::Report& report, GroupBy by)
{
    json.key("groups").beginObject().member("by", nameOf(by)).key("rows").beginArray();
    for (const auto& row : rowsOf(report, by)) {
        const auto& figures = row.figures;
        json.beginObject().members({ { "name", row.name }, { "steps", figures.steps },
            { "calls_per_run", figures.callsPerRun },
            { "median_ns", std::llround(figures.time.median) } });
        if (const auto& interval = figures.time.interval)
            json.members({ { "lo_ns", std::llround(interval->low) },
                { "hi_ns", std::llround(interval->high) } });
        if (row.isInserted)
            json.member("inserted", true);
        json.member("share", figures.share).endObject();
    }
    json.endArray().endObject();
}

} // namespace cli
