#include "ui/timeline/timeline_painter.h"

#include "ui/charts/step_function.h"
#include "ui/gpu/kernel_text.h"
#include "ui/timeline/column_strip.h"
#include "ui/timeline/ruler.h"
#include "ui/timeline/span_text.h"
#include "ui/translation/text.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text_elision.h"
#include "ui/widgets/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

using Kind = TimelineLane::Kind;
using Slices = profiler::Slices;

constexpr double labelFrom = 28; // minimum width in pixels
constexpr double memoryMargin = 10; // above the peak
constexpr double stepsFrom = 120; // a narrower run shows its peak instead of a curve
constexpr int labelWidth = TimelineGeometry::labelWidth;
constexpr int rulerHeight = TimelineGeometry::rulerHeight;

QColor faint(const char* token, float opacity)
{
    auto made = themeColour(token);
    made.setAlphaF(opacity);
    return made;
}

StepLook runLook(const char* fill, const char* ink)
{
    return { themeColour(fill).rgb(), mergedColour(themeColour(fill)).rgb(),
        themeColour(ink).rgb() };
}

/// True for the row of a device's operators, whose gaps are drawn between them.
bool isOfOperators(const profiler::Profile& profile, const profiler::TimelineRow& row)
{
    return row.depth == 0
        && profile.tracks[row.track.value()].kind == profiler::TrackKind::Operators;
}

} // namespace

TimelinePainter::TimelinePainter(QPainter& painter, const TimelinePicture& picture)
    : m_painter(painter)
    , m_picture(picture)
    , m_geometry(picture.geometry)
    , m_run(runLook("accentTint", "accentInk"))
    , m_warmUp(runLook("idle", "textSecondary"))
{
}

void TimelinePainter::paint()
{
    drawGrid();
    for (const auto& lane : m_geometry.lanes)
        drawLane(lane);
    drawLinks();
    drawRange();
    drawMarkLines();
    drawRuler();
    drawBadge();
}

/// Drawn below the bars, so that no line crosses one.
void TimelinePainter::drawGrid()
{
    m_painter.setPen(themeColour("canvasGrid"));
    const auto zero = rulerZero(m_picture.timeline.profile(), m_geometry.visible);
    for (const auto& tick : profiler::ticksOf(m_geometry.visible, m_geometry.plotWidth(), zero)) {
        const double x = labelWidth + tick.x;
        m_painter.drawLine(QPointF(x, rulerHeight), QPointF(x, m_geometry.height));
    }
}

QRectF TimelinePainter::plotOf(const TimelineLane& lane) const
{
    return QRectF(labelWidth, m_geometry.yOf(lane), m_geometry.plotWidth(), lane.height);
}

void TimelinePainter::drawLane(const TimelineLane& lane)
{
    const int y = m_geometry.yOf(lane);
    if (y + lane.height < rulerHeight || y > m_geometry.height)
        return;
    if (lane.kind == Kind::Group)
        return drawGroup(lane, y);
    const auto plot = plotOf(lane);
    m_painter.setClipRect(
        QRect(labelWidth, rulerHeight, m_geometry.width, m_geometry.height - rulerHeight));
    switch (lane.kind) {
    case Kind::Marks:
        drawMarks(plot);
        break;
    case Kind::Spans:
        drawSpans(m_picture.timeline.rows()[lane.index], plot);
        break;
    case Kind::Scope:
        drawScopes(m_picture.scopes[lane.index], plot);
        break;
    case Kind::Memory:
        drawMemory(plot);
        break;
    case Kind::Counter:
        drawCounter(m_picture.timeline.profile().counters[lane.index], plot);
        break;
    case Kind::Processor:
        drawProcessor(m_picture.processor[lane.index], plot);
        break;
    case Kind::Group:
        break;
    }
    m_painter.setClipping(false);
    drawLabel(lane, y);
}

void TimelinePainter::drawLabel(const TimelineLane& lane, int y)
{
    m_painter.fillRect(0, y, labelWidth, lane.height, themeColour("panel"));
    m_painter.setPen(themeColour("textSecondary"));
    drawText(QRectF(8, y, labelWidth - 12, lane.height), lane.label);
}

