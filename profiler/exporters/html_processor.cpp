#include "profiler/exporters/html_sections.h"

#include "profiler/counters/processor_places.h"
#include "profiler/exporters/html_cells.h"
#include "profiler/exporters/html_text.h"

#include <cmath>

namespace profiler {
namespace {

using Kind = Column::Kind;
using Order = Column::Order;

std::string countedRow(const Report& report, const StepRow& row,
    std::span<const ProcessorFigure> figures, const std::vector<double>& named)
{
    const auto& profile = *report.profile;
    const auto& step = profile.step(row.step);
    auto cells = stepCell(profile, step) + textCell(escaped(profile.text(step.opType)))
        + durationCell(row.time.median);
    for (const auto& figure : figures) {
        const auto& value = report.processor[row.step.value()].*figure.value;
        cells += value ? numberCell(*value, escaped(processorFigureText(figure, value)))
                       : emptyCell();
    }
    for (std::size_t i = 0; i < profile.processor->named.size(); ++i)
        cells += i < named.size() && !std::isnan(named[i])
            ? numberCell(named[i], escaped(support::numberText(named[i])))
            : emptyCell();
    return tableRow(cells);
}

} // namespace

std::string processorCard(const Report& report)
{
    if (!report.profile->processor)
        return {};
    const auto figures = knownFigures(report.processor);
    std::vector<Column> columns { { "Operator" }, { "Type" },
        { "Median", Kind::Number, Order::Descending } };
    for (const auto& figure : figures)
        columns.push_back({ figure.title, Kind::Number });
    std::vector<std::string> names; // escaped; they must outlive `columns`
    for (const auto& event : report.profile->processor->named)
        names.push_back(escaped(event.name));
    for (const auto& name : names)
        columns.push_back({ name, Kind::Number });
    const auto counts = countsOfSteps(*report.profile);
    const auto order = slowestSteps(*report.statistics);
    const auto rows = tableRows(order, [&](std::uint32_t step) {
        return countedRow(report, report.statistics->steps[step], figures, counts[step].named);
    });
    const auto& record = *report.profile->processor;
    auto lines = placeLines(record);
    for (auto& line : machineLines(record, report.statistics->bestWall().median))
        lines.push_back(std::move(line));
    return cardStart("Counted by the processor and the system",
               support::joined(countingSentences(record), "; ", &support::Sentence::text),
               Width::Full)
        + sortedTable(columns, rows)
        + listHtml(lines, [](const auto& line) { return escaped(line); }) + cardEnd();
}

} // namespace profiler
