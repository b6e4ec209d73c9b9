#include "ui/quantisation/channel_ranges.h"

#include "profiler/charts/charts.h"
#include "ui/format.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui {

using model::ChannelFinding;

namespace {

constexpr double axisWidth = 52; // pixels
constexpr double titleHeight = 36; // labels and title of the channel axis
constexpr double topRoom = 10;
constexpr double widestBox = 14;

/// A higher one is worse.
int severityOf(ChannelFinding finding)
{
    const auto tone = toneOf(finding);
    return tone == "error" ? 2 : tone.isEmpty() ? 0 : 1;
}

QColor rangeColour()
{
    return Theme::instance().colour(Theme::instance().category(model::Category::Quantise).solid);
}

} // namespace

QByteArray toneOf(ChannelFinding finding)
{
    switch (finding) {
    case ChannelFinding::Outlier:
    case ChannelFinding::NotFinite:
        return "error";
    case ChannelFinding::Saturated:
    case ChannelFinding::WideScale:
    case ChannelFinding::Zero:
        return "warning";
    case ChannelFinding::None:
        break;
    }
    return {};
}

ChannelRanges::ChannelRanges(ActionTable& actions, QWidget* parent)
    : ChartView(actions, tr("Range of each channel"), parent)
{
    setMinimumSize(200, 140);
}

void ChannelRanges::set(
    std::shared_ptr<const ChannelReading> reading, std::vector<std::size_t> order)
{
    m_reading = std::move(reading);
    m_order = std::move(order);
    m_bars.clear();
    m_current = -1;
    const auto count = m_order.size();
    const auto bars = std::min(count, maximumBars);
    m_low = m_high = 0;
    for (std::size_t i = 0; i < bars; ++i) {
        const auto first = i * count / bars;
        m_bars.push_back(barOf(first, (i + 1) * count / bars - first));
        m_low = std::min(m_low, m_bars.back().low);
        m_high = std::max(m_high, m_bars.back().high);
    }
    if (m_low == m_high)
        m_high = m_low + 1;
    const auto above = (m_high - m_low) / 20;
    m_high += m_high > 0 ? above : 0;
    m_low -= m_low < 0 ? above : 0;
    update();
}

ChannelRanges::Bar ChannelRanges::barOf(std::size_t first, std::size_t count) const
{
    Bar bar;
    bar.first = first;
    bar.count = count;
    for (std::size_t i = 0; i < count; ++i) {
        const auto channel = m_order[first + i];
        const auto& numbers = m_reading->numbers(channel);
        const auto finding = channel < m_reading->coded.channels.size()
            ? m_reading->coded.findingOf(channel)
            : ChannelFinding::None;
        if (i == 0 || severityOf(finding) > severityOf(bar.finding)) {
            bar.finding = finding;
            bar.worst = channel;
        }
        bar.low = i == 0 ? numbers.smallest : std::min(bar.low, numbers.smallest);
        bar.p25 = i == 0 ? numbers.p25 : std::min(bar.p25, numbers.p25);
        bar.p75 = i == 0 ? numbers.p75 : std::max(bar.p75, numbers.p75);
        bar.high = i == 0 ? numbers.largest : std::max(bar.high, numbers.largest);
    }
    return bar;
}

void ChannelRanges::setChannel(std::size_t channel)
{
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const auto& bar = m_bars[i];
        const auto begin = m_order.begin() + static_cast<std::ptrdiff_t>(bar.first);
        if (std::find(begin, begin + static_cast<std::ptrdiff_t>(bar.count), channel)
            == begin + static_cast<std::ptrdiff_t>(bar.count))
            continue;
        m_current = static_cast<int>(i);
        m_bars[i].worst = channel;
    }
    update();
}

QRectF ChannelRanges::plot() const
{
    return QRectF(rect()).adjusted(axisWidth, topRoom, -14, -titleHeight);
}

double ChannelRanges::yOf(double number) const
{
    const auto area = plot();
    // Divided by two first: the range of doubles may exceed the largest double.
    return area.bottom() - area.height() * (number / 2 - m_low / 2) / (m_high / 2 - m_low / 2);
}

QRectF ChannelRanges::partRect(int part) const
{
    const auto area = plot();
    const auto width = area.width() / partCount();
    return { area.left() + part * width, area.top(), width, area.height() };
}

QString ChannelRanges::labelOf(const Bar& bar) const
{
    const auto first = m_order[bar.first];
    return bar.count == 1 ? countText(first)
                          : QStringLiteral("%1 … %2").arg(
                              countText(first), countText(m_order[bar.first + bar.count - 1]));
}

