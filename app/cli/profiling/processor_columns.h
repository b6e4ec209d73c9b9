#pragma once

#include "app/cli/command.h"
#include "app/cli/text_table.h"
#include "profiler/counters/processor_figures.h"
#include "profiler/exporters/report.h"

#include <span>
#include <string>
#include <vector>

namespace cli {

/// Columns of what was counted in runs of their own (`--counters cpu`), before the last column of a
/// table. None if nothing was counted. Aligned text has the main figures and the events that the
/// user named (`--counter-events`), other formats all.
class ProcessorColumns {
public:
    ProcessorColumns(const profiler::Report& report, const Invocation& invocation);

    void addHeadings(TextTable& table) const;
    /// Inserts the cells of one step.
    std::vector<std::string> with(std::vector<std::string> cells, engine::StepId step) const;
    /// Inserts the cells of several steps, which take `ns` per run.
    std::vector<std::string> with(
        std::vector<std::string> cells, std::span<const engine::StepId> steps, double ns) const;
    /// Inserts empty cells.
    std::vector<std::string> without(std::vector<std::string> cells) const;

    /// Writes to stderr how the counts were made, where the threads ran, and what the whole machine
    /// did.
    void printFacts(const Invocation& invocation) const;

private:
    std::vector<std::string> with(std::vector<std::string> cells,
        const profiler::ProcessorFigures& figures, const std::vector<double>& named) const;

    const profiler::Report& m_report;
    support::NumberStyle m_style;
    std::vector<profiler::ProcessorFigure> m_figures;
    std::vector<profiler::ProcessorRecord::Named> m_named; ///< events that the user named
    std::vector<profiler::StepCounts> m_counts;
};

} // namespace cli
