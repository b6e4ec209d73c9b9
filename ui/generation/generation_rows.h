#pragma once

#include "profiler/statistics/generation_report.h"
#include "ui/compare/compared_table.h"
#include "ui/pages/figure_card.h"

#include <vector>

namespace ui {

/// Rows of the tables and texts of the cards on the page of a generation.

/// Operators of one token, of all or of the prompt; rows as in `table`.
ComparedTable::Content operatorContent(const profiler::Profile& profile,
    const profiler::TokenOperators& operators, const profiler::TokenTable& table);
/// How operator types grow with the position.
ComparedTable::Content growthContent(
    const profiler::Profile& profile, const profiler::GenerationReport& report);
/// Time by position: the data of the chart.
ComparedTable::Content positionContent(const profiler::GenerationReport& report);

/// Prefill, time to first token, tokens per second, slowest token, cache, time in no operator.
std::vector<FigureCard> generationCards(
    const profiler::Profile& profile, const profiler::GenerationReport& report);

} // namespace ui
