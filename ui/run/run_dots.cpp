#include "ui/run/run_dots.h"

#include "profiler/charts/charts.h"
#include "profiler/statistics/statistics.h"
#include "ui/format.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr int left = 64;
constexpr int bottom = 20;
constexpr int top = 16;
constexpr double farAbove = 4; // times the interquartile range, or of minSpread if that is larger
constexpr double minSpread = 0.02; // of the median

using Point = RunController::Progress::Point;

void drawDot(QPainter& painter, QPointF centre, const QColor& colour, bool isAbove)
{
    painter.setPen(isAbove ? QPen(colour, 1.2) : QPen(Qt::NoPen));
    painter.setBrush(isAbove ? QBrush(Qt::NoBrush) : QBrush(colour));
    if (isAbove) // an arrow up: the time is beyond the axis
        painter.drawPolyline(
            QPolygonF { centre + QPointF(-3, 3), centre + QPointF(0, -2), centre + QPointF(3, 3) });
    else
        painter.drawEllipse(centre, 3, 3);
}

} // namespace

RunScale scaleOf(const std::vector<Point>& points)
{
    if (points.empty())
        return {};
    std::vector<double> times;
    for (const auto& point : points)
        times.push_back(point.wallNs);
    std::ranges::sort(times);
    const auto at = [&](double share) {
        return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
    };
    const double spread = std::max(at(0.75) - at(0.25), minSpread * at(0.5));
    const double most = at(0.75) + farAbove * spread;
    RunScale scale { times.front(), std::min(times.back(), most), 0, times.back() };
    scale.above = static_cast<int>(times.end() - std::ranges::upper_bound(times, scale.to));
    const double margin = std::max((scale.to - scale.from) * 0.08, scale.to * 0.01 + 1);
    scale.from = std::max(0.0, scale.from - margin);
    scale.to += margin;
    return scale;
}

double headlineNs(const std::vector<Point>& points)
{
    const bool hasPlain = std::ranges::any_of(
        points, [](const Point& point) { return !point.isWarmup && !point.isRecorded; });
    std::vector<double> counted;
    for (const auto& point : points)
        if (!point.isWarmup && !(hasPlain && point.isRecorded))
            counted.push_back(point.wallNs);
    return profiler::distributionOf(counted).median;
}

RunDots::RunDots(QWidget* parent)
    : QWidget(parent)
{
    setMinimumHeight(130);
    setAccessibleName(tr("Time of every run"));
}

void RunDots::setPoints(const std::vector<RunController::Progress::Point>& points, int expected)
{
    m_points = points;
    m_expected = expected;
    m_median = headlineNs(points);
    update();
}

void RunDots::paintEvent(QPaintEvent*)
{
    const auto& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_points.empty())
        return;
    const auto scale = scaleOf(m_points);
    const double from = scale.from;
    const double to = scale.to;
    const QRectF plot(left, top, width() - left - 12, height() - top - bottom);
    // A million requested runs would compress the first hundred into one pixel, so the axis grows
    // with the number of points.
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
    painter.setFont(scaledFont(painter.font()));
    for (const double tick : profiler::axisTicks(from, to, 5)) {
        if (tick < from || tick > to)
            continue;
        painter.setPen(theme.colour("canvasGrid"));
        painter.drawLine(QPointF(plot.left(), y(tick)), QPointF(plot.right(), y(tick)));
        painter.setPen(theme.colour("textSecondary"));
        painter.drawText(QRectF(0, y(tick) - 8, left - 8, 16), Qt::AlignRight | Qt::AlignVCenter,
            durationText(tick));
    }
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const auto colour = theme.colour(m_points[i].isWarmup ? "edge"
                : m_points[i].isRecorded                      ? "accent"
                                                              : "neighbourIn");
        drawDot(painter, { x(static_cast<double>(i)), std::max(plot.top(), y(m_points[i].wallNs)) },
            colour, m_points[i].wallNs > to);
    }
    if (scale.above > 0) {
        painter.setPen(theme.colour("textSecondary"));
        painter.drawText(QRectF(plot.left(), 0, plot.width(), top - 2), Qt::AlignRight,
            tr("%n above, up to %1", nullptr, scale.above).arg(durationText(scale.longest)));
    }
    if (m_median > 0) {
        painter.setPen(QPen(theme.colour("accent"), 1.5));
        painter.drawLine(QPointF(x(static_cast<double>(warm) - 0.5), y(m_median)),
            QPointF(plot.right(), y(m_median)));
    }
    painter.setPen(theme.colour("textSecondary"));
    painter.drawText(
        QRectF(plot.left(), plot.bottom() + 3, plot.width(), bottom), Qt::AlignRight, tr("runs"));
    const auto words = tr("warm-up, not counted");
    const double room = x(static_cast<double>(warm) - 0.5) - plot.left() - 4;
    // The text must not cover the dots.
    if (warm > 0 && painter.fontMetrics().horizontalAdvance(words) < room)
        painter.drawText(QPointF(plot.left() + 4, plot.top() + 12), words);
}

} // namespace ui
