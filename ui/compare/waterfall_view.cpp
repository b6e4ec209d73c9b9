#include "ui/compare/waterfall_view.h"

#include "model/support/text.h"
#include "ui/compare/comparison_table.h"
#include "ui/plain_text.h"
#include "ui/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr double top = 26; // room for the figures
constexpr double bottom = 24; // room for the names
constexpr double side = 12;
constexpr double fill = 0.7; // of the room of one bar
constexpr double leastShown = 0.4; // of the scale that the parts should have

QString duration(double ns) { return QString::fromStdString(support::durationText(ns)); }

QString figureOf(const WaterfallBar& bar)
{
    return bar.kind == WaterfallBar::Kind::Total ? duration(bar.toNs)
                                                 : signedDuration(bar.toNs - bar.fromNs);
}

/// Softer than text in the same colour: areas of it are large.
QColor softened(const char* token)
{
    constexpr double opacity = 0.75;
    auto colour = Theme::instance().colour(token);
    colour.setAlphaF(opacity);
    return colour;
}

QColor colourOf(WaterfallBar::Kind kind)
{
    switch (kind) {
    case WaterfallBar::Kind::Faster:
        return softened("accent");
    case WaterfallBar::Kind::Slower:
        return softened("warning");
    case WaterfallBar::Kind::Total:
        return softened("text");
    case WaterfallBar::Kind::Noise:
        break;
    }
    return softened("textSecondary");
}

WaterfallBar::Kind kindOf(double differenceNs, bool isNoise)
{
    if (isNoise || differenceNs == 0)
        return WaterfallBar::Kind::Noise;
    return differenceNs < 0 ? WaterfallBar::Kind::Faster : WaterfallBar::Kind::Slower;
}

} // namespace

std::vector<WaterfallBar> waterfallBars(const profiler::Waterfall& waterfall, std::size_t most)
{
    std::vector<WaterfallBar> bars;
    if (waterfall.parts.empty())
        return bars;
    auto parts = waterfall.parts;
    std::ranges::stable_sort(parts, std::greater<>(),
        [](const profiler::WaterfallPart& part) { return std::abs(part.differenceNs()); });
    bars.push_back({ WaterfallView::tr("A"), 0, double(waterfall.aNs), WaterfallBar::Kind::Total });
    auto now = waterfall.aNs;
    const auto shown = std::min(parts.size(), most > 3 ? most - 3 : std::size_t(0));
    const auto add = [&](const QString& label, std::int64_t difference, bool isNoise) {
        bars.push_back(
            { label, double(now), double(now + difference), kindOf(double(difference), isNoise) });
        now += difference;
    };
    for (std::size_t i = 0; i < shown; ++i) {
        const bool isOperators = parts[i].kind == profiler::WaterfallPart::Kind::Operators;
        add(plain(parts[i].label), parts[i].differenceNs(), isOperators && parts[i].isNoise);
    }
    if (shown < parts.size()) {
        std::int64_t rest = 0;
        for (std::size_t i = shown; i < parts.size(); ++i)
            rest += parts[i].differenceNs();
        add(WaterfallView::tr("%n other(s)", nullptr, int(parts.size() - shown)), rest, true);
    }
    bars.push_back({ WaterfallView::tr("B"), 0, double(waterfall.bNs), WaterfallBar::Kind::Total });
    return bars;
}

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
    double low = 1e300;
    m_highNs = 1;
    QStringList words;
    for (const auto& bar : m_bars) {
        low = std::min(
            { low, bar.toNs, bar.kind == WaterfallBar::Kind::Total ? bar.toNs : bar.fromNs });
        m_highNs = std::max({ m_highNs, bar.fromNs, bar.toNs });
        words << bar.label + QStringLiteral(" ") + figureOf(bar);
    }
    // The parts get at least a share of the height.
    const double room = (m_highNs - low) / leastShown;
    m_lowNs = m_bars.empty() ? 0 : std::max(0.0, m_highNs - std::max(room, m_highNs * 0.02));
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    update();
}

double WaterfallView::yOf(double ns) const
{
    const double share = (ns - m_lowNs) / (m_highNs - m_lowNs);
    return height() - bottom - std::clamp(share, 0.0, 1.0) * (height() - top - bottom);
}

QRectF WaterfallView::barRect(std::size_t i) const
{
    const auto& bar = m_bars[i];
    const double step = (width() - 2 * side) / static_cast<double>(m_bars.size());
    const double x = side + step * (static_cast<double>(i) + (1 - fill) / 2);
    const double from = yOf(bar.kind == WaterfallBar::Kind::Total ? m_lowNs : bar.fromNs);
    const double to = yOf(bar.toNs);
    return QRectF(x, std::min(from, to), step * fill, std::max(2.0, std::abs(to - from)));
}

void WaterfallView::paintEvent(QPaintEvent*)
{
    const auto& theme = Theme::instance();
    QPainter painter(this);
    painter.fillRect(rect(), theme.colour("panel"));
    if (m_bars.empty())
        return;
    const double step = (width() - 2 * side) / static_cast<double>(m_bars.size());
    const auto metrics = painter.fontMetrics();
    painter.setPen(theme.colour("border"));
    painter.drawLine(QPointF(0, height() - bottom), QPointF(width(), height() - bottom));
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const auto& bar = m_bars[i];
        const auto area = barRect(i);
        const double x = side + step * static_cast<double>(i);
        auto colour = colourOf(bar.kind);
        painter.fillRect(area, colour);
        if (i + 1 < m_bars.size()) { // leads to the next one
            painter.setPen(QPen(theme.colour("textSecondary"), 1, Qt::DotLine));
            painter.drawLine(QPointF(area.right(), yOf(bar.toNs)),
                QPointF(barRect(i + 1).left(), yOf(bar.toNs)));
        }
        painter.setPen(bar.kind == WaterfallBar::Kind::Noise ? theme.colour("textSecondary")
                                                             : theme.colour("text"));
        painter.drawText(QRectF(x, area.top() - 20, step, 18), Qt::AlignCenter,
            metrics.elidedText(figureOf(bar), Qt::ElideRight, int(step)));
        painter.setPen(theme.colour("textSecondary"));
        painter.drawText(QRectF(x, height() - bottom + 3, step, bottom - 4), Qt::AlignCenter,
            metrics.elidedText(bar.label, Qt::ElideMiddle, int(step) - 6));
    }
    if (m_lowNs > 0) {
        painter.setPen(theme.colour("textSecondary"));
        painter.drawText(QRectF(side, height() - bottom - 18, width() - 2 * side, 16),
            Qt::AlignCenter, tr("scale begins at %1").arg(duration(m_lowNs)));
    }
}

bool WaterfallView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || m_bars.empty())
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const double step = (width() - 2 * side) / static_cast<double>(m_bars.size());
    const auto i = static_cast<std::size_t>(
        std::clamp((help->pos().x() - side) / step, 0.0, static_cast<double>(m_bars.size() - 1)));
    QToolTip::showText(help->globalPos(),
        toolTipOf(m_bars[i].label + QStringLiteral(": ") + figureOf(m_bars[i])), this);
    return true;
}

} // namespace ui
