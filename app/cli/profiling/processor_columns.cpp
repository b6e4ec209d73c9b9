#include "app/cli/profiling/processor_columns.h"

#include "model/support/text.h"
#include "profiler/counters/processor_places.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace cli {
namespace {

/// Names of the figures in aligned text.
constexpr std::array<std::string_view, 10> mainFigures { "ipc", "l1_misses_per_1000",
    "l2_misses_per_1000", "last_level_misses_per_1000", "memory_bytes_per_s", "of_bandwidth",
    "backend_stalls", "clock_hertz", "page_faults", "migrations" };

bool isMain(const profiler::ProcessorFigure& figure)
{
    return std::ranges::find(mainFigures, figure.name) != mainFigures.end();
}

std::string countText(double count, support::NumberStyle style)
{
    if (std::isnan(count))
        return std::string(support::notMeasured);
    return style == support::NumberStyle::File ? support::shortestText(count)
                                               : support::numberText(count);
}

void insertBeforeLast(std::vector<std::string>& cells, std::vector<std::string> more)
{
    cells.insert(cells.end() - 1, std::make_move_iterator(more.begin()),
        std::make_move_iterator(more.end()));
}

} // namespace

ProcessorColumns::ProcessorColumns(const profiler::Report& report, const Invocation& invocation)
    : m_report(report)
    , m_style(invocation.format == Format::Csv ? support::NumberStyle::File
                                               : support::NumberStyle::Window)
    , m_figures(profiler::knownFigures(report.processor))
    , m_counts(profiler::countsOfSteps(*report.profile))
{
    if (report.profile->processor)
        m_named = report.profile->processor->named;
    if (invocation.format == Format::Text)
        std::erase_if(m_figures, std::not_fn(isMain));
}

void ProcessorColumns::addHeadings(TextTable& table) const
{
    for (const auto& figure : m_figures) {
        const auto title = m_style == support::NumberStyle::File ? figure.name : figure.title;
        table.columns.insert(
            table.columns.end() - 1, { std::string(title), TextTable::Align::Right });
    }
    for (const auto& event : m_named)
        table.columns.insert(
            table.columns.end() - 1, { support::sanitise(event.name), TextTable::Align::Right });
}

std::vector<std::string> ProcessorColumns::with(std::vector<std::string> cells,
    const profiler::ProcessorFigures& figures, const std::vector<double>& named) const
{
    std::vector<std::string> more;
    for (const auto& figure : m_figures)
        more.push_back(profiler::processorFigureText(figure, figures.*figure.value, m_style));
    for (std::size_t i = 0; i < m_named.size(); ++i)
        more.push_back(countText(i < named.size() ? named[i] : profiler::unknownCount, m_style));
    insertBeforeLast(cells, std::move(more));
    return cells;
}

std::vector<std::string> ProcessorColumns::with(
    std::vector<std::string> cells, engine::StepId step) const
{
    return m_counts.empty()
        ? cells
        : with(std::move(cells), m_report.processor[step.value()], m_counts[step.value()].named);
}

std::vector<std::string> ProcessorColumns::with(
    std::vector<std::string> cells, std::span<const engine::StepId> steps, double ns) const
{
    const auto* roofline = m_report.roofline ? &*m_report.roofline : nullptr;
    std::vector<double> named;
    for (const auto step : steps)
        if (step.value() < m_counts.size())
            profiler::addNamedCounts(named, m_counts[step.value()].named);
    return with(std::move(cells),
        profiler::figuresOfSteps(m_counts, steps, ns, profiler::memoryBandwidth(roofline)), named);
}

void ProcessorColumns::printFacts(const Invocation& invocation) const
{
    if (!m_report.profile->processor)
        return;
    const auto& record = *m_report.profile->processor;
    invocation.printStatus("counted: "
        + support::joined(profiler::countingSentences(record), "; ", &support::Sentence::text));
    for (const auto& line : profiler::placeLines(record))
        invocation.printStatus(line);
    for (const auto& line : profiler::machineLines(record, m_report.statistics->bestWall().median))
        invocation.printStatus(line);
}

std::vector<std::string> ProcessorColumns::without(std::vector<std::string> cells) const
{
    insertBeforeLast(cells, std::vector<std::string>(m_figures.size() + m_named.size()));
    return cells;
}

} // namespace cli
