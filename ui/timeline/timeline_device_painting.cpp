#include "profiler/device/device_notes.h"
#include "ui/charts/step_function.h"
#include "ui/timeline/span_text.h"
#include "ui/timeline/timeline_painter.h"
#include "ui/widgets/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

/// Drawing of a device in the timeline (idle gaps, links from launches), and of counters.
namespace ui {

namespace {

constexpr double accountFrom = 60; // in pixels: gaps are drawn only for runs of at least this width
constexpr double wordPadding = 8;
constexpr double arrow = 5;
constexpr double counterMargin = 6; // above the highest value

QColor faint(QColor made, float opacity)
{
    made.setAlphaF(opacity);
    return made;
}

/// Axis of a counter. It ends at the recording's maximum, so the scale does not change when the
/// view moves. It starts at 0, or near the minimum if that exceeds half the maximum (temperatures,
/// clocks).
class CounterAxis {
public:
    CounterAxis(const QRectF& plot, double least, double most)
        : m_plot(plot)
        , m_base(least > most / 2 ? std::max(0.0, least - (most - least) / 2) : 0)
        , m_range(most - m_base > 0 ? most - m_base : 1)
    {
    }
    double yOf(double value) const
    {
        return m_plot.bottom()
            - (m_plot.height() - counterMargin) * std::max(0.0, value - m_base) / m_range;
    }

private:
    QRectF m_plot;
    double m_base;
    double m_range;
};

double allBits(const profiler::CounterSeries& counter)
{
    std::uint64_t bits = 0;
    for (const auto value : counter.value)
        bits |= profiler::clockLimitReasons(value);
    return static_cast<double>(bits);
}

} // namespace

void TimelinePainter::drawHatching(const QRectF& rect, std::uint32_t slice)
{
    const auto& profile = m_picture.timeline.profile();
    const auto* look = deviceLook(m_picture.device, profile, slice);
    if (look != nullptr && rect.width() >= 3 && isHatched(profile, slice))
        m_painter.fillRect(rect, QBrush(faint(QColor(look->ink), 0.45F), Qt::BDiagPattern));
}

/// Draws the gaps of all recorded runs that are wide enough to show them.
void TimelinePainter::drawDeviceGaps(const QRectF& line)
{
    const auto& timeline = m_picture.timeline;
    const auto& visible = m_geometry.visible;
    for (std::uint32_t run = 0; run < timeline.profile().runs.size(); ++run) {
        const auto span = timeline.spanOfRun(run);
        if (span.startNs >= visible.endNs)
            break;
        const bool isWide
            = m_geometry.xOf(span.endNs) - m_geometry.xOf(span.startNs) >= accountFrom;
        const bool isRecorded = timeline.profile().runs[run].side == profiler::Side::Profiled;
        if (span.endNs <= visible.startNs || !isWide || !isRecorded)
            continue;
        const auto* account = m_picture.accountOf(run);
        if (account == nullptr)
            continue;
        auto gap = std::ranges::lower_bound(account->gaps, visible.startNs, {},
            [](const profiler::DeviceGap& row) { return row.startNs + row.durationNs; });
        double drawnTo = line.left();
        for (; gap != account->gaps.end() && gap->startNs < visible.endNs; ++gap) {
            const double left = m_geometry.xOf(gap->startNs);
            const double right = m_geometry.xOf(gap->startNs + gap->durationNs);
            if (right - left < gapFrom || right <= drawnTo)
                continue; // too narrow, or already covered
            drawDeviceGap(*gap, QRectF(left, line.top(), right - left, line.height()));
            drawnTo = right;
        }
    }
}

void TimelinePainter::drawDeviceGap(const profiler::DeviceGap& gap, const QRectF& rect)
{
    const auto look = gapLook(gap.cause);
    m_painter.fillRect(rect, faint(look.colour, 0.14F));
    m_painter.fillRect(rect, QBrush(faint(look.colour, 0.6F), Qt::BDiagPattern));
    m_painter.fillRect(QRectF(rect.left(), rect.bottom() - 2, rect.width(), 2), look.colour);
    m_painter.setFont(scaledFont(m_picture.font, smallFontShare));
    const double wide = m_painter.fontMetrics().horizontalAdvance(look.word);
    const double from = std::max<double>(rect.left(), TimelineGeometry::labelWidth);
    const double to = std::min<double>(rect.right(), m_geometry.width);
    if (to - from >= wide + 2 * wordPadding) {
        const QRectF ground((from + to - wide) / 2 - 3, rect.top(), wide + 6, rect.height() - 2);
        m_painter.fillRect(ground, themeColour("panel"));
        m_painter.setPen(look.colour);
        m_painter.drawText(ground, Qt::AlignCenter, look.word);
    }
    m_painter.setFont(m_picture.font);
}

std::optional<QRectF> TimelinePainter::placeOf(std::uint32_t slice) const
{
    const auto row = m_picture.timeline.rowOf(slice);
    const auto* lane = row ? m_geometry.lane(TimelineLane::Kind::Spans, *row) : nullptr;
    if (lane == nullptr)
        return std::nullopt;
    const auto span = m_picture.timeline.spanOf(slice);
    const double left = m_geometry.xOf(span.startNs);
    return QRectF(left, m_geometry.yOf(*lane), std::max(1.0, m_geometry.xOf(span.endNs) - left),
        lane->height);
}

/// Draws a curve from the end of each launch to the start of the launched work.
void TimelinePainter::drawLinks()
{
    if (m_picture.links.empty())
        return;
    m_painter.save();
    m_painter.setClipRect(QRect(TimelineGeometry::labelWidth, TimelineGeometry::rulerHeight,
        m_geometry.width, m_geometry.height - TimelineGeometry::rulerHeight));
    m_painter.setRenderHint(QPainter::Antialiasing);
    for (const auto& link : m_picture.links) {
        const auto from = placeOf(link.from);
        const auto to = placeOf(link.to);
        if (!from || !to)
            continue;
        const bool isDown = to->top() >= from->top();
        const QPointF begin(from->right(), isDown ? from->bottom() - 2 : from->top() + 2);
        const QPointF end(to->left(), isDown ? to->top() + 2 : to->bottom() - 2);
        const double bend = std::max(12.0, std::abs(end.y() - begin.y()) / 2) * (isDown ? 1 : -1);
        QPainterPath curve(begin);
        curve.cubicTo(begin + QPointF(0, bend), end - QPointF(0, bend), end);
        const auto pen = faint(themeColour("text"), link.isFirst ? 0.9F : 0.35F);
        m_painter.setPen(QPen(pen, link.isFirst ? 1.5 : 1));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawPath(curve);
        if (!link.isFirst)
            continue;
        const double by = isDown ? -arrow : arrow;
        const QPointF head[3] { end, end + QPointF(-arrow * 0.6, by),
            end + QPointF(arrow * 0.6, by) };
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(pen);
        m_painter.drawConvexPolygon(head, 3);
    }
    m_painter.restore();
}

/// Draws a counter. The counter of clock event reasons is drawn as on or off.
void TimelinePainter::drawCounter(const profiler::CounterSeries& counter, const QRectF& plot)
{
    if (counter.value.empty())
        return;
    m_painter.setPen(themeColour("border"));
    m_painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    const auto& visible = m_geometry.visible;
    const bool isReasons
        = m_picture.timeline.profile().text(counter.name) == profiler::clockEventsCounter;
    const auto [least, most] = isReasons ? std::ranges::minmax_result<double> { 0.0, 1.0 }
                                         : std::ranges::minmax(counter.value);
    const CounterAxis axis(plot, least, most);
    auto first = static_cast<std::size_t>(
        std::ranges::upper_bound(counter.timeNs, visible.startNs) - counter.timeNs.begin());
    first -= first > 0 ? 1 : 0;
    StepFunction course;
    course.plot = plot;
    for (auto i = first; i < counter.value.size() && counter.timeNs[i] < visible.endNs; ++i)
        course.changes.emplace_back(m_geometry.xOf(counter.timeNs[i]),
            axis.yOf(isReasons ? double(profiler::clockLimitReasons(counter.value[i]) != 0)
                               : counter.value[i]));
    if (course.changes.empty())
        return;
    course.end = m_geometry.xOf(std::min(visible.endNs, counter.timeNs.back()));
    course.base = plot.bottom();
    const auto tone = themeColour(isReasons ? "warning" : "info");
    course.line = tone;
    course.area = faint(tone, 0.14F);
    drawStepCourse(m_painter, course);
    drawMost(plot,
        counterText(m_picture.timeline.profile(), counter, isReasons ? allBits(counter) : most));
}

/// Draws the value at which the axis of a counter ends.
void TimelinePainter::drawMost(const QRectF& plot, const QString& text)
{
    m_painter.setFont(scaledFont(m_picture.font, smallFontShare));
    const auto line = plot.adjusted(0, 1, -6, 0);
    const auto words = m_painter.fontMetrics().size(Qt::TextSingleLine, text);
    const QRectF plate(line.right() - words.width() - 3, line.top(), words.width() + 6,
        words.height()); // the curve runs behind the text
    m_painter.fillRect(plate, faint(themeColour("panel"), 0.85F));
    m_painter.setPen(themeColour("textSecondary"));
    m_painter.drawText(line, Qt::AlignRight | Qt::AlignTop, text);
    m_painter.setFont(m_picture.font);
}

/// Draws what the processor counted. Where no counted operator ran, nothing is drawn.
void TimelinePainter::drawProcessor(const profiler::ProcessorTrack& track, const QRectF& plot)
{
    m_painter.setPen(themeColour("border"));
    m_painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    const auto& timeline = m_picture.timeline;
    const auto* row = timeline.largestRow(profiler::RowKind::Steps);
    if (row == nullptr)
        return;
    const CounterAxis axis(plot, track.least, track.most);
    StepFunction course;
    course.base = plot.bottom();
    course.line = themeColour("info");
    course.area = faint(course.line, 0.14F);
    const auto drawCourse = [&] {
        if (course.changes.empty())
            return;
        const double from = course.changes.front().x();
        course.plot = QRectF(from, plot.top(), course.end - from, plot.height());
        drawStepCourse(m_painter, course);
        course.changes.clear();
    };
    for (const auto& bar : timeline.bars(*row, m_geometry.visible, m_geometry.plotWidth())) {
        const auto step = timeline.profile().slices.step[bar.slice];
        const auto value = step == profiler::Slices::none ? std::nullopt : track.values[step];
        const double left = plot.left() + bar.x;
        if (!value || left - course.end >= gapFrom)
            drawCourse();
        if (value) {
            course.changes.emplace_back(left, axis.yOf(*value));
            course.end = left + bar.width;
        }
    }
    drawCourse();
    drawMost(plot, figureText(track.figure, track.most));
}

} // namespace ui
