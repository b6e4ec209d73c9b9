#pragma once

#include "profiler/charts/charts.h"
#include "profiler/peaks/machine_peaks.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/processor_record.h"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// The roofline model: the rate of each step compared with what the machine allows at its intensity
/// (FLOP per byte of least traffic):
///
///     roof(intensity) = min(arithmetic peak, bandwidth · intensity)
///
/// The bandwidth is that of the smallest measured arrays that hold the step's bytes. So a step
/// whose operands stay in a cache is not compared with main memory. Least traffic is a lower bound
/// of the real traffic: a step may be nearer to its roof than shown, never farther. A step above
/// its roof is shown there (its operands were left in a nearer cache by the step before).
///
/// The arithmetic peak is that of the type that the step multiplies in. If that was not measured, a
/// step that is not memory-bound has no roof, because the peak of float would be too low. Older
/// versions did not measure int8, nor bf16 on a processor with matrix units.
///
/// Roofs belong to a processor or to a device (MachinePeaks::device); only steps that ran there
/// have a row. On a device, time is that of kernels without gaps. A second, hollow point includes
/// the gaps.

enum class RoofBound { Memory, Arithmetic };
std::string_view roofBoundName(RoofBound bound);

struct RoofRow {
    static constexpr std::size_t levelCount = 3;
    engine::StepId step;
    double flopsPerByte = 0;
    double flopsPerSecond = 0;
    double roof = 0; ///< FLOP/s at its intensity; 0 = unknown
    /// flopsPerSecond / roof. For a step without FLOP: bytes per second / bandwidth. Nothing if the
    /// roof would be the peak of a type that was not measured.
    std::optional<double> ofRoof;
    RoofBound bound = RoofBound::Memory;
    double medianNs = 0;
    double bandwidth = 0; ///< bytes/s of the arrays that hold its bytes
    std::string_view arithmetic = "float"; ///< type in which it multiplies (arithmetic_type.h)
    double arithmeticPeak = 0; ///< FLOP/s in that type; 0 = unknown
    /// On a device: rate if the gaps before its work counted too (median run); 0 = none.
    double withGapsFlopsPerSecond = 0;
    /// On a device: bytes were counted by hardware counters between memory and caches.
    bool hasMeasuredBytes = false;
    /// On a device: its kernels take less than 5 µs, too short for a roofline. It is not drawn.
    bool isTooShort = false;
    /// On a processor: bytes per run of the lines that L1, L2 and last level misses fetched; NaN =
    /// not counted (charts/level_points.h).
    std::array<double, levelCount> levelBytes { unknownCount, unknownCount, unknownCount };
};

struct Roofline {
    MachinePeaks peaks;
    std::vector<RoofRow> rows; ///< by step; only steps that ran and whose work is known
};

/// Compares the steps with the given peaks.
Roofline rooflineOf(
    const Profile& profile, const Statistics& statistics, const MachinePeaks& peaks);
/// Compares the steps with the peaks in the metadata (`peak.*`; for a run on a device
/// `gpu.peak.*`); nothing if there are none.
std::optional<Roofline> rooflineOf(const Profile& profile, const Statistics& statistics);

/// Returns the bandwidth of the arrays that hold so many bytes; 0 without bandwidths.
double bandwidthFor(const MachinePeaks& peaks, std::uint64_t bytes);

/// Returns `memory-bound, 42 % of 9.32 GB/s`. Above the roof it adds the possible reason.
support::Sentence roofVerdict(const RoofRow& row);
/// Returns how reliable the peaks are: `windows agree within 3 %`, or why they may be too low.
support::Sentence peaksTrust(const MachinePeaks& peaks);

/// The part of the log-log plane that is drawn: FLOP per byte horizontally, FLOP per second
/// vertically.
struct RoofView {
    double lowIntensity = 1.0 / 64;
    double highIntensity = 4096;
    double lowRate = 1;
    double highRate = 1;
    bool operator==(const RoofView&) const = default;
};
/// Returns the view of everything: from the slowest step to above the arithmetic peak.
RoofView wholeView(const Roofline& roofline);

/// Converts between values on both logarithmic axes and pixels of a figure of the given size.
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

/// Return the view after zooming by `factor` around a point of the figure, and after moving it by
/// pixels. The view stays unchanged beyond the limits of the axes.
RoofView zoomed(const RoofPlane& plane, double factor, Point around);
RoofView panned(const RoofPlane& plane, Point by);

/// Text widths and label positions for a roofline that is drawn repeatedly.
struct RoofLabels {
    /// Position of a label: a point on its roof, and the offset in pixels from there to the top
    /// left of the label's box.
    struct Place {
        std::string caption;
        double intensity = 0;
        double rate = 0;
        Point offset;
    };
    /// Width of a text in pixels; empty: estimated.
    std::function<double(std::string_view)> widthOf;
    std::vector<Place> places; ///< from the last drawing; labels keep them while they are free
};

/// Draws the roofline, log-log: roofs with their values and one dot per step. The area of a dot is
/// its time. A dashed outline means that its bytes are estimated (least traffic), not measured.
/// Steps without FLOP are not drawn.
Figure rooflineFigure(const Profile& profile, const Roofline& roofline, const RoofView& view,
    double width, double height, RoofLabels& captions);
/// Draws the whole view, with estimated text widths.
Figure rooflineFigure(
    const Profile& profile, const Roofline& roofline, double width, double height);

} // namespace profiler
