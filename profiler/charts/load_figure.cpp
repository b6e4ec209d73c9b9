#include "profiler/charts/load_figure.h"

#include "model/support/text.h"
#include "profiler/charts/shape_parts.h"
#include "profiler/load/load_figures.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace profiler {
namespace {

constexpr double roomLeft = 72;
constexpr double roomRight = 16;
constexpr double roomTop = 24;
constexpr double roomBelow = 38;

class LoadPainter {
public:
    LoadPainter(const LoadRecord& load, double width, double height)
        : m_load(load)
        , m_right(std::max(width - roomRight, roomLeft + 1))
        , m_bottom(std::max(height - roomBelow, roomTop + 1))
        , m_decades(std::max(1.0, std::log10(2 * static_cast<double>(load.latency.count()))))
        , m_highest(1.05 * std::max(1.0, static_cast<double>(load.latency.max())))
    {
        m_figure.width = width;
        m_figure.height = height;
    }

    Figure draw()
    {
        drawAxes();
        const auto times = loadTimes(m_load);
        constexpr std::array<std::string_view, 3> colours { "accent", "warning", "textSecondary" };
        double x = roomLeft + 8;
        for (std::size_t i = 0; i < times.size(); ++i) {
            const auto paint = Paint::of(colours[i]);
            m_figure.add(lineOf(curve(*times[i].histogram), paint, 2));
            m_figure.add(lineOf({ { x, 12 }, { x + 16, 12 } }, paint, 2));
            m_figure.add(textAt(x + 22, 16, std::string(times[i].name)));
            x += 100;
        }
        return std::move(m_figure);
    }

private:
    /// `slower`: share of requests that are slower, above 0 to 1.
    double xOf(double slower) const
    {
        return roomLeft + (m_right - roomLeft) * -std::log10(slower) / m_decades;
    }
    double yOf(double ns) const { return m_bottom - (m_bottom - roomTop) * ns / m_highest; }

    void drawAxes()
    {
        for (const auto ns : axisTicks(0, m_highest, 5)) {
            m_figure.add(
                lineOf({ { roomLeft, yOf(ns) }, { m_right, yOf(ns) } }, Paint::of("border")));
            m_figure.add(textAt(roomLeft - 6, yOf(ns) + 4, ns > 0 ? support::durationText(ns) : "0",
                Shape::Anchor::End));
        }
        constexpr std::array<std::string_view, 7> names { "0 %", "90 %", "99 %", "99.9 %",
            "99.99 %", "99.999 %", "99.9999 %" };
        double slower = 1;
        for (std::size_t i = 0; i < names.size() && static_cast<double>(i) <= m_decades; ++i) {
            m_figure.add(lineOf(
                { { xOf(slower), roomTop }, { xOf(slower), m_bottom } }, Paint::of("border")));
            m_figure.add(
                textAt(xOf(slower), m_bottom + 15, std::string(names[i]), Shape::Anchor::Middle));
            slower /= 10;
        }
        m_figure.add(textAt((roomLeft + m_right) / 2, m_bottom + 31,
            "share of requests that were at most as slow", Shape::Anchor::Middle));
    }

    std::vector<Point> curve(const LatencyHistogram& histogram) const
    {
        const auto count = static_cast<double>(histogram.count());
        std::vector<Point> points { { roomLeft, yOf(static_cast<double>(histogram.min())) } };
        double seen = 0;
        histogram.visit([&](std::size_t bucket, std::uint64_t in) {
            seen += static_cast<double>(in);
            const auto slower = std::max(1 - seen / count, 0.5 / count);
            const Point point { xOf(slower),
                yOf(static_cast<double>(
                    std::min(LatencyHistogram::highest(bucket), histogram.max()))) };
            if (point.x - points.back().x < 0.5 && std::abs(point.y - points.back().y) < 0.5)
                return; // the same pixel
            points.push_back(point);
        });
        return points;
    }

    const LoadRecord& m_load;
    double m_right;
    double m_bottom;
    double m_decades;
    double m_highest;
    Figure m_figure;
};

} // namespace

Figure loadFigure(const LoadRecord& load, double width, double height)
{
    if (load.latency.count() == 0)
        return { width, height, {} };
    return LoadPainter(load, width, height).draw();
}

} // namespace profiler