void TimelinePainter::drawGroup(const TimelineLane& lane, int y)
{
    const QRectF line(0, y, m_geometry.width, lane.height);
    m_painter.fillRect(line, themeColour("window"));
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(QPen(themeColour("textSecondary"), 1.4));
    QPainterPath arrow;
    const QPointF middle(14, line.center().y());
    if (lane.isFolded) {
        arrow.moveTo(middle + QPointF(-2, -4));
        arrow.lineTo(middle + QPointF(2, 0));
        arrow.lineTo(middle + QPointF(-2, 4));
    } else {
        arrow.moveTo(middle + QPointF(-4, -2));
        arrow.lineTo(middle + QPointF(0, 2));
        arrow.lineTo(middle + QPointF(4, -2));
    }
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawPath(arrow);
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    auto bold = m_picture.font;
    bold.setWeight(QFont::DemiBold);
    m_painter.setFont(bold);
    m_painter.setPen(themeColour("text"));
    m_painter.drawText(line.adjusted(26, 0, 0, 0), Qt::AlignVCenter, lane.label);
    const double end = 26 + m_painter.fontMetrics().horizontalAdvance(lane.label) + 8;
    m_painter.setFont(scaledFont(m_picture.font, smallFontShare));
    m_painter.setPen(themeColour("textSecondary"));
    drawText(line.adjusted(end, 0, -8, 0), lane.note);
    m_painter.setFont(m_picture.font);
}

void TimelinePainter::drawText(const QRectF& rect, const QString& text)
{
    drawElided(m_painter, rect, text);
}

void TimelinePainter::drawSpans(const profiler::TimelineRow& row, const QRectF& plot)
{
    const auto bars = m_picture.timeline.bars(row, m_geometry.visible, m_geometry.plotWidth());
    const auto inset = std::min(2.0, plot.height() / 8);
    const auto line = plot.adjusted(0, inset, 0, -inset);
    const auto& slices = m_picture.timeline.profile().slices;
    ColumnStrip narrow(plot.width());
    std::vector<QRectF> selected;
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const auto& bar = bars[i];
        const QRectF rect(line.left() + bar.x, line.top(), bar.width, line.height());
        // Adjacent bars have no gap, so their slices need not be checked.
        const bool mayHaveGap = i > 0 && bar.x - bars[i - 1].x - bars[i - 1].width >= 1;
        const auto gap = mayHaveGap
            ? gapBetween(m_picture.timeline, row, bars[i - 1], bar, m_geometry.nsPerPixel())
            : std::nullopt;
        if (gap)
            drawGap(QRectF(QPointF(m_geometry.xOf(gap->startNs), rect.top()),
                QPointF(m_geometry.xOf(gap->endNs), rect.bottom())));
        if (bar.width > 1) {
            const bool isPart = slices.kind[bar.slice] == profiler::SliceKind::Phase
                && slices.step[bar.slice] != Slices::none && row.kind != profiler::RowKind::Work;
            isPart || isOutlined(m_picture.timeline.profile(), bar.slice) ? drawPart(rect, bar)
                                                                          : drawBar(rect, bar);
        } else {
            const auto look = lookOf(bar);
            narrow.set(bar.x, look.fill, bar.isMerged() ? look.lower : look.fill);
        }
        if (isSelected(bar))
            selected.push_back(rect);
    }
    narrow.draw(m_painter, line);
    if (isOfOperators(m_picture.timeline.profile(), row))
        drawDeviceGaps(line);
    m_painter.setPen(QPen(themeColour("text"), 2));
    m_painter.setBrush(Qt::NoBrush);
    for (const auto& rect : selected)
        m_painter.drawRect(rect.adjusted(1, 0, -1, 0));
}

