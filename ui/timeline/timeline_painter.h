#pragma once

#include "profiler/charts/charts.h"
#include "ui/timeline/device_looks.h"
#include "ui/timeline/launch_links.h"
#include "ui/timeline/time_marks.h"
#include "ui/timeline/timeline_geometry.h"

#include <QFont>
#include <QRectF>

#include <functional>
#include <optional>

class QPainter;

namespace ui {

constexpr double gapFrom = 3; ///< pixels that a gap has at least where it is drawn
constexpr double smallFontShare = 0.88; ///< of the size of the font

/// All that is drawn, as it is at the moment of drawing.
struct TimelinePicture {
    const profiler::Timeline& timeline;
    const TimelineGeometry& geometry;
    const std::vector<profiler::ScopeLevel>& scopes;
    const TimeMarks& marks;
    const std::vector<StepLook>& looks; ///< by step
    const std::vector<bool>& isSelectedStep;
    std::optional<std::uint32_t> slice; ///< that was clicked
    std::optional<std::uint32_t> typicalRun;
    std::optional<TimeInterval> range;
    QString rangeText; ///< on the range's badge
    QString prefix; ///< what all labels begin with; left out in bars
    QFont font;
    /// Live memory of a run.
    std::function<const profiler::LiveMemory&(std::uint32_t run)> memoryOf;
    std::uint64_t memoryPeak = 0; ///< bytes at the top of the lane
    const DeviceLooks& device;
    std::vector<LaunchLink> links; ///< of what is selected
    /// Where a run on a device went; null: not known, or not yet.
    std::function<const profiler::DeviceAccount*(std::uint32_t run)> accountOf;
};

/// Draws ruler, lanes, range and marks; knows no events.
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
    void drawDeviceGaps(const QRectF& line);
    void drawDeviceGap(const profiler::DeviceGap& gap, const QRectF& rect);
    void drawHatching(const QRectF& rect, std::uint32_t slice);
    /// Where a slice is drawn; nothing if its lane is folded or scrolled away.
    std::optional<QRectF> placeOf(std::uint32_t slice) const;
    void drawLinks();
    void drawRange();
    void drawRuler();
    void drawBadge();
    /// Elided at its end, if there is room for any of it.
    void drawText(const QRectF& rect, const QString& text);
    QRectF plotOf(const TimelineLane& lane) const;

    QPainter& m_painter;
    const TimelinePicture& m_picture;
    const TimelineGeometry& m_geometry;
    StepLook m_run; ///< how runs look
    StepLook m_warmUp;
};

/// Time without work between two bars of one row and run; nothing if it is too short to be seen.
std::optional<profiler::TimeSpan> gapBetween(const profiler::Timeline& timeline,
    const profiler::TimelineRow& row, const profiler::TimelineBar& left,
    const profiler::TimelineBar& right, double nsPerPixel);

} // namespace ui
