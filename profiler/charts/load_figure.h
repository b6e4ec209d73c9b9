#pragma once

#include "profiler/charts/charts.h"
#include "profiler/tables/load_record.h"

namespace profiler {

/// Draws the latency over the percentile; in an open loop also wait and service time. The axis of
/// percentiles is logarithmic in the share of slower requests (10 %, 1 %, 0.1 % are equally far
/// apart), so that the slowest can be seen. A curve ends at its maximum. Empty without requests.
Figure loadFigure(const LoadRecord& load, double width, double height);

} // namespace profiler