void TimelinePainter::drawGap(const QRectF& gap)
{
    m_painter.fillRect(gap, faint("idle", 0.35F));
    m_painter.fillRect(gap, QBrush(themeColour("idle"), Qt::BDiagPattern));
    m_painter.setFont(scaledFont(m_picture.font, smallFontShare));
    const auto word = tr("idle");
    const double wide = m_painter.fontMetrics().horizontalAdvance(word);
    if (gap.width() >= wide + 10) {
        const QRectF ground(gap.center().x() - wide / 2 - 3, gap.top(), wide + 6, gap.height());
        m_painter.fillRect(ground, themeColour("panel"));
        m_painter.setPen(themeColour("textSecondary"));
        m_painter.drawText(gap, Qt::AlignCenter, word);
    }
    m_painter.setFont(m_picture.font);
}

StepLook TimelinePainter::lookOf(const profiler::TimelineBar& bar) const
{
    const auto& profile = m_picture.timeline.profile();
    if (const auto* look = deviceLook(m_picture.device, profile, bar.slice))
        return *look;
    if (const auto step = profile.slices.step[bar.slice]; step != Slices::none)
        return m_picture.looks[step];
    const auto run = profile.slices.run[bar.slice];
    return run != Slices::none && profile.runs[run].side == profiler::Side::WarmUp ? m_warmUp
                                                                                   : m_run;
}

bool TimelinePainter::isSelected(const profiler::TimelineBar& bar) const
{
    if (m_picture.slice == bar.slice)
        return true;
    const auto step = m_picture.timeline.profile().slices.step[bar.slice];
    return step < m_picture.isSelectedStep.size() && !bar.isMerged()
        && m_picture.isSelectedStep[step];
}

QString TimelinePainter::textOf(const profiler::TimelineBar& bar) const
{
    const auto& profile = m_picture.timeline.profile();
    if (profile.slices.kind[bar.slice] == profiler::SliceKind::Drop)
        return tr("lost");
    if (const auto label = deviceLabel(profile, bar.slice); !label.isEmpty())
        return label;
    if (const auto step = profile.slices.step[bar.slice]; step != Slices::none)
        return shortLabel(plain(profile.text(profile.steps[step].label), 200), m_picture.prefix);
    const auto run = profile.slices.run[bar.slice];
    if (run == Slices::none)
        return {};
    return (run == m_picture.typicalRun ? tr("run %1, typical") : tr("run %1"))
        .arg(profile.runs[run].number);
}

/// Draws a part of a step as a tint with a border, to distinguish it from a step.
void TimelinePainter::drawPart(const QRectF& rect, const profiler::TimelineBar& bar)
{
    const auto& theme = Theme::instance();
    const auto& profile = m_picture.timeline.profile();
    const auto step = profile.slices.step[bar.slice];
    auto category = model::Category::Constant; // for an API call without a step
    if (step != Slices::none)
        category = model::Palette::instance().category(
            profile.text(profile.steps[step].domain), profile.text(profile.steps[step].opType));
    const auto& colours = theme.category(category);
    m_painter.fillRect(rect, theme.colour(rect.width() < 3 ? colours.solid : colours.tint));
    if (rect.width() < 3)
        return;
    m_painter.setPen(theme.colour(colours.solid));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    if (rect.width() < labelFrom)
        return;
    m_painter.setPen(theme.colour(colours.ink));
    const auto label = deviceLabel(profile, bar.slice);
    drawText(rect.intersected(QRectF(labelWidth, 0, m_geometry.width, m_geometry.height))
                 .adjusted(4, 0, -2, 0),
        label.isEmpty() ? phaseName(profile.slices.phase[bar.slice]) : label);
}

/// Draws a slice that is wider than a pixel.
void TimelinePainter::drawBar(const QRectF& rect, const profiler::TimelineBar& bar)
{
    const auto look = lookOf(bar);
    m_painter.fillRect(rect, QColor(look.fill));
    drawHatching(rect, bar.slice);
    if (rect.width() < labelFrom)
        return;
    m_painter.setPen(QColor(look.ink));
    drawText(rect.intersected(QRectF(labelWidth, 0, m_geometry.width, m_geometry.height))
                 .adjusted(4, 0, -2, 0),
        textOf(bar));
}

