#include "profiler/roofline.h"

#include "model/support/text.h"

#include <algorithm>
#include <cmath>

namespace profiler {
namespace {

constexpr double leastIntensity = 1.0 / 64;
constexpr double mostIntensity = 4096;
constexpr double left = 88;
constexpr double top = 16;
constexpr double foot = 34;
constexpr std::size_t mostDots = 2000;

Shape textAt(double x, double y, std::string words, Shape::Anchor anchor = Shape::Anchor::Start)
{
    Shape shape;
    shape.kind = Shape::Kind::Text;
    shape.at = { x, y };
    shape.text = std::move(words);
    shape.anchor = anchor;
    shape.fill = Paint::of("textSecondary");
    return shape;
}

Shape lineOf(std::vector<Point> points, std::string_view token, double width)
{
    Shape shape;
    shape.kind = Shape::Kind::Line;
    shape.points = std::move(points);
    shape.stroke = Paint::of(token);
    shape.strokeWidth = width;
    return shape;
}

/// Positions on both logarithmic axes.
class Plane {
public:
    Plane(const Roofline& roofline, double width, double height)
        : m_width(width)
        , m_bottom(height - foot)
    {
        m_high = roofline.peaks.flopsPerSecond * 3;
        m_low = m_high / 1e5;
        for (const auto& row : roofline.rows)
            if (row.flopsPerSecond > 0)
                m_low = std::min(m_low, row.flopsPerSecond / 2);
        m_low = std::max(m_low, m_high / 1e9);
    }