QString ChannelRanges::partText(int part) const
{
    const auto& bar = m_bars[static_cast<std::size_t>(part)];
    auto text = (bar.count == 1 ? tr("channel %1") : tr("channels %1")).arg(labelOf(bar))
        + QStringLiteral("\n")
        + tr("%1 to %2, p25 to p75: %3 to %4")
              .arg(numberText(bar.low), numberText(bar.high), numberText(bar.p25),
                  numberText(bar.p75));
    if (bar.worst >= m_reading->coded.channels.size())
        return text;
    const auto& codes = m_reading->coded.channels[bar.worst];
    if (bar.count > 1)
        text += QStringLiteral("\n") + tr("chosen: channel %1").arg(countText(bar.worst));
    if (codes.error)
        text += QStringLiteral("\n") + tr("error %1").arg(shareText(*codes.error));
    return text;
}

void ChannelRanges::choosePart(int part)
{
    m_current = part;
    update();
    emit channelChosen(m_bars[static_cast<std::size_t>(part)].worst);
    announcePart(this);
}

std::optional<int> ChannelRanges::partAt(QPointF point) const
{
    const auto area = plot();
    if (m_bars.empty() || point.x() < area.left() || point.x() >= area.right())
        return std::nullopt;
    return std::min(
        partCount() - 1, static_cast<int>((point.x() - area.left()) / area.width() * partCount()));
}

void ChannelRanges::drawAxes(QPainter& painter) const
{
    const auto area = plot();
    for (const auto tick : profiler::axisTicks(m_low, m_high, 6)) {
        if (tick < m_low || tick > m_high)
            continue;
        const auto y = yOf(tick);
        painter.setPen(
            QPen(themeColour(tick == 0 ? "borderStrong" : "border"), tick == 0 ? 1.5 : 1));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(themeColour("textSecondary"));
        painter.drawText(QRectF(0, y - 8, axisWidth - 8, 16), Qt::AlignRight | Qt::AlignVCenter,
            numberText(tick));
    }
    // Labels that have room, from the left; that of the current bar always.
    const QFontMetricsF metrics(painter.font());
    double free = 0;
    const auto draw = [&](int part, bool isCurrent) {
        const auto text = countText(m_order[m_bars[static_cast<std::size_t>(part)].first]);
        const auto width = metrics.horizontalAdvance(text) + 10;
        const auto middle = partRect(part).center().x();
        if (!isCurrent && middle - width / 2 < free)
            return;
        if (!isCurrent && m_current >= 0
            && std::abs(middle - partRect(m_current).center().x()) < 1.2 * width
            && part != m_current)
            return;
        painter.drawText(
            QRectF(middle - width / 2, area.bottom() + 3, width, 16), Qt::AlignCenter, text);
        free = middle + width / 2;
    };
    for (int part = 0; part < partCount(); ++part)
        if (part != m_current)
            draw(part, false);
    painter.drawText(QRectF(area.left(), area.bottom() + 19, area.width(), 16), Qt::AlignCenter,
        partCount() < static_cast<int>(m_order.size())
            ? tr("channel; several in a bar, with the widest range")
            : tr("channel"));
    if (m_current < 0)
        return;
    auto bold = painter.font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(themeColour("text"));
    draw(m_current, true);
}

void ChannelRanges::drawBar(QPainter& painter, int part) const
{
    const auto& bar = m_bars[static_cast<std::size_t>(part)];
    const auto cell = partRect(part);
    const auto tone = toneOf(bar.finding);
    const auto colour = tone.isEmpty() ? rangeColour() : themeColour(tone.constData());
    const auto half = std::min(widestBox, std::max(1.0, cell.width() * 0.6)) / 2;
    const auto x = cell.center().x();
    painter.setPen(QPen(colour, cell.width() > 4 ? 1.5 : 1));
    painter.drawLine(QPointF(x, yOf(bar.low)), QPointF(x, yOf(bar.high)));
    if (half > 2)
        for (const auto end : { bar.low, bar.high })
            painter.drawLine(QPointF(x - half * 0.7, yOf(end)), QPointF(x + half * 0.7, yOf(end)));
    const QRectF box(QPointF(x - half, yOf(bar.p75)), QPointF(x + half, yOf(bar.p25)));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(box.adjusted(0, -0.5, 0, 0.5), half > 2 ? 2 : 0, half > 2 ? 2 : 0);
}

void ChannelRanges::paintChart(QPainter& painter)
{
    if (m_bars.empty())
        return;
    painter.setFont(scaledFont(font()));
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_current >= 0) {
        auto frame = partRect(m_current);
        const auto wider = std::max(0.0, 8 - frame.width());
        frame.adjust(-wider / 2, -4, wider / 2, 4);
        painter.setBrush(themeColour("accentTint"));
        painter.setPen(QPen(themeColour("accent"), 1.5));
        painter.drawRoundedRect(frame, 3, 3);
    }
    drawAxes(painter);
    for (int part = 0; part < partCount(); ++part)
        drawBar(painter, part);
}

} // namespace ui
