#include "profiler/charts/generation_figure.h"

#include "model/support/text.h"
#include "profiler/charts/shape_parts.h"
#include "profiler/statistics/rank_statistics.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace profiler {

namespace {

constexpr double leftRoom = 64;
constexpr double rightRoom = 16;
constexpr double nameRoom = 130; ///< at the right, for names of curves
constexpr double topRoom = 30; ///< for the label of the chosen token
constexpr double footRoom = 38;
constexpr double curveNameHeight = 14;
constexpr std::size_t curvesShown = 6; ///< more cannot be told apart
constexpr std::size_t outliersNamed = 3;

/// The range of times that is drawn.
struct TimeAxis {
    double low = 0;
    double high = 1;
};

TimeAxis axisOf(const GenerationReport& report, GenerationView view)
{
    TimeAxis axis { 0, 0 };
    if (view == GenerationView::ByType) {
        for (std::size_t i = 0; i < std::min(curvesShown, report.curves.size()); ++i)
            axis.high = std::max(axis.high, std::ranges::max(report.curves[i].ns));
    } else {
        std::vector<double> times;
        for (const auto& sample : report.samples)
            if (!sample.isPrefill)
                times.push_back(sample.wallNs);
        std::ranges::sort(times);
        // Outliers beyond are drawn at the upper end.
        const auto usual = percentile(times, 0.9);
        axis.low = times.front();
        axis.high = std::min(times.back(), usual + (usual - axis.low));
        axis.low -= 0.1 * (axis.high - axis.low);
    }
    if (axis.high <= axis.low)
        axis = { 0.9 * axis.low, 1.1 * axis.high + 1 };
    axis.high += 0.08 * (axis.high - axis.low);
    return { std::max(0.0, axis.low), axis.high };
}

class GenerationPainter {
public:
    GenerationPainter(
        const GenerationReport& report, GenerationView view, double width, double height)
        : m_report(report)
        , m_axis(axisOf(report, view))
    {
        const auto& positions = report.figures.positions;
        const auto room = view == GenerationView::ByType ? nameRoom : rightRoom;
        m_result.figure = { width, height, {} };
        m_result.left = leftRoom;
        m_result.right = std::max(width - room, leftRoom + 1);
        m_result.top = topRoom;
        m_result.bottom = std::max(height - footRoom, topRoom + 1);
        m_result.low = static_cast<double>(positions.front());
        m_result.high = std::max(static_cast<double>(positions.back()), m_result.low + 1);
    }

    void drawAxes()
    {
        for (const auto ns : axisTicks(m_axis.low, m_axis.high, 4)) {
            add(lineOf(
                { { m_result.left, y(ns) }, { m_result.right, y(ns) } }, Paint::of("border"), 1));
            add(textAt(m_result.left - 6, y(ns) + 4, ns > 0 ? support::durationText(ns) : "0",
                Shape::Anchor::End));
        }
        for (const auto tick : axisTicks(m_result.low, m_result.high, 8)) {
            if (std::floor(tick) == tick)
                add(textAt(m_result.xOf(tick), m_result.bottom + 15,
                    support::countText(static_cast<std::uint64_t>(std::max(tick, 0.0))),
                    Shape::Anchor::Middle));
        }
        add(textAt((m_result.left + m_result.right) / 2, m_result.bottom + 31,
            "position in the sequence (prompt "
                + support::integerText(m_report.figures.promptTokens) + ", then generated tokens)",
            Shape::Anchor::Middle));
    }

    /// Draws a dot per run; runs at the same pixel share one.
    void drawDots()
    {
        std::set<std::pair<int, int>> taken;
        for (const auto& sample : m_report.samples) {
            if (sample.isPrefill || sample.wallNs > m_axis.high)
                continue;
            const auto at = pointOf(sample);
            if (taken.emplace(static_cast<int>(at.x), static_cast<int>(at.y)).second)
                add(circleOf(at, 1.5, Paint::of("textSecondary", 0.7)));
        }
    }

