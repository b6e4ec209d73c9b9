#include "ui/memory/memory_chart.h"

#include "ui/charts/step_function.h"
#include "ui/format.h"
#include "ui/widgets/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace ui {

namespace {

constexpr int ticksAcross = 70; // pixels between two ticks of the time axis
constexpr int ticksUp = 4;

} // namespace

MemoryChart::MemoryChart(QWidget* parent)
    : AccessibleChart(tr("Live memory over the run"), parent)
{
    setMinimumSize(200, 90);
}

void MemoryChart::set(std::shared_ptr<const profiler::Profile> profile, profiler::LiveMemory memory,
    std::uint32_t run)
{
    m_profile = std::move(profile);
    m_memory = std::move(memory);
    m_span.reset();
    if (m_profile != nullptr && run < m_profile->runs.size()) {
        m_geometry.visible = { 0, std::max<std::int64_t>(1, m_profile->runs[run].wallNs) };
        m_geometry.weightBytes = m_profile->memory.weightBytes;
        m_geometry.peakBytes = m_memory.peakBytes;
    }
    m_moment = m_memory.peakNs;
    update();
}

void MemoryChart::setMoment(std::int64_t ns)
{
    m_moment = ns;
    update();
}

void MemoryChart::setSpan(std::optional<profiler::TimeSpan> span)
{
    m_span = span;
    update();
}

std::size_t MemoryChart::sampleAt(std::int64_t ns) const
{
    const auto after
        = std::ranges::upper_bound(m_memory.samples, ns, {}, &profiler::LiveMemory::Sample::timeNs);
    return after == m_memory.samples.begin()
        ? 0
        : static_cast<std::size_t>(after - m_memory.samples.begin()) - 1;
}

std::uint64_t MemoryChart::bytesAt(std::int64_t ns) const
{
    if (m_memory.samples.empty() || ns < m_memory.samples.front().timeNs)
        return 0;
    return m_memory.samples[sampleAt(ns)].bytes;
}

void MemoryChart::choose(std::int64_t ns)
{
    setMoment(std::clamp(ns, m_geometry.visible.startNs, m_geometry.visible.endNs));
    emit momentChosen(m_moment);
    announcePart(this);
}

void MemoryChart::paintChart(QPainter& painter)
{
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_profile == nullptr || m_memory.samples.empty())
        return;
    m_geometry.width = width();
    m_geometry.height = height();
    painter.setFont(scaledFont(font()));
    drawAxes(painter);
    drawWeights(painter);
    drawActivations(painter);
    drawMarks(painter);
}

void MemoryChart::drawAxes(QPainter& painter) const
{
    const auto grid = themeColour("canvasGrid");
    const auto words = themeColour("textSecondary");
    const double right = width() - MemoryGeometry::right;
    const bool isToScale = m_geometry.isToScale();
    const auto offset = isToScale ? m_geometry.weightBytes : 0;
    for (const double tick : profiler::byteTicks(offset + m_geometry.peakBytes, ticksUp)) {
        const double y = isToScale ? m_geometry.base() - tick / m_geometry.bytesPerPixel()
                                   : m_geometry.yOf(static_cast<std::uint64_t>(tick));
        if (y < MemoryGeometry::top - 4)
            continue;
        painter.setPen(grid);
        painter.drawLine(QPointF(MemoryGeometry::labelWidth, y), QPointF(right, y));
        painter.setPen(words);
        painter.drawText(QRectF(0, y - 8, MemoryGeometry::labelWidth - 8, 16),
            Qt::AlignRight | Qt::AlignVCenter,
            tick == 0 ? QStringLiteral("0") : bytesText(static_cast<std::uint64_t>(tick)));
    }
    for (const auto& tick :
        profiler::ticksOf(m_geometry.visible, m_geometry.plotWidth(), 0, ticksAcross)) {
        const double x = MemoryGeometry::labelWidth + tick.x;
        painter.setPen(grid);
        painter.drawLine(QPointF(x, MemoryGeometry::top), QPointF(x, m_geometry.base()));
        painter.setPen(words);
        if (x + 30 < right)
            painter.drawText(QRectF(x - 40, m_geometry.base() + 3, 80, 16),
                Qt::AlignHCenter | Qt::AlignTop, QString::fromStdString(tick.label));
    }
}

void MemoryChart::drawWeights(QPainter& painter) const
{
    const double band = m_geometry.bandHeight();
    if (band <= 0)
        return;
    const QRectF rect(
        MemoryGeometry::labelWidth, m_geometry.base() - band, m_geometry.plotWidth(), band);
    painter.fillRect(rect, themeColour("idle"));
    if (!m_geometry.isToScale()) {
        // A band that is not to scale has a jagged upper edge.
        QPainterPath edge(rect.topLeft());
        for (double x = rect.left(); x < rect.right(); x += 12) {
            edge.lineTo(std::min(x + 6, rect.right()), rect.top() + 4);
            edge.lineTo(std::min(x + 12, rect.right()), rect.top());
        }
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(themeColour("textSecondary"), 1));
        painter.drawPath(edge);
    }
    if (band < 14)
        return;
    painter.setPen(themeColour("text"));
    const auto text = m_geometry.isToScale()
        ? tr("weights %1").arg(bytesText(m_geometry.weightBytes))
        : tr("weights %1, not to scale").arg(bytesText(m_geometry.weightBytes));
    painter.drawText(rect.adjusted(8, 0, -8, -2), Qt::AlignLeft | Qt::AlignBottom, text);
}

