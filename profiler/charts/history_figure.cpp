#include "profiler/charts/history_figure.h"

#include "model/support/text.h"
#include "profiler/charts/shape_parts.h"
#include "profiler/comparison/comparison.h"
#include "profiler/statistics/rank_statistics.h"

#include <algorithm>
#include <cmath>

namespace profiler {

namespace {

Paint paintOf(const ChangePoint& change, double opacity = 1)
{
    return Paint::of(change.ratio > 0 ? "error" : "good", opacity);
}

/// Draws a series. Points are at whole numbers of the horizontal axis.
class HistoryPainter {
public:
    HistoryPainter(const HistorySeries& series, double width, double height)
        : m_series(series)
        , m_right(std::max(width - rightRoom, leftRoom + 1))
        , m_bottom(std::max(height - footRoom, topRoom + 1))
        , m_figure { width, height, {} }
    {
        m_low = m_high = series.points.front().wallNs;
        for (const auto& point : series.points) {
            m_low = std::min(m_low, point.interval ? point.interval->low : point.wallNs);
            m_high = std::max(m_high, point.interval ? point.interval->high : point.wallNs);
        }
        const auto room = std::max(0.08 * (m_high - m_low), 0.005 * m_high);
        m_low = std::max(0.0, m_low - room);
        m_high += room;
    }

    Figure draw()
    {
        drawBands();
        drawAxes();
        drawSegments();
        drawPoints();
        drawChanges();
        return std::move(m_figure);
    }

private:
    static constexpr double leftRoom = 72;
    static constexpr double rightRoom = 16;
    static constexpr double topRoom = 40; ///< two lines of labels of changes
    static constexpr double footRoom = 40;
    static constexpr double nameRoom = 84; ///< of a commit below the axis

    double x(double place) const
    {
        const auto points = static_cast<double>(m_series.points.size());
        return leftRoom + (place + 0.5) / points * (m_right - leftRoom);
    }
    double y(double ns) const
    {
        return m_bottom - (ns - m_low) / (m_high - m_low) * (m_bottom - topRoom);
    }
    void band(double first, double last, Paint paint, std::string tip)
    {
        auto shape = rectangleOf(
            x(first), topRoom, x(last) - x(first), m_bottom - topRoom, std::move(paint));
        shape.tip = std::move(tip);
        m_figure.add(std::move(shape));
    }

    void drawBands()
    {
        for (const auto& change : m_series.changes)
            band(static_cast<double>(change.first) - 1, static_cast<double>(change.last),
                paintOf(change, 0.15),
                changeText(m_series, change) + "\nfirst at " + placeText(m_series, change));
        const auto points = static_cast<double>(m_series.points.size());
        const auto tooNew = static_cast<double>(m_series.tooNew());
        band(points - tooNew - 0.5, points - 0.5, Paint::of("inset"),
            "too new to judge: a change needs "
                + std::to_string(ChangePointOptions().shortestSegment) + " points after it");
        if (x(points) - x(points - tooNew) > 96)
            m_figure.add(textAt(m_right - 6, topRoom + 14, "too new to judge", Shape::Anchor::End));
    }

    void drawAxes()
    {
        for (const auto ns : axisTicks(m_low, m_high, 5)) {
            m_figure.add(lineOf({ { leftRoom, y(ns) }, { m_right, y(ns) } }, Paint::of("border")));
            m_figure.add(
                textAt(leftRoom - 6, y(ns) + 4, support::durationText(ns), Shape::Anchor::End));
        }
        double free = leftRoom;
        std::string date;
        for (std::size_t i = 0; i < m_series.points.size(); ++i) {
            const auto& point = m_series.points[i];
            const auto at = x(static_cast<double>(i));
            if (at - nameRoom / 2 < free || at + nameRoom / 2 > m_right + rightRoom)
                continue;
            free = at + nameRoom / 2;
            m_figure.add(textAt(at, m_bottom + 15,
                support::elideMiddle(support::sanitise(point.name()), 12), Shape::Anchor::Middle));
            if (const auto day = dateText(point.timeNs); day != date) {
                m_figure.add(textAt(at, m_bottom + 31, day, Shape::Anchor::Middle));
                date = day;
            }
        }
    }

