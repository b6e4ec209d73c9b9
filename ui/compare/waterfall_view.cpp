#include "ui/compare/waterfall_view.h"

#include "ui/charts/figure_painter.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace ui {

WaterfallView::WaterfallView(QWidget* parent)
    : QWidget(parent)
{
    setMinimumHeight(120);
    setAccessibleName(tr("Where the difference comes from"));
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void WaterfallView::set(std::vector<WaterfallBar> bars)
{
    m_bars = std::move(bars);
    QStringList words;
    for (const auto& bar : m_bars)
        words << plain(bar.label) + QLatin1Char(' ') + QString::fromStdString(bar.figure());
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    update();
}

profiler::Figure WaterfallView::figure() const
{
    const QFontMetricsF metrics(font());
    return profiler::waterfallFigure(m_bars, width(), height(), [&](std::string_view text) {
        return metrics.horizontalAdvance(
            QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
    });
}

void WaterfallView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), themeColour("panel"));
    paintFigure(painter, figure());
}

bool WaterfallView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || m_bars.empty())
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto place = static_cast<double>(help->pos().x()) * static_cast<double>(m_bars.size())
        / std::max(1, width());
    const auto& bar = m_bars[static_cast<std::size_t>(
        std::clamp(place, 0.0, static_cast<double>(m_bars.size() - 1)))];
    QToolTip::showText(help->globalPos(),
        toolTipOf(plain(bar.label) + QStringLiteral(": ") + QString::fromStdString(bar.figure())),
        this);
    return true;
}

} // namespace ui
