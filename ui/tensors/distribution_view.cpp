#include "ui/tensors/distribution_view.h"

#include "profiler/charts/charts.h"
#include "ui/format.h"
#include "ui/widgets/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace ui {

namespace {

constexpr std::array colourTokens { "accent", "error", "good", "warning", "gpuStream" };
static_assert(colourTokens.size() == DistributionView::maximumSeries);

double totalOf(const model::Histogram& histogram)
{
    return static_cast<double>(
        std::accumulate(histogram.counts.begin(), histogram.counts.end(), histogram.outside));
}

} // namespace

DistributionView::DistributionView(QWidget* parent)
    : TipWidget(parent)
{
    setMinimumSize(200, 140);
    setAccessibleName(tr("Histograms over each other"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void DistributionView::set(std::vector<Series> series)
{
    m_series = std::move(series);
    m_most = 0;
    QStringList names;
    for (const auto& one : m_series) {
        names << one.name;
        const auto total = totalOf(one.histogram);
        for (const auto count : one.histogram.counts)
            m_most = std::max(m_most, total > 0 ? static_cast<double>(count) / total : 0);
    }
    setAccessibleDescription(names.join(QStringLiteral(", ")));
    update();
}

QRectF DistributionView::plot() const { return QRectF(rect()).adjusted(58, 14, -16, -48); }

double DistributionView::heightOf(const Series& series, std::size_t bin) const
{
    const auto total = totalOf(series.histogram);
    if (total == 0 || m_most == 0)
        return 0;
    const auto share = static_cast<double>(series.histogram.counts[bin]) / total;
    if (!m_isLogarithmic)
        return share / m_most;
    constexpr double decades = 6; // below the largest bin
    return share > 0 ? std::max(0.0, 1 + std::log10(share / m_most) / decades) : 0;
}

void DistributionView::drawAxes(QPainter& painter) const
{
    const auto area = plot();
    const auto& range = m_series.front().histogram;
    const auto span = range.high > range.low ? range.high - range.low : 1;
    painter.setPen(themeColour("borderStrong"));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setPen(themeColour("textSecondary"));
    for (const auto tick : profiler::axisTicks(range.low, range.low + span, 6)) {
        const auto x = area.left() + (tick - range.low) / span * area.width();
        if (x < area.left() - 1 || x > area.right() + 1)
            continue;
        painter.drawText(
            QRectF(x - 40, area.bottom() + 3, 80, 16), Qt::AlignHCenter, numberText(tick));
    }
    painter.drawText(QRectF(0, area.top() - 8, area.left() - 6, 16),
        Qt::AlignRight | Qt::AlignVCenter, shareText(m_most));
    painter.drawText(QRectF(area.right() - 260, area.bottom() + 24, 260, 16),
        Qt::AlignRight | Qt::AlignVCenter,
        m_isLogarithmic ? tr("share of the elements, logarithmic")
                        : tr("share of the elements, linear"));
}

void DistributionView::drawSeries(QPainter& painter, std::size_t index) const
{
    const auto area = plot();
    const auto& series = m_series[index];
    const auto bins = series.histogram.counts.size();
    const auto width = area.width() / static_cast<double>(bins);
    QPainterPath path(area.bottomLeft());
    for (std::size_t bin = 0; bin < bins; ++bin) {
        const auto y = area.bottom() - area.height() * heightOf(series, bin);
        path.lineTo(area.left() + static_cast<double>(bin) * width, y);
        path.lineTo(area.left() + static_cast<double>(bin + 1) * width, y);
    }
    path.lineTo(area.bottomRight());
    const auto colour = themeColour(colourTokens[index]);
    if (index == 0) {
        auto fill = colour;
        fill.setAlphaF(0.25F);
        painter.fillPath(path, fill);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, 1.4));
    painter.drawPath(path);
}

void DistributionView::drawLegend(QPainter& painter) const
{
    const auto area = plot();
    double x = area.left();
    for (std::size_t i = 0; i < m_series.size(); ++i) {
        const auto text = painter.fontMetrics().elidedText(m_series[i].name, Qt::ElideMiddle, 220);
        painter.fillRect(QRectF(x, area.bottom() + 31, 14, 3), themeColour(colourTokens[i]));
        painter.setPen(themeColour("text"));
        painter.drawText(QPointF(x + 19, area.bottom() + 37), text);
        x += 19 + painter.fontMetrics().horizontalAdvance(text) + 16;
    }
}

void DistributionView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), themeColour("panel"));
    if (m_series.empty() || m_series.front().histogram.counts.empty())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(scaledFont(font()));
    drawAxes(painter);
    for (std::size_t i = 0; i < m_series.size(); ++i)
        drawSeries(painter, i);
    drawLegend(painter);
}

void DistributionView::mousePressEvent(QMouseEvent*)
{
    m_isLogarithmic = !m_isLogarithmic;
    update();
}

QString DistributionView::tipAt(QPoint point) const
{
    const auto area = plot();
    if (m_series.empty() || !area.contains(point))
        return {};
    const auto& range = m_series.front().histogram;
    const auto bins = static_cast<double>(range.counts.size());
    const auto bin
        = std::min(bins - 1, std::floor((point.x() - area.left()) / area.width() * bins));
    const auto width = (range.high - range.low) / bins;
    QStringList lines { tr("%1 to %2")
                            .arg(numberText(range.low + bin * width),
                                numberText(range.low + (bin + 1) * width)) };
    for (const auto& series : m_series)
        lines << tr("%1: %2 elements")
                     .arg(series.name,
                         countText(series.histogram.counts[static_cast<std::size_t>(bin)]));
    lines << (m_isLogarithmic ? tr("Click for a linear scale.")
                              : tr("Click for a logarithmic scale."));
    return lines.join(u'\n');
}

} // namespace ui