/// Draws at most one rectangle per pixel: searches the next slice to draw instead of visiting all.
void TimelinePainter::drawScopes(const profiler::ScopeLevel& level, const QRectF& plot)
{
    m_painter.setFont(scaledFont(m_picture.font, smallFontShare));
    const auto fill = themeColour("inset");
    const auto edge = themeColour("borderStrong");
    const auto ink = themeColour("textSecondary");
    ColumnStrip narrow(plot.width());
    std::size_t usual = 1; // number of spans per rectangle
    for (auto i = level.firstAfter(m_geometry.visible.startNs);
         i < level.spans.size() && level.spans[i].startNs < m_geometry.visible.endNs;) {
        const auto& span = level.spans[i];
        const double left = std::max(plot.left(), m_geometry.xOf(span.startNs));
        const double right = std::min(plot.right() + 4, m_geometry.xOf(span.endNs));
        // Leaves a gap of one pixel between adjacent spans.
        const QRectF rect(left, plot.top() + 2, std::max(1.0, right - left - 1), plot.height() - 4);
        if (rect.width() <= 1) {
            narrow.set(rect.left() - plot.left(), edge.rgb(), edge.rgb());
        } else {
            m_painter.fillRect(rect, fill);
            m_painter.fillRect(QRectF(rect.left(), rect.top(), 1, rect.height()), edge);
        }
        if (rect.width() >= labelFrom) {
            m_painter.setPen(ink);
            drawText(rect.adjusted(5, 0, -2, 0), plain(level.titles[span.scope], 200));
        }
        const auto next
            = std::max(i + 1, level.firstAfter(m_geometry.timeAt(rect.right()), i, usual));
        usual = next - i;
        i = next;
    }
    narrow.draw(m_painter, plot.adjusted(0, 2, 0, -2));
    m_painter.setFont(m_picture.font);
}

void TimelinePainter::drawMemory(const QRectF& plot)
{
    const auto& profile = m_picture.timeline.profile();
    m_painter.setPen(themeColour("border"));
    m_painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    m_painter.setRenderHint(QPainter::Antialiasing);
    ColumnStrip narrow(plot.width());
    const auto shade = qPremultiply(faint("neighbourIn", 0.25F).rgba());
    double drawnTo = plot.left();
    for (std::uint32_t run = 0; run < profile.runs.size(); ++run) {
        const auto span = m_picture.timeline.spanOfRun(run);
        if (m_geometry.xOf(span.endNs) < drawnTo)
            continue; // within a pixel that is drawn already
        const bool isRecorded = profile.runs[run].side != profiler::Side::Unprofiled;
        if (isRecorded && span.endNs > m_geometry.visible.startNs
            && span.startNs < m_geometry.visible.endNs) {
            const double left = m_geometry.xOf(span.startNs);
            const double right = m_geometry.xOf(span.endNs);
            if (right - left >= stepsFrom)
                drawRunMemory(run, plot);
            else // all runs have the same memory plan, so the same peak
                for (double x = left; x == left || x < right - 1; ++x)
                    narrow.set(x - plot.left(), shade, shade);
            drawnTo = left + 1;
        }
    }
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    narrow.draw(m_painter, plot.adjusted(0, memoryMargin, 0, 0));
}

