#pragma once

#include "profiler/charts/charts.h"
#include "profiler/statistics/measurement.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace profiler {

/// A measurement of a model in a chart over time.
struct FleetPoint {
    std::int64_t startedNs = 0; ///< UTC, since 1970
    double wallNs = 0; ///< median
    std::optional<Interval> interval;
    bool isEmphasised = false; ///< of the machine that is looked at
    std::string tip;
};

struct FleetFigure {
    Figure figure;
    std::vector<std::size_t> dots; ///< by point: its circle in `figure`
};

/// The medians of a model over time: a dot with its interval for each profile. Those of other
/// machines are grey. The axis of times does not begin at 0. Needs at least one point.
FleetFigure fleetFigure(std::span<const FleetPoint> points, double width, double height);

} // namespace profiler
