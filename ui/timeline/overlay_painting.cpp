#include "ui/document/document.h"
#include "ui/format.h"
#include "ui/timeline/overlay_view.h"
#include "ui/timeline/span_text.h"
#include "ui/timeline/timeline_geometry.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text_elision.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <numeric>

/// Drawing of the OverlayView.
namespace ui {

namespace {

constexpr int labelWidth = TimelineGeometry::labelWidth;
constexpr int rulerHeight = TimelineGeometry::rulerHeight;
constexpr int rowHeight = 20;
constexpr int spreadHeight = 54;
constexpr int gap = 2; // between rows
constexpr double labelFrom = 28; // in pixels, as in the timeline
constexpr int maxNames = 12; // of operators with the largest spread

} // namespace

double OverlayView::plotWidth() const { return std::max(1, width() - labelWidth); }

double OverlayView::xOf(std::int64_t ns) const
{
    return labelWidth + profiler::pixelOf(m_visible, plotWidth(), ns);
}

std::int64_t OverlayView::timeAt(double x) const
{
    return profiler::timeAt(m_visible, plotWidth(), x - labelWidth);
}

QRect OverlayView::rowRect(Row row) const
{
    if (m_overlay == nullptr)
        return {};
    const bool hasSeveral = m_overlay->runs().size() > 1;
    const std::array heights { rowHeight, spreadHeight, hasSeveral ? rowHeight : 0,
        hasSeveral ? rowHeight : 0 };
    int top = rulerHeight + gap;
    for (std::size_t i = 0; i < heights.size(); ++i) {
        if (static_cast<Row>(i) == row)
            return QRect(labelWidth, top, width() - labelWidth, heights[i]);
        top += heights[i] > 0 ? heights[i] + gap : 0;
    }
    const int room = height() - top - gap;
    // Limits the height, so that few runs are not drawn as thick bars.
    const auto most = static_cast<int>(std::min<std::size_t>(m_overlay->runs().size(), 1000)) * 12;
    return QRect(labelWidth, top + gap, width() - labelWidth, std::clamp(room, 0, most));
}

QString OverlayView::labelOf(Row row) const
{
    const auto& runs = m_overlay->profile().runs;
    switch (row) {
    case Row::Typical:
        return tr("%1, typical").arg(runs[m_overlay->typical()].number);
    case Row::Spread:
        return tr("p10 – p90");
    case Row::Fastest:
        return tr("%1, fastest").arg(runs[m_overlay->fastest()].number);
    case Row::Slowest:
        return tr("%1, slowest").arg(runs[m_overlay->slowest()].number);
    case Row::Runs:
    case Row::Count:
        break;
    }
    const auto all = m_overlay->runs().size();
    return m_raster.lines.empty() || m_raster.lines.size() == all
        ? tr("%n run(s)", nullptr, static_cast<int>(all))
        : tr("%1 of %2").arg(countText(m_raster.lines.size()), countText(all));
}

QString OverlayView::nameOf(std::uint32_t slice) const
{
    const auto& profile = m_overlay->profile();
    const auto& step = profile.steps[profile.slices.step[slice]];
    return shortLabel(plain(profile.text(step.label), 200), m_prefix);
}

void OverlayView::paintChart(QPainter& painter)
{
    if (m_overlay == nullptr) {
        painter.setPen(themeColour("textSecondary"));
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap,
            tr("No recorded run has operators to compare."));
        return;
    }
    painter.setClipRect(rect().adjusted(labelWidth, 0, 0, 0));
    drawRuler(painter);
    drawRun(painter, m_overlay->typical(), rowRect(Row::Typical));
    drawSpreads(painter, rowRect(Row::Spread));
    if (m_overlay->runs().size() > 1) {
        drawRun(painter, m_overlay->fastest(), rowRect(Row::Fastest));
        drawRun(painter, m_overlay->slowest(), rowRect(Row::Slowest));
    }
    drawRuns(painter, rowRect(Row::Runs));
    painter.setClipping(false);
    drawLabels(painter);
}

void OverlayView::drawRuler(QPainter& painter)
{
    painter.setFont(scaledFont(font()));
    for (const auto& tick : profiler::ticksOf(m_visible, plotWidth())) {
        const double x = labelWidth + tick.x;
        painter.setPen(themeColour("canvasGrid"));
        painter.drawLine(QPointF(x, rulerHeight), QPointF(x, height()));
        painter.setPen(themeColour("border"));
        painter.drawLine(QPointF(x, 16), QPointF(x, rulerHeight));
        painter.setPen(themeColour("textSecondary"));
        painter.drawText(QPointF(x + 4, 15), QString::fromStdString(tick.label));
    }
    painter.setPen(themeColour("border"));
    painter.drawLine(labelWidth, rulerHeight, width(), rulerHeight);
    painter.setFont(font());
}