void TimelinePainter::drawRunMemory(std::uint32_t run, const QRectF& plot)
{
    const auto span = m_picture.timeline.spanOfRun(run);
    const double left = m_geometry.xOf(span.startNs);
    const double right = m_geometry.xOf(span.endNs);
    const double room = plot.height() - memoryMargin;
    const auto yOf = [&](std::uint64_t bytes) {
        return plot.bottom()
            - room * static_cast<double>(bytes)
            / static_cast<double>(std::max<std::uint64_t>(m_picture.memoryPeak, 1));
    };
    const auto& memory = m_picture.memoryOf(run);
    if (memory.samples.empty())
        return; // its steps were not recorded
    StepFunction course;
    course.plot = plot.intersected(QRectF(left, plot.top(), right - left, plot.height()));
    for (const auto& sample : memory.samples)
        course.changes.emplace_back(
            m_geometry.xOf(span.startNs + sample.timeNs), yOf(sample.bytes));
    course.end = right;
    course.base = plot.bottom();
    course.line = themeColour("neighbourIn");
    course.area = faint("neighbourIn", 0.18F);
    drawStepCourse(m_painter, course);
    m_painter.setRenderHint(QPainter::Antialiasing);

    const QPointF peak(m_geometry.xOf(span.startNs + memory.peakNs), yOf(memory.peakBytes));
    m_painter.setBrush(themeColour("neighbourIn"));
    m_painter.setPen(QPen(themeColour("panel"), 1));
    m_painter.drawEllipse(peak, 3.5, 3.5);
    m_painter.setBrush(Qt::NoBrush);
    auto bold = scaledFont(m_picture.font, smallFontShare);
    bold.setWeight(QFont::DemiBold);
    m_painter.setFont(bold);
    const auto text = peakText(memory);
    const double wide = m_painter.fontMetrics().horizontalAdvance(text);
    const double from = std::max(left, plot.left());
    const double to = std::min(right, plot.right());
    if (to - from >= wide + 16) {
        const QPointF at(std::clamp(peak.x() + 8, from + 4, to - wide - 4),
            std::min(peak.y() + 14, plot.bottom() - 4));
        const auto metrics = m_painter.fontMetrics();
        auto plate = themeColour("panel"); // the curve runs behind the text
        plate.setAlpha(215);
        m_painter.fillRect(
            QRectF(at.x() - 3, at.y() - metrics.ascent(), wide + 6, metrics.height()), plate);
        m_painter.setPen(themeColour("text"));
        m_painter.drawText(at, text);
    }
    m_painter.setFont(m_picture.font);
}

void TimelinePainter::drawMarks(const QRectF& plot)
{
    auto bold = scaledFont(m_picture.font, smallFontShare);
    bold.setWeight(QFont::DemiBold);
    m_painter.setFont(bold);
    for (const auto& mark : m_picture.marks) {
        const auto name = plain(mark.name.toStdString(), 60);
        const double least = m_painter.fontMetrics().horizontalAdvance(name) + 8;
        const double left = m_geometry.xOf(mark.span.startNs);
        const double right = std::max(m_geometry.xOf(mark.span.endNs), left + least);
        const QRectF flag(left, plot.top() + 2, right - left, plot.height() - 4);
        if (!flag.intersects(plot))
            continue;
        m_painter.fillRect(flag, themeColour("warningTint"));
        m_painter.fillRect(
            QRectF(flag.left(), flag.top(), 2, flag.height()), themeColour("warning"));
        m_painter.setPen(themeColour("warning"));
        drawText(flag.intersected(plot).adjusted(5, 0, -1, 0), name);
    }
    m_painter.setFont(m_picture.font);
}

void TimelinePainter::drawMarkLines()
{
    m_painter.setClipRect(
        QRect(labelWidth, rulerHeight, m_geometry.width, m_geometry.height - rulerHeight));
    m_painter.setPen(QPen(themeColour("warning"), 1, Qt::DashLine));
    for (const auto& mark : m_picture.marks) {
        for (const auto time : { mark.span.startNs, mark.span.endNs }) {
            const double x = std::round(m_geometry.xOf(time)) + 0.5;
            m_painter.drawLine(QPointF(x, rulerHeight), QPointF(x, m_geometry.height));
        }
    }
    m_painter.setClipping(false);
}

void TimelinePainter::drawRange()
{
    if (!m_picture.range)
        return;
    const double left = std::max<double>(labelWidth, m_geometry.xOf(m_picture.range->startNs));
    const double right = m_geometry.xOf(m_picture.range->endNs);
    if (right < labelWidth)
        return;
    m_painter.setPen(QPen(themeColour("selection"), 1.5));
    m_painter.drawLine(QPointF(left, rulerHeight), QPointF(left, m_geometry.height));
    m_painter.drawLine(QPointF(right, rulerHeight), QPointF(right, m_geometry.height));
    m_painter.fillRect(
        QRectF(left, rulerHeight, right - left, m_geometry.height), faint("selection", 0.09F));
}

