#pragma once

#include "profiler/charts/charts.h"
#include "profiler/statistics/generation_report.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace profiler {

enum class GenerationView {
    Token, ///< a dot for each run, the robust line with its interval, outliers
    ByType, ///< a curve for each operator type
};

/// The chart "Time per token over position".
struct GenerationFigure {
    Figure figure;
    double left = 0; ///< of the plot, in pixels
    double right = 0;
    double top = 0;
    double bottom = 0;
    double low = 0; ///< position at `left`
    double high = 0;

    double xOf(double position) const;
};

/// Nothing is drawn without single tokens.
GenerationFigure generationFigure(
    const GenerationReport& report, GenerationView view, double width, double height);
/// A line with a label at the token of a position, to be drawn over the chart.
Figure selectedToken(
    const GenerationReport& report, const GenerationFigure& chart, std::int64_t position);

} // namespace profiler
