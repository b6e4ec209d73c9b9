#include "ui/run/run_dots.h"

#include "model/support/text.h"
#include "profiler/charts.h"
#include "profiler/statistics.h"
#include "ui/theme.h"

#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr int left = 64;
constexpr int bottom = 20;
constexpr int top = 10;

} // namespace

RunDots::RunDots(QWidget* parent)
    : QWidget(parent)
{
    setMinimumHeight(150);
    setAccessibleName(tr("Time of every run"));
}

void RunDots::setPoints(const std::vector<RunController::Progress::Point>& points, int expected)
{
    m_points = points;
    m_expected = expected;
    std::vector<double> counted;
    for (const auto& point : points) {
        if (!point.isWarmup)
            counted.push_back(point.wallNs);
    }
    m_median = profiler::distributionOf(counted).median;
    update();
}

void RunDots::paintEvent(QPaintEvent*)
{
    const auto& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_points.empty())
        return;
    const auto [low, high]
        = std::ranges::minmax_element(m_points, {}, &RunController::Progress::Point::wallNs);
    const double margin = std::max((high->wallNs - low->wallNs) * 0.08, high->wallNs * 0.01 + 1);
    const double from = std::max(0.0, low->wallNs - margin);
    const double to = high->wallNs + margin;
    const QRectF plot(left, top, width() - left - 12, height() - top - bottom);
    // A million runs that are asked for would press the first hundred into one pixel: room grows
    // with what is there.
    const int there = static_cast<int>(m_points.size());
    const int count = std::max(std::min(m_expected, 4 * there), there);
    const auto x = [&](double index) { return plot.left() + (index + 0.5) * plot.width() / count; };
    const auto y
        = [&](double ns) { return plot.bottom() - (ns - from) / (to - from) * plot.height(); };

    const auto warm = std::ranges::count(m_points, true, &RunController::Progress::Point::isWarmup);
    if (warm > 0)
        painter.fillRect(QRectF(plot.left(), plot.top(),
                             x(static_cast<double>(warm) - 0.5) - plot.left(), plot.height()),
            theme.colour("inset"));
    auto font = painter.font();
    font.setPointSizeF(font.pointSizeF() * 0.85);
    painter.setFont(font);
    for (const double tick : profiler::axisTicks(from, to, 5)) {
        if (tick < from || tick > to)
            continue;
        painter.setPen(theme.colour("canvasGrid"));
        painter.drawLine(QPointF(plot.left(), y(tick)), QPointF(plot.right(), y(tick)));
        painter.setPen(theme.colour("textSecondary"));
        painter.drawText(QRectF(0, y(tick) - 8, left - 8, 16), Qt::AlignRight | Qt::AlignVCenter,
            QString::fromStdString(support::durationText(tick)));
    }
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.colour(m_points[i].isWarmup ? "edge"
                : m_points[i].isRecorded                   ? "accent"
                                                           : "neighbourIn"));
        painter.drawEllipse(QPointF(x(static_cast<double>(i)), y(m_points[i].wallNs)), 3, 3);
    }
    if (m_median > 0) {
        painter.setPen(QPen(theme.colour("accent"), 1.5));
        painter.drawLine(QPointF(x(static_cast<double>(warm) - 0.5), y(m_median)),
            QPointF(plot.right(), y(m_median)));
    }
    painter.setPen(theme.colour("textSecondary"));
    painter.drawText(
        QRectF(plot.left(), plot.bottom() + 3, plot.width(), bottom), Qt::AlignRight, tr("runs"));
    if (warm > 0)
        painter.drawText(
            QRectF(plot.left() + 4, plot.top() + 1, 200, 14), tr("warm-up, not counted"));
}

} // namespace ui
