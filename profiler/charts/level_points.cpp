#include "profiler/charts/level_points.h"

#include "model/support/text.h"
#include "profiler/charts/roof_labels.h"
#include "profiler/charts/shape_parts.h"

#include <algorithm>
#include <array>

namespace profiler {
namespace {

constexpr std::array<std::string_view, RoofRow::levelCount> levelNames { "L1", "L2", "LLC" };

Bandwidth roofOfLevel(const MachinePeaks& peaks, std::size_t level)
{
    const auto& measured = peaks.bandwidths;
    if (measured.empty())
        return {};
    const bool isLast = level + 1 == RoofRow::levelCount;
    return isLast ? measured.back() : measured[std::min(level, measured.size() - 1)];
}

} // namespace

std::vector<LevelTraffic> levelTraffic(const Roofline& roofline, const RoofRow& row)
{
    std::vector<LevelTraffic> found;
    for (std::size_t level = 0; level < levelNames.size(); ++level) {
        const auto bytes = row.levelBytes[level];
        if (!(bytes > 0) || row.medianNs <= 0)
            continue;
        const auto bytesPerSecond = bytes * 1e9 / row.medianNs;
        found.push_back({ levelNames[level], bytesPerSecond, row.flopsPerSecond / bytesPerSecond,
            roofOfLevel(roofline.peaks, level) });
    }
    return found;
}

std::string levelText(const Roofline& roofline, const RoofRow& row)
{
    std::string text;
    for (const auto& traffic : levelTraffic(roofline, row)) {
        text += (text.empty() ? "" : "\n") + std::string(traffic.level) + " misses fetch "
            + support::byteRateText(traffic.bytesPerSecond);
        if (traffic.roof.bytesPerSecond > 0)
            text += ", " + support::shareText(traffic.bytesPerSecond / traffic.roof.bytesPerSecond)
                + " of " + support::byteRateText(traffic.roof.bytesPerSecond) + " ("
                + support::bytesText(traffic.roof.bytes) + ")";
        if (traffic.flopsPerByte > 0)
            text += "; " + support::numberText(traffic.flopsPerByte) + " FLOP per byte";
    }
    return text;
}

std::vector<Shape> levelShapes(
    const Roofline& roofline, const RoofRow& row, const RoofView& view, double width, double height)
{
    constexpr double radius = 4;
    constexpr double labelRise = 11; // above the point
    constexpr double labelHeight = 14;
    const RoofPlane plane(view, width, height);
    const auto isIn
        = [](double value, double low, double high) { return value >= low && value <= high; };
    std::vector<Shape> points;
    if (row.isTooShort || !isIn(row.flopsPerSecond, view.lowRate, view.highRate))
        return points;
    const auto y = plane.y(row.flopsPerSecond);
    auto [from, to] = std::pair(plane.x(row.flopsPerByte), plane.x(row.flopsPerByte));
    for (const auto& traffic : levelTraffic(roofline, row)) {
        if (!isIn(traffic.flopsPerByte, view.lowIntensity, view.highIntensity))
            continue;
        const auto x = plane.x(traffic.flopsPerByte);
        from = std::min(from, x);
        to = std::max(to, x);
        auto point = circleOf({ x, y }, radius, Paint::of("panel"));
        point.stroke = Paint::of("text");
        point.strokeWidth = 1.5;
        point.tip = levelText(roofline, row);
        points.push_back(std::move(point));
        const auto plate = estimatedWidth(traffic.level) + 6; // dots lie behind the label
        points.push_back(rectangleOf(x - plate / 2, y - labelRise - labelHeight + 3, plate,
            labelHeight, Paint::of("panel", 0.85)));
        auto label = textAt(
            x, y - labelRise, std::string(traffic.level), Shape::Anchor::Middle, Paint::of("text"));
        label.isBold = true;
        points.push_back(std::move(label));
    }
    if (points.empty())
        return points;
    auto line = lineOf({ { from, y }, { to, y } }, Paint::of("text"));
    line.isDashed = true;
    points.insert(points.begin(), std::move(line));
    return points;
}

} // namespace profiler