    void drawLine()
    {
        const auto& figures = m_report.figures;
        if (!figures.slope)
            return;
        drawBand(*figures.slope);
        const auto start = pointOf(m_result.low, timeOnLine(figures, m_result.low));
        const auto end = pointOf(m_result.high, timeOnLine(figures, m_result.high));
        add(lineOf({ start, end }, Paint::of("accent"), 2));
        auto label = textAt(m_result.right - 2, std::max(end.y - 12, m_result.top + 10),
            slopeLabel(), Shape::Anchor::End, Paint::of("accentInk"));
        label.isBold = true;
        constexpr double perLetter = 7; // an estimate; hides the dots behind the text
        const auto wide = perLetter * static_cast<double>(label.text.size());
        add(rectangleOf(
            label.at.x - wide, label.at.y - 11, wide + 2, 15, Paint::of("panel", 0.85)));
        add(std::move(label));
    }

    void drawOutliers()
    {
        const auto count = std::min(outliersNamed, m_report.outliers.size());
        for (std::size_t i = 0; i < m_report.outliers.size(); ++i) {
            const auto& outlier = m_report.outliers[i];
            const auto& sample = m_report.samples[outlier.sample];
            const auto at = pointOf(sample);
            const bool isCut = sample.wallNs > m_axis.high;
            auto dot = circleOf(at, 3.5, Paint::of("warning"));
            const auto token
                = "token " + std::to_string(tokenAt(m_report.figures, sample.position));
            dot.tip = token + ", " + support::durationText(outlier.ns)
                + (outlier.cause.empty() ? "" : ": " + outlier.cause);
            add(std::move(dot));
            if (isCut)
                add(lineOf({ at, { at.x, m_result.top - 4 } }, Paint::of("warning"), 1.5));
            if (i >= count || (outlier.cause.empty() && !isCut))
                continue;
            const bool isLeft = at.x > (m_result.left + m_result.right) / 2;
            auto label = textAt(at.x + (isLeft ? -8 : 8), at.y + 4 + 14 * static_cast<double>(i),
                outlier.cause.empty() ? token + ": " + support::durationText(outlier.ns)
                                      : token + ": " + outlier.cause,
                isLeft ? Shape::Anchor::End : Shape::Anchor::Start, Paint::of("warning"));
            label.isBold = true;
            add(std::move(label));
        }
    }

    void drawCurves()
    {
        std::vector<std::pair<double, std::size_t>> ends;
        for (std::size_t i = 0; i < std::min(curvesShown, m_report.curves.size()); ++i) {
            const auto& curve = m_report.curves[i];
            std::vector<Point> line;
            for (std::size_t at = 0; at < curve.ns.size(); ++at)
                line.push_back(pointOf(static_cast<double>(curve.positions[at]), curve.ns[at]));
            ends.emplace_back(line.back().y, i);
            add(lineOf(std::move(line), paintOf(curve), 1.5));
        }
        std::ranges::sort(ends);
        drawNames(ends);
    }

    /// Writes the names at the ends of the curves, moved apart where they would overlap.
    void drawNames(const std::vector<std::pair<double, std::size_t>>& ends)
    {
        std::vector<double> places;
        double free = m_result.top;
        for (const auto& [wanted, i] : ends) {
            places.push_back(std::max(wanted, free));
            free = places.back() + curveNameHeight;
        }
        double limit = m_result.bottom;
        for (auto place = places.rbegin(); place != places.rend(); ++place) {
            *place = std::min(*place, limit);
            limit = *place - curveNameHeight;
        }
        for (std::size_t at = 0; at < ends.size(); ++at) {
            const auto& curve = m_report.curves[ends[at].second];
            add(lineOf(
                { { m_result.right + 3, ends[at].first }, { m_result.right + 9, places[at] } },
                paintOf(curve), 1));
            auto name = textAt(m_result.right + 12, places[at] + 4,
                support::elideMiddle(support::sanitise(curve.opType), 18));
            name.fill = Paint::of("text");
            add(std::move(name));
        }
    }