void MemoryChart::drawActivations(QPainter& painter) const
{
    StepFunction course;
    for (const auto& sample : m_memory.samples)
        course.changes.emplace_back(m_geometry.xOf(std::clamp(sample.timeNs,
                                        m_geometry.visible.startNs, m_geometry.visible.endNs)),
            m_geometry.yOf(sample.bytes));
    course.end = width() - MemoryGeometry::right;
    course.base = m_geometry.yOf(0);
    course.plot = QRectF(MemoryGeometry::labelWidth, MemoryGeometry::top, m_geometry.plotWidth(),
        m_geometry.plotHeight());
    course.line = themeColour("neighbourIn");
    course.area = course.line;
    course.area.setAlphaF(0.16F);
    course.width = 1.5;
    drawStepCourse(painter, course);
    painter.setRenderHint(QPainter::Antialiasing);
}

void MemoryChart::drawMarks(QPainter& painter) const
{
    if (m_span) {
        auto shade = themeColour("selection");
        shade.setAlphaF(0.14F);
        const double left = m_geometry.xOf(m_span->startNs);
        painter.fillRect(
            QRectF(left, MemoryGeometry::top, std::max(2.0, m_geometry.xOf(m_span->endNs) - left),
                m_geometry.base() - MemoryGeometry::top),
            shade);
    }
    const auto dotAt = [&](std::int64_t ns, const QColor& colour, double radius) {
        painter.setPen(QPen(themeColour("panel"), 1));
        painter.setBrush(colour);
        painter.drawEllipse(
            QPointF(m_geometry.xOf(ns), m_geometry.yOf(bytesAt(ns))), radius, radius);
    };
    const double x = m_geometry.xOf(m_moment);
    painter.setPen(QPen(themeColour("accent"), 1.5));
    painter.drawLine(QPointF(x, MemoryGeometry::top), QPointF(x, m_geometry.base()));
    dotAt(m_memory.peakNs, themeColour("neighbourIn"), 4);
    if (m_moment != m_memory.peakNs)
        dotAt(m_moment, themeColour("accent"), 4);
    auto bold = painter.font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(themeColour("text"));
    const auto text = tr(
        "peak %1 at %2, %n tensor(s) live", nullptr, static_cast<int>(m_memory.livingAtPeak.size()))
                          .arg(bytesText(m_memory.peakBytes + m_geometry.weightBytes),
                              durationText(m_memory.peakNs));
    const double wide = painter.fontMetrics().horizontalAdvance(text) + 4;
    const double left
        = std::clamp(m_geometry.xOf(m_memory.peakNs) - wide / 2, double(MemoryGeometry::labelWidth),
            std::max<double>(MemoryGeometry::labelWidth, width() - wide - 4));
    painter.drawText(
        QRectF(left, 2, wide, MemoryGeometry::top - 4), Qt::AlignLeft | Qt::AlignVCenter, text);
}

void MemoryChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_profile != nullptr)
        choose(m_geometry.timeAt(event->position().x()));
}

void MemoryChart::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons().testFlag(Qt::LeftButton) && m_profile != nullptr)
        choose(m_geometry.timeAt(event->position().x()));
    else
        AccessibleChart::mouseMoveEvent(event);
}

void MemoryChart::keyPressEvent(QKeyEvent* event)
{
    if (m_memory.samples.empty())
        return QWidget::keyPressEvent(event);
    // Arrow keys move from change to change; memory is constant in between.
    const auto at = sampleAt(m_moment);
    const auto last = m_memory.samples.size() - 1;
    switch (event->key()) {
    case Qt::Key_Left:
        return choose(m_memory.samples[at > 0 ? at - 1 : 0].timeNs);
    case Qt::Key_Right:
        return choose(m_memory.samples[std::min(at + 1, last)].timeNs);
    case Qt::Key_Home:
        return choose(m_memory.samples.front().timeNs);
    case Qt::Key_End:
        return choose(m_memory.samples[last > 0 ? last - 1 : 0].timeNs);
    case Qt::Key_P:
        return choose(m_memory.peakNs);
    default:
        QWidget::keyPressEvent(event);
    }
}

void MemoryChart::resizeEvent(QResizeEvent*)
{
    m_geometry.width = width();
    m_geometry.height = height();
}

QString MemoryChart::partText(int part) const
{
    const auto& sample = m_memory.samples[static_cast<std::size_t>(part)];
    return tr("%1: %2 of activations").arg(durationText(sample.timeNs), bytesText(sample.bytes));
}

QRectF MemoryChart::partRect(int part) const
{
    const auto at = static_cast<std::size_t>(part);
    const auto& samples = m_memory.samples;
    const double left = m_geometry.xOf(samples[at].timeNs);
    const double right = at + 1 < samples.size() ? m_geometry.xOf(samples[at + 1].timeNs)
                                                 : m_geometry.xOf(m_geometry.visible.endNs);
    const double top = m_geometry.yOf(samples[at].bytes);
    return { left, top, std::max(1.0, right - left), m_geometry.base() - top };
}

int MemoryChart::currentPart() const
{
    return m_memory.samples.empty() ? -1 : static_cast<int>(sampleAt(m_moment));
}

void MemoryChart::choosePart(int part)
{
    choose(m_memory.samples[static_cast<std::size_t>(part)].timeNs);
}

QString MemoryChart::tipAt(QPoint point) const
{
    if (m_profile == nullptr)
        return {};
    const auto time = m_geometry.timeAt(point.x());
    return tr("%1: %2 of activations").arg(durationText(time), bytesText(bytesAt(time)));
}

} // namespace ui
