#include "ui/compare/waterfall_view.h"

#include "ui/charts/figure_painter.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace ui {

WaterfallView::WaterfallView(QWidget* parent)
    : TipWidget(parent)
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

QString WaterfallView::tipAt(QPoint point) const
{
    if (m_bars.empty())
        return {};
    const auto place = static_cast<double>(point.x()) * static_cast<double>(m_bars.size())
        / std::max(1, width());
    const auto& bar = m_bars[static_cast<std::size_t>(
        std::clamp(place, 0.0, static_cast<double>(m_bars.size() - 1)))];
    return plain(bar.label) + QStringLiteral(": ") + QString::fromStdString(bar.figure());
}

} // namespace ui