void TimelinePainter::drawRuler()
{
    m_painter.fillRect(0, 0, m_geometry.width, rulerHeight, themeColour("panel"));
    m_painter.setFont(scaledFont(m_picture.font, smallFontShare));
    const auto zero = rulerZero(m_picture.timeline.profile(), m_geometry.visible);
    for (const auto& tick : profiler::ticksOf(m_geometry.visible, m_geometry.plotWidth(), zero)) {
        const double x = labelWidth + tick.x;
        m_painter.setPen(themeColour("border"));
        m_painter.drawLine(QPointF(x, 16), QPointF(x, rulerHeight));
        m_painter.setPen(themeColour("textSecondary"));
        m_painter.drawText(QPointF(x + 4, 15), QString::fromStdString(tick.label));
    }
    const auto& profile = m_picture.timeline.profile();
    // The run whose start is the ruler's zero.
    if (const auto run = runInView(profile, m_geometry.visible)) {
        m_painter.setPen(themeColour("textSecondary"));
        m_painter.drawText(QRectF(0, 0, labelWidth - 8, rulerHeight),
            Qt::AlignRight | Qt::AlignVCenter, tr("in run %1").arg(profile.runs[*run].number));
    }
    m_painter.setPen(themeColour("border"));
    m_painter.drawLine(0, rulerHeight, m_geometry.width, rulerHeight);
    m_painter.setFont(m_picture.font);
}

/// Draws a badge over the ruler with the length of the range and its share of the wall time.
void TimelinePainter::drawBadge()
{
    if (!m_picture.range)
        return;
    auto bold = m_picture.font;
    bold.setBold(true);
    m_painter.setFont(bold);
    const double wide = m_painter.fontMetrics().horizontalAdvance(m_picture.rangeText) + 20;
    const double middle
        = (m_geometry.xOf(m_picture.range->startNs) + m_geometry.xOf(m_picture.range->endNs)) / 2;
    const double left = std::clamp(middle - wide / 2, double(labelWidth),
        std::max<double>(labelWidth, m_geometry.width - wide - 2));
    const QRectF pill(left, 3, wide, rulerHeight - 6);
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(themeColour("selection"));
    m_painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);
    m_painter.setPen(themeColour("onAccent"));
    m_painter.drawText(pill, Qt::AlignCenter, m_picture.rangeText);
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    m_painter.setBrush(Qt::NoBrush); // the next shapes are frames without a fill
    m_painter.setFont(m_picture.font);
}

std::optional<profiler::TimeSpan> gapBetween(const profiler::Timeline& timeline,
    const profiler::TimelineRow& row, const profiler::TimelineBar& left,
    const profiler::TimelineBar& right, double nsPerPixel)
{
    const bool isWorkRow = row.depth == 0
        && (row.kind == profiler::RowKind::Steps || row.kind == profiler::RowKind::Device);
    if (!isWorkRow)
        return std::nullopt;
    const auto& slices = timeline.profile().slices;
    const auto before = row.slices[left.first + left.count - 1];
    const auto after = row.slices[right.first];
    // Calls, waits and overheads need not follow each other. Gaps between a device's operators are
    // drawn with their cause instead.
    const auto& track = timeline.profile().tracks[row.track.value()];
    const bool isExpected = row.kind == profiler::RowKind::Steps
        || track.kind == profiler::TrackKind::Stream || track.kind == profiler::TrackKind::Copy;
    if (!isExpected || slices.kind[before] == profiler::SliceKind::Drop
        || slices.kind[after] == profiler::SliceKind::Drop)
        return std::nullopt;
    const profiler::TimeSpan gap { slices.endNs(before), slices.startNs[after] };
    // There is no work between runs.
    if (slices.run[before] != slices.run[after]
        || static_cast<double>(gap.lengthNs()) < gapFrom * nsPerPixel)
        return std::nullopt;
    return gap;
}

} // namespace ui
