#include "app/cli/history/history_report.h"

#include "app/cli/text_table.h"

#include "model/support/json.h"
#include "model/support/markdown.h"
#include "model/support/text.h"
#include "profiler/comparison/comparison.h"

#include <cmath>

namespace cli {

using profiler::ChangePoint;
using profiler::History;
using profiler::HistorySeries;
using support::JsonWriter;
using Align = TextTable::Align;

namespace {

std::string signedDuration(double ns, const Invocation& invocation)
{
    return (ns < 0 ? "−" : "+") + invocation.duration(std::abs(ns));
}

std::string intervalCell(const ChangePoint& change)
{
    return change.interval ? rangeText(*change.interval, profiler::Unit::Ratio)
                           : std::string(support::notMeasured);
}

/// Cells that changes of the wall and of operators share.
std::vector<std::string> changeCells(
    const HistorySeries& series, const ChangePoint& change, const Invocation& invocation)
{
    return { change.ratio > 0 ? "slower" : "faster", support::sanitise(placeText(series, change)),
        profiler::dateText(series.points[change.at].timeNs), invocation.duration(change.before),
        invocation.duration(change.after), signedDuration(change.after - change.before, invocation),
        profiler::ratioText(change.ratio), intervalCell(change),
        profiler::probabilityText(change.p) };
}

std::vector<TextTable::Column> changeColumns()
{
    return { { "verdict" }, { "first at" }, { "date" }, { "before", Align::Right },
        { "after", Align::Right }, { "difference", Align::Right }, { "change", Align::Right },
        { "95 %", Align::Right }, { "p", Align::Right } };
}

std::string changesTable(const HistorySeries& series, const Invocation& invocation)
{
    TextTable table { { { "wall" } } };
    for (const auto& column : changeColumns())
        table.columns.push_back(column);
    for (const auto& change : series.changes) {
        auto cells = changeCells(series, change, invocation);
        cells.insert(cells.begin(), changeText(series, change));
        cells.front() = support::sanitise(cells.front());
        table.add(std::move(cells));
    }
    return table.text(invocation.format, invocation.colours);
}

std::string operatorsTable(const HistorySeries& series, const Invocation& invocation)
{
    TextTable table { { { "operator" }, { "type" } } };
    for (const auto& column : changeColumns())
        table.columns.push_back(column);
    table.columns.push_back({ "implementation" });
    for (const auto& entry : operatorChanges(series)) {
        auto cells = changeCells(series, *entry.change, invocation);
        cells.insert(
            cells.begin(), { support::sanitise(entry.name()), support::sanitise(entry.row->type) });
        cells.push_back(support::sanitise(entry.implementation));
        table.add(std::move(cells));
    }
    return table.text(invocation.format, invocation.colours);
}

std::string trendLine(const HistorySeries& series, const Invocation& invocation)
{
    const auto& first = series.points.front();
    const auto& last = series.points.back();
    return "wall  " + invocation.duration(first.wallNs, 4) + " → "
        + invocation.duration(last.wallNs, 4) + "  "
        + profiler::ratioText(last.wallNs / first.wallNs - 1) + "  over "
        + support::countOf(series.points.size(), "commit", "commits") + ", "
        + support::sanitise(first.name()) + " … " + support::sanitise(last.name());
}

/// What was searched for, and what could not be.
std::string searchLine(const HistorySeries& series)
{
    if (!series.isSearched())
        return "no search for changes: it needs 10 commits";
    auto text = series.changes.empty() ? std::string("no change") : std::string("changes");
    text += " of at least " + support::shareText(series.smallestChange) + "; the last "
        + std::to_string(series.tooNew()) + " commits are too new to judge; "
        + support::countOf(series.operators.size(), "operator", "operators") + " searched";
    if (series.untested > 0)
        text += ", " + support::countText(series.untested) + " below 1 % of the wall not";
    return text;
}

std::string seriesText(const HistorySeries& series, const Invocation& invocation)
{
    const bool isMarkdown = invocation.format == Format::Markdown;
    const auto safe = [&](const std::string& text) {
        return isMarkdown ? support::markdownText(text) : support::sanitise(text);
    };
    const std::string end = isMarkdown ? "  \n" : "\n";
    auto text = (isMarkdown ? "### " : "") + safe(series.setup.model) + "\n"
        + (isMarkdown ? "\n" : "") + safe(factsText(series.setup.settings)) + end
        + safe(factsText(series.setup.machine)) + end + safe(trendLine(series, invocation)) + end
        + safe(searchLine(series)) + "\n";
    if (!series.changes.empty())
        text += "\n" + changesTable(series, invocation);
    if (!operatorChanges(series).empty())
        text += "\n" + operatorsTable(series, invocation);
    return text + "\n";
}

std::string csv(const History& history)
{
    TextTable table { { { "model" }, { "settings" }, { "machine" }, { "commit" }, { "label" },
        { "date" }, { "wall_ns", Align::Number }, { "low_ns", Align::Number },
        { "high_ns", Align::Number }, { "change" } } };
    const auto number = [](double ns) { return support::shortestText(ns); };
    for (const auto& series : history.series) {
        for (std::size_t i = 0; i < series.points.size(); ++i) {
            const auto& point = series.points[i];
            std::vector<std::string> cells { series.setup.model, factsText(series.setup.settings),
                factsText(series.setup.machine), point.commit, point.label,
                profiler::dateText(point.timeNs), number(point.wallNs),
                point.interval ? number(point.interval->low) : "",
                point.interval ? number(point.interval->high) : "", "" };
            for (const auto& change : series.changes)
                if (change.at == i)
                    cells.back() = number(change.ratio);
            table.add(std::move(cells));
        }
    }
    return table.text(Format::Csv);
}

void writeChanges(
    JsonWriter& json, const HistorySeries& series, const std::vector<ChangePoint>& changes)
{
    json.key("changes").beginArray();
    for (const auto& change : changes) {
        const auto& point = series.points[change.at];
        json.beginObject().members({ { "at", change.at }, { "first", change.first },
            { "last", change.last }, { "commit", point.commit }, { "name", point.name() },
            { "before_ns", change.before }, { "after_ns", change.after },
            { "change", change.ratio }, { "p", change.p } });
        json.key("low");
        change.interval ? json.value(change.interval->low) : json.null();
        json.key("high");
        change.interval ? json.value(change.interval->high) : json.null();
        json.endObject();
    }
    json.endArray();
}

void writeFacts(
    JsonWriter& json, std::string_view member, const std::vector<profiler::NamedText>& facts)
{
    json.key(member).beginObject();
    for (const auto& [name, value] : facts)
        json.member(name, value);
    json.endObject();
}

void writeSeries(JsonWriter& json, const HistorySeries& series)
{
    json.beginObject().member("model", series.setup.model);
    writeFacts(json, "machine", series.setup.machine);
    writeFacts(json, "settings", series.setup.settings);
    json.members({ { "searched", series.isSearched() }, { "too_new", series.tooNew() },
        { "smallest_change", series.smallestChange } });
    json.key("points").beginArray();
    for (const auto& point : series.points) {
        json.beginObject().members(
            { { "name", point.name() }, { "commit", point.commit }, { "label", point.label },
                { "time_ns", support::orNull(point.timeNs > 0, point.timeNs) },
                { "files", point.files }, { "wall_ns", point.wallNs } });
        json.key("low_ns");
        point.interval ? json.value(point.interval->low) : json.null();
        json.key("high_ns");
        point.interval ? json.value(point.interval->high) : json.null();
        json.endObject();
    }
    json.endArray();
    writeChanges(json, series, series.changes);
    json.key("operators").beginArray();
    for (const auto& row : series.operators) {
        json.beginObject().members(
            { { "operator", row.name }, { "type", row.type }, { "share", row.share } });
        json.key("median_ns").beginArray();
        for (const auto& ns : row.medianNs)
            json.value(ns);
        json.endArray();
        writeChanges(json, series, row.changes);
        json.endObject();
    }
    json.endArray().member("operators_not_searched", series.untested).endObject();
}

std::string json(const History& history)
{
    return support::jsonDocument([&](JsonWriter& json) {
        json.key("series").beginArray();
        for (const auto& series : history.series)
            writeSeries(json, series);
        json.endArray().key("left_out").beginArray();
        for (const auto& entry : history.leftOut)
            json.object({ { "file", entry.file }, { "reason", entry.reason } });
        json.endArray();
    });
}

} // namespace

std::string historyDocument(const History& history, const Invocation& invocation)
{
    if (invocation.format == Format::Json)
        return json(history);
    if (invocation.format == Format::Csv)
        return csv(history);
    std::string text;
    for (const auto& series : history.series)
        text += seriesText(series, invocation);
    return text;
}

} // namespace cli
