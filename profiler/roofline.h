#pragma once

#include "profiler/charts.h"
#include "profiler/machine_peaks.h"
#include "profiler/statistics.h"

#include <optional>
#include <vector>

namespace profiler {

/// Each step against what the machine allows at its intensity (FLOP per byte of least traffic):
///
///     roof(intensity) = min(arithmetic peak, bandwidth · intensity)
///
/// The bandwidth is that of the smallest measured arrays which hold the step's bytes, so that a
/// step whose operands stay in a cache is not compared with main memory. Least traffic is a lower
/// bound: a step may be nearer to its roof than it looks, never farther. A step above its roof
/// (operands left in a nearer cache by the one before) is shown as such.

enum class RoofBound { Memory, Arithmetic };
std::string_view roofBoundName(RoofBound bound);

struct RoofRow {
    engine::StepId step;
    double flopsPerByte = 0;
    double flopsPerSecond = 0;
    double roof = 0; ///< FLOP/s at its intensity
    double ofRoof
        = 0; ///< flopsPerSecond / roof; of a step without FLOP: bytes per second / bandwidth
    RoofBound bound = RoofBound::Memory;
    double medianNs = 0;
};

struct Roofline {
    MachinePeaks peaks;
    std::vector<RoofRow> rows; ///< by step; those that ran and whose work is known
};

/// Nothing if the profile carries no peaks (metadata `peak.*`).
std::optional<Roofline> rooflineOf(const Profile& profile, const Statistics& statistics);

/// The bandwidth that holds so many bytes; 0 without bandwidths.
double bandwidthFor(const MachinePeaks& peaks, std::uint64_t bytes);

/// Log-log: roofs with their values, one dot per step, its area the time.
Figure rooflineFigure(
    const Profile& profile, const Roofline& roofline, double width, double height);

} // namespace profiler