void OverlayView::drawLabels(QPainter& painter)
{
    painter.setPen(themeColour("textSecondary"));
    for (int i = 0; i < static_cast<int>(Row::Count); ++i) {
        const auto rect = rowRect(static_cast<Row>(i));
        if (rect.isEmpty())
            continue;
        const int high = std::min(rect.height(), rowHeight);
        drawElided(
            painter, QRectF(8, rect.top(), labelWidth - 12, high), labelOf(static_cast<Row>(i)));
    }
    const auto spread = rowRect(Row::Spread);
    painter.setFont(scaledFont(font()));
    if (!m_spreads.empty() && !spread.isEmpty())
        drawElided(painter, QRectF(8, spread.top() + rowHeight, labelWidth - 12, rowHeight),
            tr("highest %1").arg(durationText(m_largestSpread)));
    painter.setFont(font());
}

void OverlayView::drawRun(QPainter& painter, std::uint32_t run, const QRect& rect)
{
    const auto& steps = m_overlay->profile().slices.step;
    const auto plot = QRectF(rect).adjusted(0, 2, 0, -2);
    for (const auto& bar : m_overlay->bars(run, m_visible, plotWidth())) {
        const auto step = steps[bar.slice];
        if (step == profiler::Slices::none)
            continue;
        const QRectF place(
            plot.left() + bar.x, plot.top(), std::max(1.0, bar.width), plot.height());
        painter.fillRect(place, QColor(m_looks[step].fill));
        if (bar.isMerged())
            painter.fillRect(
                place.adjusted(0, place.height() / 2, 0, 0), QColor(m_looks[step].lower));
        if (place.width() >= labelFrom) {
            painter.setPen(QColor(m_looks[step].ink));
            drawElided(painter, place.adjusted(4, 0, -2, 0), nameOf(bar.slice));
        }
        if (!bar.isMerged() && m_isSelected[step]) {
            painter.setPen(QPen(themeColour("text"), 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(place.adjusted(1, 0, -1, 0));
        }
    }
}

/// Draws below each operator of the typical run a bar with the height of its spread. Where several
/// share a pixel, the highest one is visible.
void OverlayView::drawSpreads(QPainter& painter, const QRect& rect)
{
    painter.setPen(themeColour("border"));
    painter.drawLine(rect.bottomLeft(), rect.bottomRight());
    if (m_spreads.empty()) {
        painter.setPen(themeColour("textSecondary"));
        return painter.drawText(rect, Qt::AlignCenter,
            m_document->isComputingStatistics() ? tr("computing…")
                                                : tr("statistics were not computed"));
    }
    for (const auto& spread : m_spreads) {
        const double left = std::max<double>(rect.left(), xOf(spread.span.startNs));
        const double right = xOf(spread.span.endNs);
        if (right < rect.left() || left > rect.right() || m_largestSpread <= 0)
            continue;
        const double high = (rect.height() - rowHeight + 4) * spread.spreadNs() / m_largestSpread;
        const QRectF bar(left, rect.bottom() - high, std::max(1.0, right - left - 1), high);
        const bool isSelected = m_isSelected[spread.step.value()];
        painter.fillRect(bar, QColor(m_looks[spread.step.value()].fill));
        if (isSelected) {
            painter.setPen(QPen(themeColour("text"), 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(bar.adjusted(1, 0, -1, 0));
        }
    }
    drawSpreadNames(painter, rect);
}

/// Writes the names of the operators with the largest spread, as far as they fit.
void OverlayView::drawSpreadNames(QPainter& painter, const QRect& rect)
{
    std::vector<std::uint32_t> order(m_spreads.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto shown = order.begin()
        + std::min<std::ptrdiff_t>(maxNames, static_cast<std::ptrdiff_t>(order.size()));
    std::ranges::partial_sort(
        order, shown, std::greater<>(), [&](auto i) { return m_spreads[i].spreadNs(); });
    std::vector<QRectF> taken;
    painter.setFont(scaledFont(font()));
    painter.setPen(themeColour("text"));
    for (auto i = order.begin(); i != shown; ++i) {
        const auto& spread = m_spreads[*i];
        const double left = std::max<double>(rect.left(), xOf(spread.span.startNs));
        if (xOf(spread.span.endNs) < rect.left() || left > rect.right())
            continue;
        const auto text = tr("%1  %2 – %3")
                              .arg(nameOf(spread.slice), durationText(spread.lowNs),
                                  durationText(spread.highNs));
        const double wide = painter.fontMetrics().horizontalAdvance(text) + 8;
        const QRectF place(std::min(left, rect.right() - wide), rect.top(), wide, rowHeight - 4);
        const bool isFree = place.left() >= rect.left()
            && std::ranges::none_of(
                taken, [&](const auto& other) { return other.intersects(place); });
        if (!isFree)
            continue;
        taken.push_back(place);
        painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft, text);
    }
    painter.setFont(font());
}

void OverlayView::drawRuns(QPainter& painter, const QRect& rect)
{
    if (rect.isEmpty())
        return;
    if (m_raster.image.isNull()) {
        painter.setPen(themeColour("textSecondary"));
        return painter.drawText(rect, Qt::AlignCenter, tr("computing…"));
    }
    // While the new image is computed, the old one is drawn at the present position of its time
    // range.
    const QRectF place(QPointF(xOf(m_raster.view.startNs), rect.top()),
        QPointF(xOf(m_raster.view.endNs), rect.bottom() + 1));
    painter.drawImage(place, m_raster.image, QRectF(m_raster.image.rect()));
}

} // namespace ui
