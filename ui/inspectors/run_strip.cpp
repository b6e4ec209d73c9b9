#include "ui/inspectors/run_strip.h"

#include "ui/format.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int stripHeight = 40;
constexpr int scaleHeight = 18;
constexpr double side = 6;
constexpr double dot = 2.2; // radius in pixels
constexpr double rows = 5; // number of rows, so that dots of successive runs do not overlap

} // namespace

RunStrip::RunStrip(QWidget* parent)
    : QWidget(parent)
{
    setObjectName("runStrip");
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void RunStrip::set(Content content)
{
    m_content = std::move(content);
    m_range = rangeOf(m_content.samples);
    setAccessibleName(tr("%n run(s)", nullptr, static_cast<int>(m_content.samples.size())));
    auto tip = tr("Every run is a dot; the line is their median, the band its 95 % interval.");
    if (m_range.beyond > 0)
        tip += u'\n'
            + tr("%n run(s) took longer than is drawn.", nullptr, static_cast<int>(m_range.beyond));
    setToolTip(tip);
    update();
}

RunStrip::Range RunStrip::rangeOf(std::vector<double> samples)
{
    if (samples.empty())
        return {};
    std::ranges::sort(samples);
    // Samples above Tukey's outer fence (upper quartile + 3 times the interquartile range) are
    // outliers.
    const double lower = samples[samples.size() / 4];
    const double upper = samples[samples.size() * 3 / 4];
    const double fence = upper + 3 * (upper - lower);
    const auto end = std::ranges::upper_bound(samples, fence);
    Range range { samples.front(), *(end == samples.begin() ? end : end - 1),
        static_cast<std::size_t>(samples.end() - end) };
    if (range.high <= range.low) { // all samples are equal: use a small range around them
        range.low *= 0.99;
        range.high = std::max(range.high * 1.01, range.low + 1);
    }
    return range;
}

QSize RunStrip::sizeHint() const { return { 160, stripHeight + scaleHeight }; }

double RunStrip::xOf(double value) const
{
    const double share = (value - m_range.low) / (m_range.high - m_range.low);
    return side + std::clamp(share, 0.0, 1.0) * (width() - 2 * side);
}

void RunStrip::paintEvent(QPaintEvent*)
{
    if (m_content.samples.empty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    if (m_content.high > m_content.low)
        painter.fillRect(
            QRectF(QPointF(xOf(m_content.low), 2), QPointF(xOf(m_content.high), stripHeight - 2)),
            themeColour("bar"));
    auto colour = themeColour("textSecondary");
    colour.setAlphaF(0.6F);
    painter.setBrush(colour);
    for (std::size_t i = 0; i < m_content.samples.size(); ++i) {
        // Order of rows 0 2 4 1 3: successive dots do not touch.
        const double row = std::fmod(static_cast<double>(i) * 2, rows);
        const double y = 6 + row * (stripHeight - 12) / (rows - 1);
        painter.drawEllipse(QPointF(xOf(m_content.samples[i]), y), dot, dot);
    }
    painter.setPen(QPen(themeColour("accent"), 1.5));
    const double median = xOf(m_content.median);
    painter.drawLine(QPointF(median, 2), QPointF(median, stripHeight - 2));
    painter.setPen(themeColour("border"));
    painter.drawLine(QPointF(0, stripHeight), QPointF(width(), stripHeight));
    paintScale(painter);
}

void RunStrip::paintScale(QPainter& painter) const
{
    painter.setFont(scaledFont(font()));
    painter.setPen(themeColour("textSecondary"));
    const QRectF line(0, stripHeight + 1, width(), scaleHeight);
    const auto text = [](double ns) { return durationText(ns); };
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, text(m_range.low));
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter,
        (m_range.beyond > 0 ? QStringLiteral("≥ ") : QString()) + text(m_range.high));
}

} // namespace ui
