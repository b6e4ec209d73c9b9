#include "profiler/charts/sweep_figure.h"

#include "model/support/text.h"
#include "profiler/charts/shape_parts.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace profiler {

namespace {

constexpr double left = 72;
constexpr double right = 150; // space for names
constexpr double top = 14;
constexpr double foot = 36;
constexpr double nameHeight = 14;

std::string sizeText(double size)
{
    return support::countText(static_cast<std::uint64_t>(std::llround(size)));
}

/// Converts sizes and times to pixels.
class Plane {
public:
    Plane(const std::vector<SweepCurve>& curves, SweepScale scale, double width, double height)
        : m_isLog(scale == SweepScale::Logarithmic)
        , m_right(std::max(width - right, left + 1))
        , m_bottom(std::max(height - foot, top + 1))
    {
        bool isFirst = true;
        for (const auto& curve : curves) {
            for (const auto& point : curve.points) {
                m_lowX = isFirst ? point.x : std::min(m_lowX, point.x);
                m_highX = isFirst ? point.x : std::max(m_highX, point.x);
                if (point.y > 0)
                    m_lowY = m_lowY > 0 ? std::min(m_lowY, point.y) : point.y;
                m_highY = std::max(m_highY, point.y);
                isFirst = false;
            }
        }
        m_isLog = m_isLog && m_lowX > 0 && m_lowY > 0; // 0 has no logarithm
        m_lowY = m_isLog ? m_lowY / 1.3 : 0;
        m_highY *= m_isLog ? 1.3 : 1.05;
        if (m_highX <= m_lowX) // a single size is drawn in the middle
            m_highX = (m_lowX = m_lowX / 2) * 4 + 1;
    }
    bool isLog() const { return m_isLog; }
    double x(double size) const { return left + part(size, m_lowX, m_highX) * (m_right - left); }
    double y(double ns) const { return m_bottom - part(ns, m_lowY, m_highY) * (m_bottom - top); }
    double end() const { return m_right; }
    double bottom() const { return m_bottom; }
    double lowY() const { return m_lowY; }
    double highY() const { return m_highY; }

private:
    double part(double value, double low, double high) const
    {
        if (m_isLog)
            return std::log(std::max(value, low) / low) / std::log(high / low);
        return (value - low) / (high - low);
    }

