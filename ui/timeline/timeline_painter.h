#pragma once

#include "profiler/charts/charts.h"
#include "profiler/charts/processor_tracks.h"
#include "ui/document/time_marks.h"
#include "ui/timeline/device_looks.h"
#include "ui/timeline/launch_links.h"
#include "ui/timeline/timeline_geometry.h"

#include <QFont>
#include <QRectF>

#include <functional>
#include <optional>

class QPainter;

namespace ui {

constexpr double gapFrom = 3; ///< minimum width in pixels of a gap that is drawn
constexpr double smallFontShare = 0.88; ///< relative to the normal font size

/// Everything that is drawn, at the time of drawing.
struct TimelinePicture {
    const profiler::Timeline& timeline;
    const TimelineGeometry& geometry;
    const std::vector<profiler::ScopeLevel>& scopes;
    const std::vector<profiler::ProcessorTrack>& processor;
    const TimeMarks& marks;
    const std::vector<StepLook>& looks; ///< by step
    const std::vector<bool>& isSelectedStep;
    std::optional<std::uint32_t> slice; ///< the clicked slice
    std::optional<std::uint32_t> typicalRun;
    std::optional<TimeInterval> range;
    QString rangeText; ///< text of the range's badge
    QString prefix; ///< prefix that all labels share; omitted in bars
    QFont font;
    /// Returns the live memory of a run.
    std::function<const profiler::LiveMemory&(std::uint32_t run)> memoryOf;
    std::uint64_t memoryPeak = 0; ///< in bytes; maximum of the lane's axis
    const DeviceLooks& device;
    std::vector<LaunchLink> links; ///< of selected steps
    /// Returns the account of a device run; null if unknown or not computed yet.
    std::function<const profiler::DeviceAccount*(std::uint32_t run)> accountOf;
};

/// Draws ruler, lanes, range and marks. Independent of events.
class TimelinePainter {
public:
    TimelinePainter(QPainter& painter, const TimelinePicture& picture);
    void paint();

private:
    void drawGrid();
    void drawLane(const TimelineLane& lane);
    void drawMarks(const QRectF& plot);
    void drawMarkLines();
    void drawGroup(const TimelineLane& lane, int y);
    void drawSpans(const profiler::TimelineRow& row, const QRectF& plot);
    void drawGap(const QRectF& gap);
    StepLook lookOf(const profiler::TimelineBar& bar) const;
    bool isSelected(const profiler::TimelineBar& bar) const;
    void drawBar(const QRectF& rect, const profiler::TimelineBar& bar);
    void drawPart(const QRectF& rect, const profiler::TimelineBar& bar);
    QString textOf(const profiler::TimelineBar& bar) const;
    void drawScopes(const profiler::ScopeLevel& level, const QRectF& plot);
    void drawMemory(const QRectF& plot);
    void drawRunMemory(std::uint32_t run, const QRectF& plot);
    void drawLabel(const TimelineLane& lane, int y);
    void drawCounter(const profiler::CounterSeries& counter, const QRectF& plot);
    void drawProcessor(const profiler::ProcessorTrack& track, const QRectF& plot);
    void drawMost(const QRectF& plot, const QString& text);
    void drawDeviceGaps(const QRectF& line);
    void drawDeviceGap(const profiler::DeviceGap& gap, const QRectF& rect);
    void drawHatching(const QRectF& rect, std::uint32_t slice);
    /// The rectangle of a slice; empty if its lane is folded or scrolled out of view.
    std::optional<QRectF> placeOf(std::uint32_t slice) const;
    void drawLinks();
    void drawRange();
    void drawRuler();
    void drawBadge();
    /// Draws a text, elided at its end, if at least a part fits.
    void drawText(const QRectF& rect, const QString& text);
    QRectF plotOf(const TimelineLane& lane) const;

    QPainter& m_painter;
    const TimelinePicture& m_picture;
    const TimelineGeometry& m_geometry;
    StepLook m_run; ///< look of runs
    StepLook m_warmUp;
};

/// The idle time between two bars of one row and run; empty if it is too short to be visible.
std::optional<profiler::TimeSpan> gapBetween(const profiler::Timeline& timeline,
    const profiler::TimelineRow& row, const profiler::TimelineBar& left,
    const profiler::TimelineBar& right, double nsPerPixel);

} // namespace ui
