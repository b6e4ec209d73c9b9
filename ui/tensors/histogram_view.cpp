#include "ui/tensors/histogram_view.h"

#include "model/support/text.h"
#include "ui/plain_text.h"
#include "ui/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int leftAxis = 34;
constexpr int bottomAxis = 18;

QString number(double value) { return QString::fromStdString(support::numberText(value)); }

/// `10 k`, `2 M`: fits beside an axis.
QString shortCount(double count)
{
    if (count >= 1e6)
        return number(count / 1e6) + QStringLiteral(" M");
    if (count >= 1e3)
        return number(count / 1e3) + QStringLiteral(" k");
    return number(count);
}

} // namespace

HistogramView::HistogramView(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Histogram of the values"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void HistogramView::set(const TensorStatistics& statistics)
{
    m_statistics = statistics;
    m_most = statistics.bins.empty() ? 0 : *std::ranges::max_element(statistics.bins);
    setAccessibleDescription(
        tr("from %1 to %2").arg(number(statistics.smallest), number(statistics.largest)));
    update();
}

QRectF HistogramView::barsRect() const
{
    return QRectF(rect()).adjusted(leftAxis, 6, -6, -bottomAxis);
}

double HistogramView::heightOf(std::uint64_t count) const
{
    if (count == 0 || m_most == 0)
        return 0;
    if (m_isLinear)
        return static_cast<double>(count) / static_cast<double>(m_most);
    // One element is already a bar: the scale begins below one.
    return std::log10(1 + 9 * static_cast<double>(count))
        / std::log10(1 + 9 * static_cast<double>(m_most));
}

void HistogramView::paintEvent(QPaintEvent*)
{
    if (m_statistics.bins.empty())
        return;
    QPainter painter(this);
    const auto bars = barsRect();
    drawAxes(painter, bars);
    const double width = bars.width() / static_cast<double>(m_statistics.bins.size());
    const auto colour = Theme::instance().colour("accent");
    for (std::size_t i = 0; i < m_statistics.bins.size(); ++i) {
        const double height = bars.height() * heightOf(m_statistics.bins[i]);
        if (height > 0)
            painter.fillRect(QRectF(bars.left() + static_cast<double>(i) * width,
                                 bars.bottom() - height, std::max(1.0, width - 1), height),
                colour);
    }
}

void HistogramView::drawAxes(QPainter& painter, const QRectF& bars) const
{
    const auto& theme = Theme::instance();
    auto small = font();
    small.setPointSizeF(small.pointSizeF() * 0.85);
    painter.setFont(small);
    double most = static_cast<double>(m_most);
    for (double count = 1; count <= most; count *= 100) {
        const double y
            = bars.bottom() - bars.height() * heightOf(static_cast<std::uint64_t>(count));
        if (m_isLinear && count > 1)
            break;
        painter.setPen(theme.colour("border"));
        painter.drawLine(QPointF(bars.left(), y), QPointF(bars.right(), y));
        painter.setPen(theme.colour("textSecondary"));
        painter.drawText(QRectF(0, y - 8, leftAxis - 4, 16), Qt::AlignRight | Qt::AlignVCenter,
            shortCount(count));
    }
    painter.setPen(theme.colour("textSecondary"));
    if (m_isLinear)
        painter.drawText(QRectF(0, bars.top() - 4, leftAxis - 4, 16),
            Qt::AlignRight | Qt::AlignVCenter, shortCount(most));
    const QRectF below(bars.left(), bars.bottom() + 2, bars.width(), bottomAxis - 2);
    painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, number(m_statistics.smallest));
    painter.drawText(below, Qt::AlignHCenter | Qt::AlignVCenter,
        number(m_statistics.smallest / 2 + m_statistics.largest / 2));
    painter.drawText(below, Qt::AlignRight | Qt::AlignVCenter, number(m_statistics.largest));
    painter.setPen(theme.colour("borderStrong"));
    painter.drawLine(bars.bottomLeft(), bars.bottomRight());
}

void HistogramView::mousePressEvent(QMouseEvent*)
{
    m_isLinear = !m_isLinear;
    update();
}

bool HistogramView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || m_statistics.bins.empty())
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto bars = barsRect();
    const auto bins = static_cast<double>(m_statistics.bins.size());
    const double position
        = std::clamp((help->pos().x() - bars.left()) / bars.width() * bins, 0.0, bins - 1);
    const auto bin = static_cast<std::size_t>(position);
    const double width = (m_statistics.largest - m_statistics.smallest) / bins;
    const double from = m_statistics.smallest + static_cast<double>(bin) * width;
    const auto text = tr("%1 to %2: %3 elements")
                          .arg(number(from), number(from + width),
                              QString::fromStdString(support::countText(m_statistics.bins[bin])));
    QToolTip::showText(help->globalPos(),
        toolTipOf(text + u'\n'
            + (m_isLinear ? tr("Click for a logarithmic scale.")
                          : tr("Click for a linear scale."))),
        this);
    return true;
}

} // namespace ui
