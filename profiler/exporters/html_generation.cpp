#include "profiler/charts/generation_figure.h"
#include "profiler/exporters/html_cells.h"
#include "profiler/exporters/html_page.h"
#include "profiler/exporters/html_sections.h"
#include "profiler/exporters/html_text.h"
#include "profiler/exporters/svg.h"

#include <algorithm>

/// The card of a generation in the report.
namespace profiler {
namespace {

using Kind = Column::Kind;
using Order = Column::Order;

constexpr double positionChartHeight = 260;

std::string positionTable(const GenerationReport& generation)
{
    const auto& figures = generation.figures;
    std::string rows;
    const auto shown = std::min(figures.positions.size(), maxTableRows);
    for (std::size_t i = 0; i < shown; ++i)
        rows += tableRow(numberCell(static_cast<double>(figures.positions[i]),
                             support::integerText(tokenAt(figures, figures.positions[i])))
            + numberCell(static_cast<double>(figures.positions[i]),
                support::integerText(figures.positions[i]))
            + durationCell(figures.tokenNs[i]));
    return foldedTable(support::countOf(figures.positions.size(), "token", "tokens")
            + " as a table, median over generations",
        { { "Token", Kind::Number }, { "Position", Kind::Number }, { "Time", Kind::Number } },
        rows);
}

std::string growthTable(const GenerationReport& generation)
{
    if (generation.growth.empty())
        return {};
    const auto first = "At " + support::integerText(generation.growth.front().firstPosition);
    const auto last = "At " + support::integerText(generation.growth.front().lastPosition);
    const auto rows = tableRows(generation.growth, [](const PositionGrowth& row) {
        return tableRow(textCell(escaped(row.opType)) + durationCell(std::max(row.firstNs, 0.0))
            + durationCell(std::max(row.lastNs, 0.0))
            + numberCell(
                row.slope.isReal() ? row.slope.nsPerPosition : 0, escaped(growthText(row).text())));
    });
    return sortedTable({ { "What grows with position" }, { first, Kind::Number },
                           { last, Kind::Number }, { "Per position", Kind::Number } },
        rows);
}

std::string operatorTable(const Profile& profile, const TokenOperators& operators,
    const std::optional<TokenTable>& table, std::string_view title)
{
    if (!table)
        return {};
    const auto largest = largestShare(table->rows);
    const auto rows = tableRows(table->rows, [&](const TokenTable::Row& row) {
        const auto& entry = operators.rows[row.row];
        return tableRow(textCell(keyHtml(categoryOf(profile, profile.step(entry.steps.front())))
                            + nameHtml(entry.name))
            + textCell(escaped(profile.text(entry.opType)))
            + numberCell(entry.callsPerRun, support::numberText(entry.callsPerRun))
            + durationCell(row.time.median) + shareCell(row.share, largest));
    });
    return sortedTable(
        { { title }, { "Type" }, { "Calls", Kind::Number },
            { "Median", Kind::Number, Order::Descending }, { "Of wall", Kind::Number } },
        rows);
}

} // namespace

std::string generationCard(const Report& report)
{
    if (!report.generation)
        return {};
    const auto& generation = *report.generation;
    auto html = cardStart("Token generation",
        "dots: every generation; line: robust fit with the 95 % interval of its slope; the prompt "
        "and single tokens are never averaged together",
        Width::Full);
    const auto remarks = generationRemarks(generation);
    if (!remarks.empty())
        html += listHtml(remarks, [](const auto& remark) { return escaped(remark.text()); });
    const auto figure
        = generationFigure(generation, GenerationView::Token, pageWidth, positionChartHeight)
              .figure;
    if (!figure.shapes.empty())
        html += svgOf(figure, "Time per token over position") + positionTable(generation);
    return html
        + twoColumns(growthTable(generation)
                + operatorTable(*report.profile, generation.prefill, generation.prefillTable,
                    isPromptInParts(*report.profile, generation)
                        ? "Operators, one run of the prompt"
                        : "Operators, prompt"),
            operatorTable(
                *report.profile, generation.tokens, generation.tokenTable, "Operators, one token"))
        + cardEnd();
}

} // namespace profiler
