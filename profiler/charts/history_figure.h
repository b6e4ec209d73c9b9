#pragma once

#include "profiler/charts/charts.h"
#include "profiler/history/history.h"

namespace profiler {

/// The wall time over the commits of a series: a dot with its interval for each point, a line at
/// the median of each segment, a band where each change may have happened, and a grey band over the
/// points that are too new to judge. The axis of times does not begin at 0.
Figure historyFigure(const HistorySeries& series, double width, double height);

/// The times of one operator as a line without axes, for a table cell. Changes are dots.
Figure operatorTrend(const OperatorHistory& row, double width, double height);

} // namespace profiler
