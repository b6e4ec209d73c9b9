#include "profiler/exporters/history_html.h"

#include "profiler/charts/history_figure.h"
#include "profiler/comparison/comparison.h"
#include "profiler/exporters/html_cells.h"
#include "profiler/exporters/html_page.h"
#include "profiler/exporters/html_text.h"
#include "profiler/exporters/svg.h"

#include <cmath>

namespace profiler {

namespace {

using Kind = Column::Kind;

std::string signedDuration(double ns)
{
    return (ns < 0 ? "−" : "+") + support::durationText(std::abs(ns));
}

std::string verdictCell(const ChangePoint& change)
{
    return change.ratio > 0 ? textCell("<b>▲ slower</b>", "verdict slower")
                            : textCell("<b>▼ faster</b>", "verdict faster");
}

/// Cells of place, times and size, which changes of the wall and of operators share.
std::string changeCells(const HistorySeries& series, const ChangePoint& change)
{
    const auto difference = change.after - change.before;
    return verdictCell(change) + textCell(nameHtml(placeText(series, change)))
        + textCell(escaped(dateText(series.points[change.at].timeNs))) + durationCell(change.before)
        + durationCell(change.after) + numberCell(difference, escaped(signedDuration(difference)))
        + numberCell(change.ratio, escaped(ratioText(change.ratio)))
        + textCell(change.interval ? escaped(rangeText(*change.interval, Unit::Ratio)) : "", "n")
        + numberCell(change.p, escaped(probabilityText(change.p)));
}

std::vector<Column> changeColumns(std::initializer_list<Column> before)
{
    std::vector<Column> columns(before);
    for (const auto& column : { Column { "Verdict" }, Column { "First at" }, Column { "Date" },
             Column { "Before", Kind::Number }, Column { "After", Kind::Number },
             Column { "Difference", Kind::Number }, Column { "Change", Kind::Number },
             Column { "95 %", Kind::Number }, Column { "p", Kind::Number } })
        columns.push_back(column);
    return columns;
}

std::string figures(const HistorySeries& series)
{
    const auto& first = series.points.front();
    const auto& last = series.points.back();
    Measurement latest { last.wallNs, Unit::Nanoseconds, last.interval, 0 };
    auto html = "<div class=\"figures\">"
        + figureHtml("Latest", text(latest, 4), last.name() + " " + dateText(last.timeNs))
        + figureHtml("Since the first commit", ratioText(last.wallNs / first.wallNs - 1),
            support::durationText(first.wallNs, 4) + " → " + support::durationText(last.wallNs, 4));
    if (series.changes.empty())
        return html
            + figureHtml("Last change", series.isSearched() ? "none" : "not searched",
                series.isSearched() ? "of at least " + support::shareText(series.smallestChange)
                                    : "it needs 10 commits")
            + "</div>\n";
    const auto& change = series.changes.back();
    return html
        + figureHtml("Last change", changeText(series, change),
            "first at " + placeText(series, change)
                + (change.interval ? ", 95 % " + rangeText(*change.interval, Unit::Ratio)
                                   : std::string()))
        + "</div>\n";
}

std::string chartCard(const HistorySeries& series)
{
    constexpr double height = 360;
    auto html = cardStart("Wall over commits",
                    "oldest left; a dot is the median of a commit, its line the 95 % interval; "
                    "blue: median of each segment",
                    Width::Full)
        + svgOf(historyFigure(series, pageWidth, height), "Wall time over commits");
    if (!series.changes.empty())
        html += sortedTable(changeColumns({}), tableRows(series.changes, [&](const auto& change) {
            return tableRow(changeCells(series, change));
        }));
    return html + cardEnd();
}

std::string operatorChangesCard(const HistorySeries& series)
{
    const auto changes = operatorChanges(series);
    if (changes.empty())
        return emptyCard("Operators that changed", "none");
    const auto note = support::countOf(series.operators.size(), "operator", "operators")
        + " searched, p adjusted for their number; largest difference first";
    auto columns = changeColumns({ { "Operator" }, { "Type" } });
    columns.push_back({ "Implementation" });
    return cardStart("Operators that changed", note, Width::Full)
        + sortedTable(columns,
            tableRows(changes,
                [&](const OperatorChange& entry) {
                    return tableRow(textCell(nameHtml(entry.name()), "name")
                        + textCell(nameHtml(entry.row->type)) + changeCells(series, *entry.change)
                        + textCell(nameHtml(entry.implementation), "impl"));
                }))
        + cardEnd();
}

std::string trendRow(const OperatorHistory& row)
{
    double first = 0;
    double last = 0;
    for (const auto& ns : row.medianNs) {
        if (first == 0)
            first = ns.value_or(0);
        last = ns.value_or(last);
    }
    const auto ratio = first > 0 ? last / first - 1 : 0;
    return tableRow(textCell(nameHtml(row.name.empty() ? row.type : row.name), "name")
        + textCell(nameHtml(row.type)) + percentCell(row.share) + durationCell(first)
        + durationCell(last) + numberCell(ratio, escaped(ratioText(ratio)))
        + textCell("<div style=\"width:200px\">"
            + svgOf(operatorTrend(row, 200, 28), "times over commits") + "</div>"));
}

std::string trendsCard(const HistorySeries& series)
{
    auto note = support::countOf(series.operators.size(), "operator", "operators")
        + " of at least 1 % of the wall";
    if (series.untested > 0)
        note += "; " + support::countText(series.untested) + " smaller ones are left out";
    return cardStart("Trend of each operator", note, Width::Full)
        + sortedTable({ { "Operator" }, { "Type" }, { "Largest share", Kind::Number },
                          { "First", Kind::Number }, { "Latest", Kind::Number },
                          { "Change", Kind::Number }, { "Over commits" } },
            tableRows(series.operators, trendRow))
        + cardEnd();
}

std::string methodCard(const HistorySeries& series)
{
    const ChangePointOptions test;
    return cardStart("How", "", Width::Full)
        + factList({ { "Method",
                         "E-Divisive (Matteson and James 2014): p at most "
                             + support::shareText(test.probability) + ", "
                             + std::to_string(test.permutations) + " random orders or more",
                         "" },
            { "Smallest change", support::shareText(series.smallestChange),
                "2 %, or half the mean interval of a commit" },
            { "Segment", "at least " + std::to_string(test.shortestSegment) + " commits", "" },
            { "Too new to judge", support::countOf(series.tooNew(), "commit", "commits"), "" },
            { "Machine", factsText(series.setup.machine), "" },
            { "Settings", factsText(series.setup.settings), "" } })
        + cardEnd();
}

std::string leftOutCard(const History& history)
{
    if (history.leftOut.empty())
        return {};
    return cardStart("Left out", "files that are not in any series", Width::Full)
        + listHtml(history.leftOut,
            [](const auto& entry) {
                return nameHtml(entry.file) + ": " + nameHtml(entry.reason, 400);
            })
        + cardEnd();
}

} // namespace

std::string historyHtml(const History& history, std::string_view title)
{
    PageHead head { "Opscope history", std::string(title), std::string(title),
        support::countOf(history.series.size(), "series", "series"), { "no network" } };
    auto html = pageStart(head);
    for (const auto& series : history.series) {
        html += "<h2>" + nameHtml(series.setup.model) + "</h2><p class=\"note\">"
            + escaped(factsText(series.setup.settings)) + "</p><p class=\"note\">"
            + escaped(factsText(series.setup.machine)) + "</p>\n";
        html += figures(series) + chartCard(series) + operatorChangesCard(series)
            + trendsCard(series) + methodCard(series);
    }
    return html + leftOutCard(history) + pageEnd("");
}

} // namespace profiler
