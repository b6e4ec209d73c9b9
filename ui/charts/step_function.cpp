#include "ui/charts/step_function.h"

#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <vector>

namespace ui {

namespace {

// With at least this many pixels per change, the line is antialiased.
constexpr double pixelsPerChange = 4;

void drawSmoothly(QPainter& painter, const StepFunction& course)
{
    QPolygonF line { QPointF(course.changes.front().x(), course.base) };
    for (const auto& change : course.changes)
        line << QPointF(change.x(), line.last().y()) << change;
    line << QPointF(course.end, line.last().y()) << QPointF(course.end, course.base);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(course.area);
    painter.drawPolygon(line);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(course.line, course.width));
    painter.drawPolyline(line);
}

/// The range of y that the line covers in one pixel column; empty while `high` exceeds `low` (y
/// grows downwards, so `high` is the smaller y).
struct Column {
    double high = 1e9;
    double low = -1e9;
    bool operator==(const Column&) const = default;
};

std::vector<Column> columnsOf(const StepFunction& course)
{
    std::vector<Column> columns(static_cast<std::size_t>(std::ceil(course.plot.width())) + 1);
    const auto last = static_cast<double>(columns.size() - 1);
    const auto columnAt = [&](double x) {
        return static_cast<std::size_t>(std::clamp(x - course.plot.left(), 0.0, last));
    };
    for (std::size_t i = 0; i < course.changes.size(); ++i) {
        const auto& from = course.changes[i];
        const double to = i + 1 < course.changes.size() ? course.changes[i + 1].x() : course.end;
        if (to < course.plot.left() || from.x() > course.plot.right())
            continue;
        for (auto at = columnAt(from.x()); at <= columnAt(to); ++at) {
            columns[at].high = std::min(columns[at].high, from.y());
            columns[at].low = std::max(columns[at].low, from.y());
        }
    }
    columns.pop_back();
    return columns;
}

/// Fills an image row by row. This costs the same for any number of changes, and writes memory in
/// order, which filling it by columns would not.
void drawColumns(QPainter& painter, const StepFunction& course)
{
    const auto columns = columnsOf(course);
    const int high = std::max(1, static_cast<int>(std::ceil(course.plot.height())));
    QImage picture(static_cast<int>(columns.size()), high, QImage::Format_ARGB32_Premultiplied);
    const auto line = qPremultiply(course.line.rgba());
    const auto area = qPremultiply(course.area.rgba());
    for (int y = 0; y < high; ++y) {
        auto* pixels = reinterpret_cast<QRgb*>(picture.scanLine(y));
        const double at = course.plot.top() + y + 0.5;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const auto& column = columns[i];
            const double foot = std::max(column.low, column.high + course.width);
            const bool isEmpty = column.high > column.low || at < column.high || at > course.base;
            pixels[i] = isEmpty ? 0 : at <= foot ? line : area;
        }
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.drawImage(course.plot.topLeft(), picture);
}

} // namespace

void drawStepCourse(QPainter& painter, const StepFunction& course)
{
    if (course.changes.empty() || course.plot.width() < 1)
        return;
    // Keeps only the visible changes: the one in effect at the left edge, and those within the
    // plot.
    auto seen = course;
    const auto within = std::ranges::lower_bound(
        course.changes, course.plot.left(), {}, [](QPointF change) { return change.x(); });
    const auto behind = std::ranges::upper_bound(
        course.changes, course.plot.right(), {}, [](QPointF change) { return change.x(); });
    const auto first = within == course.changes.begin() ? within : within - 1;
    if (behind <= first)
        return;
    seen.changes.assign(first, behind);
    seen.changes.front().setX(std::max(seen.changes.front().x(), course.plot.left()));
    seen.end = behind != course.changes.end() ? course.plot.right()
                                              : std::min(course.end, course.plot.right());
    const bool isDense
        = static_cast<double>(seen.changes.size()) * pixelsPerChange > course.plot.width();
    isDense ? drawColumns(painter, seen) : drawSmoothly(painter, seen);
}

} // namespace ui
