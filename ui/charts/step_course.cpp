#include "ui/charts/step_course.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <vector>

namespace ui {

namespace {

constexpr double pixelsPerChange = 4; // where there are fewer, curves are smoothed

void drawSmoothly(QPainter& painter, const StepCourse& course)
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

/// What a column of pixels covers; empty while `high` is below `low`.
struct Column {
    double high = 1e9;
    double low = -1e9;
    bool operator==(const Column&) const = default;
};

std::vector<Column> columnsOf(const StepCourse& course)
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

/// The area as one shape, which is filled line by line: columns of blended pixels, one by one,
/// would touch all of the picture's memory again and again.
void drawArea(QPainter& painter, const StepCourse& course, const std::vector<Column>& columns)
{
    QPolygonF area { QPointF(course.plot.left(), course.base) };
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const double left = course.plot.left() + static_cast<double>(i);
        const double high = std::min(columns[i].high, course.base);
        area << QPointF(left, high) << QPointF(left + 1, high);
    }
    area << QPointF(area.last().x(), course.base);
    painter.setPen(Qt::NoPen);
    painter.setBrush(course.area);
    painter.drawPolygon(area);
    painter.setBrush(Qt::NoBrush);
}

void drawColumns(QPainter& painter, const StepCourse& course)
{
    const auto columns = columnsOf(course);
    painter.setRenderHint(QPainter::Antialiasing, false);
    drawArea(painter, course, columns);
    for (std::size_t first = 0; first < columns.size();) {
        auto next = first + 1;
        while (next < columns.size() && columns[next] == columns[first])
            ++next;
        const auto& column = columns[first];
        if (column.high <= column.low)
            painter.fillRect(QRectF(course.plot.left() + static_cast<double>(first), column.high,
                                 static_cast<double>(next - first),
                                 std::max(course.width, column.low - column.high)),
                course.line);
        first = next;
    }
}

} // namespace

void drawStepCourse(QPainter& painter, const StepCourse& course)
{
    if (course.changes.empty() || course.plot.width() < 1)
        return;
    // Only what is in view: the change that holds at its left edge, and those within.
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