    bool m_isLog;
    double m_lowX = 0;
    double m_highX = 1;
    double m_lowY = 0;
    double m_highY = 1;
    double m_right;
    double m_bottom;
};

std::vector<double> ticksUp(const Plane& plane)
{
    if (!plane.isLog())
        return axisTicks(0, plane.highY(), 5);
    std::vector<double> ticks;
    const bool isWide = plane.highY() / plane.lowY() > 1000;
    for (double decade = std::pow(10, std::floor(std::log10(plane.lowY()))); decade < plane.highY();
         decade *= 10)
        for (const double step : { 1.0, 2.0, 5.0 })
            if ((step == 1 || !isWide) && decade * step >= plane.lowY()
                && decade * step <= plane.highY())
                ticks.push_back(decade * step);
    return ticks;
}

void addAxes(Figure& figure, const Plane& plane, const Sweep& sweep)
{
    for (const auto ns : ticksUp(plane)) {
        figure.add(lineOf(
            { { left, plane.y(ns) }, { plane.end(), plane.y(ns) } }, Paint::of("border"), 1));
        figure.add(textAt(left - 6, plane.y(ns) + 4, ns > 0 ? support::durationText(ns) : "0",
            Shape::Anchor::End));
    }
    std::vector<std::int64_t> sizes;
    for (const auto& point : sweep.points)
        sizes.push_back(point.size);
    std::ranges::sort(sizes);
    double free = 0; // next free position of a label
    for (const auto known : sizes) {
        const auto size = static_cast<double>(known);
        const auto x = plane.x(size);
        if (x < left - 1 || x > plane.end() + 1 || x < free)
            continue;
        figure.add(textAt(x, plane.bottom() + 15, sizeText(size), Shape::Anchor::Middle));
        free = x + 40;
    }
    figure.add(textAt(plane.end(), plane.bottom() + 30, sweep.plan.dimension, Shape::Anchor::End));
}

Paint paintOf(const SweepCurve& curve)
{
    if (curve.isWall)
        return Paint::of("text");
    const auto category = model::Palette::instance().category("", curve.opType);
    // The fill of operators of unknown domains is the colour of the page.
    return category == model::Category::Custom ? Paint::of("borderStrong") : Paint::of(category);
}

std::string tipOf(const Sweep& sweep, const SweepCurve& curve, const Point& point)
{
    auto text = curve.name + "\n" + sweep.plan.dimension + " " + sizeText(point.x) + ": "
        + support::durationText(point.y);
    const auto found = std::ranges::find(
        sweep.points, static_cast<std::int64_t>(std::llround(point.x)), &SweepPoint::size);
    if (curve.isWall && found != sweep.points.end())
        text += found->interval ? ", 95 % " + support::durationText(found->interval->low) + " … "
                + support::durationText(found->interval->high)
                                : ", n = " + std::to_string(found->samples);
    return text;
}

void addKnee(Figure& figure, const Plane& plane, const SweepCurve& curve)
{
    const auto size = static_cast<double>(curve.knee->size);
    const auto at = std::ranges::find(curve.points, size, &Point::x);
    if (at == curve.points.end())
        return;
    const auto x = plane.x(size);
    const auto y = plane.y(at->y);
    Shape knee; // a diamond around the point
    knee.kind = Shape::Kind::Area;
    knee.points = { { x, y - 8 }, { x + 8, y }, { x, y + 8 }, { x - 8, y } };
    knee.stroke = paintOf(curve);
    knee.strokeWidth = 1.5;
    knee.tip = curve.name + ": growth changes here, from ^"
        + support::numberText(curve.knee->before, 2) + " to ^"
        + support::numberText(curve.knee->after, 2);
    figure.add(std::move(knee));
}

/// Writes the names at the ends of the curves, moved apart where they would overlap.
void addNames(Figure& figure, const Plane& plane, const std::vector<SweepCurve>& curves)
{
    std::vector<std::pair<double, std::size_t>> places;
    for (std::size_t i = 0; i < curves.size(); ++i)
        if (!curves[i].points.empty())
            places.emplace_back(plane.y(curves[i].points.back().y), i);
    std::ranges::sort(places);
    double free = top;
    for (const auto& [wanted, i] : places) {
        const auto y = std::max(wanted, free);
        free = y + nameHeight;
        auto name = textAt(
            plane.end() + 12, y + 4, support::elideMiddle(support::sanitise(curves[i].name), 20));
        name.fill = Paint::of("text");
        name.isBold = curves[i].isWall;
        figure.add(
            lineOf({ { plane.end() + 3, wanted }, { plane.end() + 9, y } }, paintOf(curves[i]), 1));
        figure.add(std::move(name));
    }
}

} // namespace

SweepFigure sweepFigure(const Sweep& sweep, const std::vector<SweepCurve>& curves, SweepScale scale,
    double width, double height)
{
    SweepFigure result;
    auto& figure = result.figure;
    figure = { width, height, {} };
    const Plane plane(curves, scale, width, height);
    addAxes(figure, plane, sweep);
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const auto& curve = curves[i];
        std::vector<Point> line;
        for (const auto& point : curve.points)
            line.push_back({ plane.x(point.x), plane.y(point.y) });
        figure.add(lineOf(line, paintOf(curve), curve.isWall ? 2.0 : 1.5));
        if (curve.knee)
            addKnee(figure, plane, curve);
        for (std::size_t at = 0; at < line.size(); ++at) {
            auto dot = circleOf(line[at], 3.5, paintOf(curve));
            dot.tip = tipOf(sweep, curve, curve.points[at]);
            result.dots.push_back({ figure.shapes.size(), i, at });
            figure.add(std::move(dot));
        }
    }
    addNames(figure, plane, curves);
    return result;
}

} // namespace profiler
