#include "profiler/charts/fleet_figure.h"

#include "model/support/text.h"
#include "profiler/charts/shape_parts.h"
#include "profiler/tables/utc_time.h"

#include <algorithm>

namespace profiler {

namespace {

/// Draws the points. One date is one place on the horizontal axis.
class FleetPainter {
public:
    FleetPainter(std::span<const FleetPoint> points, double width, double height)
        : m_points(points)
        , m_right(std::max(width - rightRoom, leftRoom + 1))
        , m_bottom(std::max(height - footRoom, topRoom + 1))
    {
        m_result.figure = { width, height, {} };
        m_result.dots.resize(points.size());
        m_first = m_last = points.front().startedNs;
        m_low = m_high = points.front().wallNs;
        for (const auto& point : points) {
            m_first = std::min(m_first, point.startedNs);
            m_last = std::max(m_last, point.startedNs);
            m_low = std::min(m_low, point.wallNs);
            m_high = std::max(m_high, point.wallNs);
        }
        const auto room = std::max(0.08 * (m_high - m_low), 0.01 * m_high);
        m_low = std::max(0.0, m_low - room);
        m_high += room;
    }

    FleetFigure draw()
    {
        drawAxes();
        for (const bool isEmphasised : { false, true })
            for (std::size_t i = 0; i < m_points.size(); ++i)
                if (m_points[i].isEmphasised == isEmphasised)
                    drawPoint(i);
        return std::move(m_result);
    }

private:
    static constexpr double leftRoom = 72;
    static constexpr double rightRoom = 20;
    static constexpr double topRoom = 10;
    static constexpr double footRoom = 24;
    static constexpr double dateRoom = 92; ///< of a date below the axis
    static constexpr std::int64_t second = 1'000'000'000;
    static constexpr std::int64_t day = 86'400 * second;

    double x(std::int64_t ns) const
    {
        if (m_last == m_first)
            return (leftRoom + m_right) / 2;
        const auto span = static_cast<double>(m_last) - static_cast<double>(m_first);
        return leftRoom + 8
            + (static_cast<double>(ns) - static_cast<double>(m_first)) / span
            * (m_right - leftRoom - 16);
    }
    /// Intervals may lie beyond the medians; they are cut at the edges.
    double y(double ns) const
    {
        return std::clamp(
            m_bottom - (ns - m_low) / (m_high - m_low) * (m_bottom - topRoom), topRoom, m_bottom);
    }

    void drawAxes()
    {
        auto& figure = m_result.figure;
        for (const auto ns : axisTicks(m_low, m_high, 4)) {
            figure.add(lineOf({ { leftRoom, y(ns) }, { m_right, y(ns) } }, Paint::of("border")));
            figure.add(
                textAt(leftRoom - 6, y(ns) + 4, support::durationText(ns), Shape::Anchor::End));
        }
        drawDates();
    }

    /// Writes dates at the beginning of days, all the same number of days apart.
    void drawDates()
    {
        auto& figure = m_result.figure;
        const auto most
            = std::max<std::int64_t>(1, static_cast<std::int64_t>((m_right - leftRoom) / dateRoom));
        const auto span = m_last - m_first;
        if (span < 2 * day) {
            const auto write = [&](std::int64_t at, Shape::Anchor anchor) {
                figure.add(
                    textAt(x(at), m_bottom + 16, utcText(at / second, "%e %b %H:%M"), anchor));
            };
            write(m_first, span == 0 ? Shape::Anchor::Middle : Shape::Anchor::Start);
            if (span > 0)
                write(m_last, Shape::Anchor::End);
            return;
        }
        const auto step = std::max<std::int64_t>(1, (span / day + most) / most) * day;
        for (auto at = (m_first / day + 1) * day; at <= m_last; at += step)
            if (const auto place = x(at);
                place - dateRoom / 2 > leftRoom - 20 && place + dateRoom / 2 < m_right + rightRoom)
                figure.add(textAt(
                    place, m_bottom + 16, utcText(at / second, "%e %b %Y"), Shape::Anchor::Middle));
    }

    void drawPoint(std::size_t i)
    {
        const auto& point = m_points[i];
        auto& figure = m_result.figure;
        const auto at = x(point.startedNs);
        if (point.isEmphasised && point.interval)
            figure.add(lineOf({ { at, y(point.interval->low) }, { at, y(point.interval->high) } },
                Paint::of("accent", 0.5)));
        auto dot = circleOf({ at, y(point.wallNs) }, point.isEmphasised ? 3.4 : 2.6,
            point.isEmphasised ? Paint::of("accent") : Paint::of("textSecondary", 0.75));
        dot.tip = point.tip;
        m_result.dots[i] = figure.shapes.size();
        figure.add(std::move(dot));
    }

    std::span<const FleetPoint> m_points;
    double m_right;
    double m_bottom;
    std::int64_t m_first = 0;
    std::int64_t m_last = 0;
    double m_low = 0;
    double m_high = 1;
    FleetFigure m_result;
};

} // namespace

FleetFigure fleetFigure(std::span<const FleetPoint> points, double width, double height)
{
    return FleetPainter(points, width, height).draw();
}

} // namespace profiler