    void drawSegments()
    {
        std::size_t begin = 0;
        const auto draw = [&](std::size_t end) {
            std::vector<double> walls;
            for (auto i = begin; i < end; ++i)
                walls.push_back(m_series.points[i].wallNs);
            const auto level = y(medianOf(walls));
            m_figure.add(lineOf({ { x(static_cast<double>(begin) - 0.4), level },
                                    { x(static_cast<double>(end) - 0.6), level } },
                Paint::of("accent"), 2));
            begin = end;
        };
        for (const auto& change : m_series.changes)
            draw(change.at);
        draw(m_series.points.size());
    }

    void drawPoints()
    {
        const auto room = (m_right - leftRoom) / static_cast<double>(m_series.points.size());
        const auto radius = std::clamp(room / 4, 1.2, 3.5);
        for (std::size_t i = 0; i < m_series.points.size(); ++i) {
            const auto& point = m_series.points[i];
            const auto at = x(static_cast<double>(i));
            auto tip = point.name() + ", " + dateText(point.timeNs) + "\n"
                + support::durationText(point.wallNs, 4);
            if (point.interval) {
                m_figure.add(
                    lineOf({ { at, y(point.interval->low) }, { at, y(point.interval->high) } },
                        Paint::of("textSecondary")));
                tip += ", 95 % " + rangeText(*point.interval);
            }
            auto dot = circleOf({ at, y(point.wallNs) }, radius, Paint::of("text"));
            dot.tip = tip + "\n" + support::joined(point.files, "\n");
            m_figure.add(std::move(dot));
        }
    }

    /// Writes the changes above the chart, on two lines where they would overlap.
    void drawChanges()
    {
        double free[] { 0, 0 };
        for (const auto& change : m_series.changes) {
            const auto at = x(static_cast<double>(change.at) - 0.5);
            auto line = lineOf({ { at, topRoom }, { at, m_bottom } }, paintOf(change), 1.5);
            line.isDashed = true;
            m_figure.add(std::move(line));
            constexpr double labelRoom = 170;
            const auto row = free[0] <= at - labelRoom / 2 ? 0 : 1;
            if (free[row] > at - labelRoom / 2)
                continue; // the table below the chart has it
            auto label = textAt(std::clamp(at, labelRoom / 2, m_right - labelRoom / 2 + rightRoom),
                row == 0 ? topRoom - 8 : topRoom - 24, changeText(m_series, change),
                Shape::Anchor::Middle, paintOf(change));
            label.isBold = true;
            m_figure.add(std::move(label));
            free[row] = at + labelRoom / 2;
        }
    }

    const HistorySeries& m_series;
    double m_right;
    double m_bottom;
    double m_low = 0;
    double m_high = 1;
    Figure m_figure;
};

} // namespace

Figure historyFigure(const HistorySeries& series, double width, double height)
{
    return HistoryPainter(series, width, height).draw();
}

Figure operatorTrend(const OperatorHistory& row, double width, double height)
{
    constexpr double margin = 3;
    Figure figure { width, height, {} };
    double low = 0;
    double high = 0;
    for (const auto& ns : row.medianNs) {
        if (ns && (low == 0 || *ns < low))
            low = *ns;
        high = std::max(high, ns.value_or(0));
    }
    if (high <= low) // a flat line is drawn in the middle
        high = (low = 0.9 * low) * 1.25 + 1;
    const auto place = [&](std::size_t i) {
        const auto last = static_cast<double>(std::max<std::size_t>(row.medianNs.size(), 2) - 1);
        return Point { margin + static_cast<double>(i) / last * (width - 2 * margin),
            height - margin - (*row.medianNs[i] - low) / (high - low) * (height - 2 * margin) };
    };
    std::vector<Point> line;
    for (std::size_t i = 0; i < row.medianNs.size(); ++i)
        if (row.medianNs[i])
            line.push_back(place(i));
    figure.add(lineOf(line, Paint::of("accent"), 1.5));
    for (const auto& change : row.changes)
        figure.add(circleOf(place(change.at), 3, paintOf(change)));
    return figure;
}

} // namespace profiler