    double x(double intensity) const
    {
        const auto share
            = std::log(std::clamp(intensity, leastIntensity, mostIntensity) / leastIntensity)
            / std::log(mostIntensity / leastIntensity);
        return left + share * (m_width - left);
    }
    double y(double rate) const
    {
        const auto share
            = std::log(std::clamp(rate, m_low, m_high) / m_low) / std::log(m_high / m_low);
        return m_bottom - share * (m_bottom - top);
    }
    double low() const { return m_low; }
    double high() const { return m_high; }
    double width() const { return m_width; }
    double bottom() const { return m_bottom; }

private:
    double m_width;
    double m_bottom;
    double m_low = 1;
    double m_high = 1;
};

void addAxes(Figure& figure, const Plane& plane)
{
    for (double rate = std::pow(10, std::ceil(std::log10(plane.low()))); rate < plane.high();
         rate *= 10) {
        figure.shapes.push_back(
            lineOf({ { left, plane.y(rate) }, { plane.width(), plane.y(rate) } }, "border", 1));
        figure.shapes.push_back(
            textAt(left - 6, plane.y(rate) + 4, support::workRateText(rate), Shape::Anchor::End));
    }
    for (double intensity = leastIntensity; intensity <= mostIntensity; intensity *= 8) {
        const bool isLast = intensity * 8 > mostIntensity;
        const auto words = support::countText(
            static_cast<std::uint64_t>(std::llround(intensity < 1 ? 1 / intensity : intensity)));
        figure.shapes.push_back(
            textAt(plane.x(intensity), plane.bottom() + 16, (intensity < 1 ? "1/" : "") + words,
                isLast ? Shape::Anchor::End : Shape::Anchor::Middle));
    }
    figure.shapes.push_back(textAt(
        plane.width(), plane.bottom() + 30, "FLOP per byte of least traffic", Shape::Anchor::End));
}

void addRoofs(Figure& figure, const Plane& plane, const MachinePeaks& peaks)
{
    for (const auto& row : peaks.bandwidths) {
        const auto knee = peaks.flopsPerSecond / row.bytesPerSecond;
        const auto start = std::max(leastIntensity, plane.low() / row.bytesPerSecond);
        figure.shapes.push_back(lineOf({ { plane.x(start), plane.y(start * row.bytesPerSecond) },
                                           { plane.x(knee), plane.y(peaks.flopsPerSecond) } },
            "textSecondary", 1.5));
        // Below the beginning of its line, where hardly a step lies.
        figure.shapes.push_back(textAt(plane.x(start) + 6, plane.y(start * row.bytesPerSecond) + 14,
            support::byteRateText(row.bytesPerSecond) + " (" + support::bytesText(row.bytes)
                + ")"));
    }
    const auto fastest = peaks.bandwidths.empty() ? 0.0 : peaks.bandwidths.front().bytesPerSecond;
    const auto from = fastest > 0 ? peaks.flopsPerSecond / fastest : leastIntensity;
    figure.shapes.push_back(lineOf({ { plane.x(from), plane.y(peaks.flopsPerSecond) },
                                       { plane.width(), plane.y(peaks.flopsPerSecond) } },
        "textSecondary", 1.5));
    figure.shapes.push_back(textAt(plane.width(), plane.y(peaks.flopsPerSecond) - 5,
        support::workRateText(peaks.flopsPerSecond) + " float, "
            + support::countOf(peaks.threads, "thread", "threads"),
        Shape::Anchor::End));
}

std::string tipOf(const Profile& profile, const RoofRow& row)
{
    const auto& step = profile.step(row.step);
    return std::string(profile.text(step.opType)) + " " + std::string(profile.text(step.label))
        + "\n" + support::durationText(row.medianNs) + ", "
        + support::workRateText(row.flopsPerSecond) + ", " + support::shareText(row.ofRoof)
        + " of its roof (" + std::string(roofBoundName(row.bound)) + ")";
}

} // namespace

std::string_view roofBoundName(RoofBound bound)
{
    return bound == RoofBound::Memory ? "memory" : "arithmetic";
}

double bandwidthFor(const MachinePeaks& peaks, std::uint64_t bytes)
{
    if (peaks.bandwidths.empty())
        return 0;
    for (const auto& row : peaks.bandwidths)
        if (bytes <= row.bytes * peaks.threads)
            return row.bytesPerSecond;
    return peaks.bandwidths.back().bytesPerSecond;
}

std::optional<Roofline> rooflineOf(const Profile& profile, const Statistics& statistics)
{
    const auto peaks = peaksOf(profile.metadata);
    if (!peaks)
        return std::nullopt;
    Roofline roofline { *peaks, {} };
    for (const auto& stepRow : statistics.steps) {
        const auto& step = profile.step(stepRow.step);
        const auto time = stepRow.total.median / std::max(1.0, stepRow.callsPerRun);
        if (stepRow.total.samples == 0 || time <= 0 || !step.flops || !step.bytes
            || *step.bytes == 0 || step.kind == StepKind::ControlFlow)
            continue;
        const auto flops = static_cast<double>(*step.flops);
        const auto bytes = static_cast<double>(*step.bytes);
        const auto bandwidth = bandwidthFor(*peaks, *step.bytes);
        RoofRow row { stepRow.step, flops / bytes, flops * 1e9 / time, peaks->flopsPerSecond, 0,
            RoofBound::Arithmetic, stepRow.total.median };
        if (bandwidth > 0 && bandwidth * row.flopsPerByte < row.roof) {
            row.roof = bandwidth * row.flopsPerByte;
            row.bound = RoofBound::Memory;
        }
        row.ofRoof = flops > 0 ? row.flopsPerSecond / row.roof
            : bandwidth > 0    ? bytes * 1e9 / time / bandwidth
                               : 0;
        roofline.rows.push_back(row);
    }
    return roofline;
}

Figure rooflineFigure(const Profile& profile, const Roofline& roofline, double width, double height)
{
    Figure figure;
    figure.width = width;
    figure.height = height;
    const Plane plane(roofline, width, height);
    addAxes(figure, plane);
    addRoofs(figure, plane, roofline.peaks);
    auto rows = roofline.rows;
    std::ranges::stable_sort(rows, std::greater<> {}, &RoofRow::medianNs);
    const auto longest = rows.empty() ? 1.0 : std::max(1.0, rows.front().medianNs);
    for (std::size_t i = 0; i < std::min(mostDots, rows.size()); ++i) {
        const auto& row = rows[i];
        if (row.flopsPerSecond <= 0)
            continue;
        Shape dot;
        dot.kind = Shape::Kind::Circle;
        dot.at = { plane.x(row.flopsPerByte), plane.y(row.flopsPerSecond) };
        dot.width = 2 + 10 * std::sqrt(row.medianNs / longest);
        dot.fill = Paint::of(categoryOf(profile, profile.step(row.step)), 0.7);
        dot.tip = tipOf(profile, row);
        dot.step = row.step;
        figure.shapes.push_back(std::move(dot));
    }
    return figure;
}

} // namespace profiler
