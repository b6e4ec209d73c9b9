#pragma once

#include "profiler/charts/charts.h"
#include "profiler/peaks/machine_peaks.h"
#include "profiler/statistics/statistics.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
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
///
/// The arithmetic peak is that of the type that the step multiplies in. Where it was not measured
/// (by an older version: int8, and bf16 on a processor with matrix units) a step that memory does
/// not hold back has no roof: that of float would be too low.
///
/// Roofs are those of a processor or of a device (MachinePeaks::device); only steps that ran there
/// are placed. On a device time is that of kernels, without gaps; a second, hollow point has them.

enum class RoofBound { Memory, Arithmetic };
std::string_view roofBoundName(RoofBound bound);

struct RoofRow {
    engine::StepId step;
    double flopsPerByte = 0;
    double flopsPerSecond = 0;
    double roof = 0; ///< FLOP/s at its intensity; 0 = not known
    /// flopsPerSecond / roof; of a step without FLOP: bytes per second / bandwidth. Nothing where
    /// the roof would be that of arithmetic in a type whose peak was not measured.
    std::optional<double> ofRoof;
    RoofBound bound = RoofBound::Memory;
    double medianNs = 0;
    double bandwidth = 0; ///< bytes per second that hold its bytes
    std::string_view arithmetic = "float"; ///< what it multiplies in (arithmetic_type.h)
    double arithmeticPeak = 0; ///< FLOP/s in that type; 0 = not known
    /// On a device: rate if the gaps before its work counted too (median run); 0 = no such point.
    double withGapsFlopsPerSecond = 0;
    /// On a device: its bytes are those that counters saw go to memory and come from there.
    bool hasMeasuredBytes = false;
    /// On a device: below 5 µs a kernel says nothing of roofs, so it has no place.
    bool isTooShort = false;
};

struct Roofline {
    MachinePeaks peaks;
    std::vector<RoofRow> rows; ///< by step; those that ran and whose work is known
};

/// Against these peaks.
Roofline rooflineOf(
    const Profile& profile, const Statistics& statistics, const MachinePeaks& peaks);
/// Nothing if the profile carries no peaks (metadata `peak.*`; of a run on a device `gpu.peak.*`).
std::optional<Roofline> rooflineOf(const Profile& profile, const Statistics& statistics);

/// The bandwidth that holds so many bytes; 0 without bandwidths.
double bandwidthFor(const MachinePeaks& peaks, std::uint64_t bytes);

/// `memory-bound, 42 % of 9.32 GB/s`; above its roof it says why that can be.
std::string roofVerdict(const RoofRow& row);
/// How sure the ceilings are: `windows agree within 3 %`, or why they may be too low.
std::string peaksTrust(const MachinePeaks& peaks);

/// What part of the log-log plane is drawn: FLOP per byte across, FLOP per second up.
struct RoofView {
    double lowIntensity = 1.0 / 64;
    double highIntensity = 4096;
    double lowRate = 1;
    double highRate = 1;
    bool operator==(const RoofView&) const = default;
};
/// All of it: from the slowest step to above the arithmetic peak.
RoofView wholeView(const Roofline& roofline);

/// Positions on both logarithmic axes, pixels of a figure of this size.
class RoofPlane {
public:
    static constexpr double left = 88;
    static constexpr double top = 16;
    static constexpr double foot = 34;

    RoofPlane(const RoofView& view, double width, double height);

    double x(double intensity) const;
    double y(double rate) const;
    double intensityAt(double x) const;
    double rateAt(double y) const;
    double right() const { return m_right; }
    double bottom() const { return m_bottom; }
    const RoofView& view() const { return m_view; }

private:
    RoofView m_view;
    double m_right;
    double m_bottom;
};

/// The view after zooming by `factor` around a point of the figure, and after moving it by pixels.
RoofView zoomed(const RoofPlane& plane, double factor, Point around);
RoofView panned(const RoofPlane& plane, Point by);

/// The words of roofs where a figure is drawn again and again.
struct RoofWords {
    /// Where they lay: a point of their roof, and from there, in pixels, the top left of their box.
    struct Place {
        std::string words;
        double intensity = 0;
        double rate = 0;
        Point offset;
    };
    std::function<double(std::string_view)> widthOf; ///< pixels; empty: estimated
    std::vector<Place> places; ///< of the figure before; words stay there while it is free
};

/// Log-log: roofs with their values, one dot per step, its area the time, its outline dashed
/// because its bytes are estimated (least traffic), not measured. Steps without FLOP have no place.
Figure rooflineFigure(const Profile& profile, const Roofline& roofline, const RoofView& view,
    double width, double height, RoofWords& words);
/// The words of its roofs as wide as estimated.
Figure rooflineFigure(
    const Profile& profile, const Roofline& roofline, double width, double height);

} // namespace profiler
