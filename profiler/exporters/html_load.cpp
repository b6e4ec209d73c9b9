#include "profiler/charts/load_figure.h"
#include "profiler/exporters/html_cells.h"
#include "profiler/exporters/html_sections.h"
#include "profiler/exporters/html_text.h"
#include "profiler/exporters/svg.h"
#include "profiler/load/load_figures.h"

namespace profiler {
namespace {

using Kind = Column::Kind;
using Order = Column::Order;

constexpr double loadChartHeight = 280;

std::string percentileTable(const LoadRecord& load)
{
    std::vector<Column> columns { { "Time" } };
    for (const auto& percentile : loadPercentiles())
        columns.push_back({ percentile.name, Kind::Number });
    columns.push_back({ "Max", Kind::Number });
    columns.push_back({ "Mean", Kind::Number });
    std::string rows;
    for (const auto& [name, histogram] : loadTimes(load)) {
        auto cells = textCell(name);
        for (const auto& percentile : loadPercentiles()) {
            const auto ns = shownPercentile(*histogram, percentile.fraction);
            cells += ns ? durationCell(*ns) : emptyCell();
        }
        rows += tableRow(cells + durationCell(static_cast<double>(histogram->max()))
            + durationCell(histogram->mean()));
    }
    return sortedTable(columns, rows);
}

std::string operatorsUnderLoad(const Report& report)
{
    const auto& profile = *report.profile;
    const auto& load = *profile.load;
    const auto order = slowestSteps(*report.statistics);
    const auto rows = tableRows(order, [&](std::uint32_t step) {
        const auto& row = report.statistics->steps[step];
        const auto alone = aloneNs(load, row.step);
        const auto times = timesAlone(load, row.step, row.time.median);
        return tableRow(stepCell(profile, profile.step(row.step))
            + textCell(escaped(profile.text(profile.step(row.step).opType)))
            + (alone ? durationCell(*alone) : emptyCell()) + durationCell(row.time.median)
            + (times ? numberCell(*times, support::numberText(*times)) : emptyCell()));
    });
    return sortedTable(
        { { "Operator" }, { "Type" }, { "Alone", Kind::Number },
            { "Under load", Kind::Number, Order::Descending }, { "Times as long", Kind::Number } },
        rows);
}

} // namespace

std::string loadCard(const Report& report)
{
    if (!report.profile->load)
        return {};
    const auto& load = *report.profile->load;
    std::vector<std::string> lines;
    for (auto& sentence : { queueText(*report.profile), missingPercentilesText(load) })
        if (!sentence.empty())
            lines.push_back(sentence);
    auto html = cardStart("Under load", loadText(report.metadata), Width::Full);
    if (!lines.empty())
        html += listHtml(lines, [](const std::string& line) { return escaped(line); });
    return html + svgOf(loadFigure(load, pageWidth, loadChartHeight), "Latency over percentile")
        + percentileTable(load) + operatorsUnderLoad(report) + cardEnd();
}

} // namespace profiler