    GenerationFigure take() { return std::move(m_result); }

private:
    void add(Shape shape) { m_result.figure.add(std::move(shape)); }
    double y(double ns) const
    {
        const auto part = (ns - m_axis.low) / (m_axis.high - m_axis.low);
        return m_result.bottom - part * (m_result.bottom - m_result.top);
    }
    Point pointOf(double position, double ns) const { return { m_result.xOf(position), y(ns) }; }
    Point pointOf(const TokenSample& sample) const
    {
        return pointOf(static_cast<double>(sample.position), std::min(sample.wallNs, m_axis.high));
    }

    /// Draws where the line may lie by the interval of its slope, turned about its middle.
    void drawBand(const PositionSlope& slope)
    {
        if (!slope.interval)
            return;
        const auto low = m_result.low;
        const auto high = m_result.high;
        const auto middle = low + (high - low) / 2;
        const auto centre = timeOnLine(m_report.figures, middle);
        const auto at = [&](double position, double perPosition) {
            return pointOf(position, centre + perPosition * (position - middle));
        };
        Shape band;
        band.kind = Shape::Kind::Area;
        band.points = { at(low, slope.interval->low), at(middle, 0), at(high, slope.interval->low),
            at(high, slope.interval->high), at(middle, 0), at(low, slope.interval->high) };
        band.fill = Paint::of("accent", 0.2);
        add(std::move(band));
    }

    std::string slopeLabel() const
    {
        const auto& slope = *m_report.figures.slope;
        return slope.isReal() ? slopeText(slope) : "growth with position: within noise";
    }

    static Paint paintOf(const TypeCurve& curve)
    {
        const auto category = model::Palette::instance().category(curve.domain, curve.opType);
        // The fill of operators of unknown domains is the colour of the page.
        return category == model::Category::Custom ? Paint::of("borderStrong")
                                                   : Paint::of(category);
    }

    const GenerationReport& m_report;
    TimeAxis m_axis;
    GenerationFigure m_result;
};

} // namespace

double GenerationFigure::xOf(double position) const
{
    return left + (position - low) / (high - low) * (right - left);
}

GenerationFigure generationFigure(
    const GenerationReport& report, GenerationView view, double width, double height)
{
    if (report.figures.positions.empty())
        return {};
    GenerationPainter painter(report, view, width, height);
    painter.drawAxes();
    if (view == GenerationView::ByType) {
        painter.drawCurves();
    } else {
        painter.drawDots();
        painter.drawLine();
        painter.drawOutliers();
    }
    return painter.take();
}

Figure selectedToken(
    const GenerationReport& report, const GenerationFigure& chart, std::int64_t position)
{
    Figure figure { chart.figure.width, chart.figure.height, {} };
    const auto& positions = report.figures.positions;
    const auto found = std::ranges::lower_bound(positions, position);
    if (found == positions.end() || *found != position)
        return figure;
    const auto x = chart.xOf(static_cast<double>(position));
    figure.add(lineOf({ { x, chart.top - 8 }, { x, chart.bottom } }, Paint::of("accent"), 2));
    const auto text = "token " + std::to_string(tokenAt(report.figures, position)) + " · "
        + support::durationText(
            report.figures.tokenNs[static_cast<std::size_t>(found - positions.begin())]);
    constexpr double width = 132;
    const auto left = std::clamp(x - width / 2, 0.0, std::max(figure.width - width, 0.0));
    figure.add(rectangleOf(left, 2, width, 20, Paint::of("accent")));
    auto label = textAt(left + width / 2, 16, text, Shape::Anchor::Middle, Paint::of("onAccent"));
    label.isBold = true;
    figure.add(std::move(label));
    return figure;
}

} // namespace profiler
