#include "ui/widgets/histogram_view.h"

#include "ui/format.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int leftAxis = 34;
constexpr int bottomAxis = 18;
constexpr double markLineHeight = 14; // pixels, of the text beside the mark

/// `10 k`, `2 M`: fits beside an axis.
QString shortCount(double count)
{
    if (count >= 1e6)
        return numberText(count / 1e6) + QStringLiteral(" M");
    if (count >= 1e3)
        return numberText(count / 1e3) + QStringLiteral(" k");
    return countText(static_cast<std::uint64_t>(count));
}

} // namespace

HistogramView::HistogramView(QWidget* parent)
    : TipWidget(parent)
{
    setAccessibleName(tr("Histogram"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void HistogramView::set(HistogramContent content)
{
    m_content = std::move(content);
    m_most = m_content.counts.empty() ? 0 : *std::ranges::max_element(m_content.counts);
    setAccessibleDescription(m_content.description);
    update();
}

QRectF HistogramView::barsRect() const
{
    const int above = m_content.markText.isEmpty() ? 6 : static_cast<int>(markLineHeight) + 4;
    return QRectF(rect()).adjusted(leftAxis, above, -6, -bottomAxis);
}

double HistogramView::heightOf(std::uint64_t count) const
{
    if (count == 0 || m_most == 0)
        return 0;
    if (m_isLinear)
        return static_cast<double>(count) / static_cast<double>(m_most);
    // The scale begins below one, so that a bin of one element has a visible bar.
    return std::log10(1 + 9 * static_cast<double>(count))
        / std::log10(1 + 9 * static_cast<double>(m_most));
}

double HistogramView::placeOf(double at, const QRectF& bars) const
{
    return bars.left() + at * bars.width() / static_cast<double>(m_content.counts.size());
}

void HistogramView::paintEvent(QPaintEvent*)
{
    if (m_content.counts.empty())
        return;
    QPainter painter(this);
    painter.setFont(scaledFont(font()));
    const auto bars = barsRect();
    drawCounts(painter, bars);
    drawLabels(painter, bars);
    const double width = bars.width() / static_cast<double>(m_content.counts.size());
    for (std::size_t i = 0; i < m_content.counts.size(); ++i) {
        const double height = bars.height() * heightOf(m_content.counts[i]);
        const auto* tone = m_content.tones.empty() ? "accent" : m_content.tones[i];
        if (height > 0)
            painter.fillRect(QRectF(bars.left() + static_cast<double>(i) * width,
                                 bars.bottom() - height, std::max(1.0, width - 1), height),
                Theme::instance().colour(tone));
    }
    drawMark(painter, bars);
}

void HistogramView::drawCounts(QPainter& painter, const QRectF& bars) const
{
    const double most = static_cast<double>(m_most);
    for (double count = 1; count <= most; count *= 100) {
        if (m_isLinear && count > 1)
            break;
        const double y
            = bars.bottom() - bars.height() * heightOf(static_cast<std::uint64_t>(count));
        painter.setPen(themeColour("border"));
        painter.drawLine(QPointF(bars.left(), y), QPointF(bars.right(), y));
        painter.setPen(themeColour("textSecondary"));
        painter.drawText(QRectF(0, y - 8, leftAxis - 4, 16), Qt::AlignRight | Qt::AlignVCenter,
            shortCount(count));
    }
    painter.setPen(themeColour("textSecondary"));
    if (m_isLinear)
        painter.drawText(QRectF(0, bars.top() - 4, leftAxis - 4, 16),
            Qt::AlignRight | Qt::AlignVCenter, shortCount(most));
}

/// Labels stay within the bars' width. A label that would overlap the previous one is left out.
void HistogramView::drawLabels(QPainter& painter, const QRectF& bars) const
{
    const QFontMetricsF metrics(painter.font());
    constexpr double gap = 6;
    double free = bars.left();
    painter.setPen(themeColour("textSecondary"));
    for (const auto& label : m_content.labels) {
        const double width = metrics.horizontalAdvance(label.text);
        const double left = std::clamp(placeOf(label.at, bars) - width / 2, bars.left(),
            std::max(bars.left(), bars.right() - width));
        if (left < free)
            continue;
        painter.drawText(QRectF(left, bars.bottom() + 2, width + 1, bottomAxis - 2),
            Qt::AlignLeft | Qt::AlignVCenter, label.text);
        free = left + width + gap;
    }
    painter.setPen(themeColour("borderStrong"));
    painter.drawLine(bars.bottomLeft(), bars.bottomRight());
}

void HistogramView::drawMark(QPainter& painter, const QRectF& bars) const
{
    if (m_content.markAt < 0)
        return;
    const double x = placeOf(m_content.markAt, bars);
    const double top = bars.top() - markLineHeight;
    painter.setPen(QPen(themeColour("text"), 1, Qt::DashLine));
    painter.drawLine(QPointF(x, top), QPointF(x, bars.bottom()));
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(m_content.markText);
    const bool isRoomLeft = x - width - 4 >= bars.left();
    painter.drawText(QRectF(isRoomLeft ? x - width - 4 : x + 4, top, width + 1, markLineHeight),
        Qt::AlignLeft | Qt::AlignVCenter, m_content.markText);
}

void HistogramView::mousePressEvent(QMouseEvent*)
{
    m_isLinear = !m_isLinear;
    update();
}

QString HistogramView::tipAt(QPoint point) const
{
    if (m_content.counts.empty())
        return {};
    const auto bars = barsRect();
    const auto bins = static_cast<double>(m_content.counts.size());
    const double position
        = std::clamp((point.x() - bars.left()) / bars.width() * bins, 0.0, bins - 1);
    const auto bin = static_cast<std::size_t>(position);
    const auto text = tr("%1: %2 elements")
                          .arg(m_content.tip ? m_content.tip(bin) : QString(),
                              countText(m_content.counts[bin]));
    return text + u'\n'
        + (m_isLinear ? tr("Click for a logarithmic scale.") : tr("Click for a linear scale."));
}

} // namespace ui
