#include "ui/canvas/line_drag.h"

#include <QLineF>
#include <QPainter>

namespace ui {

namespace {

constexpr double reach = 28; // pixels

bool hasNextPiece(const layout::Scene& scene, std::uint32_t line)
{
    for (std::uint32_t other = 0; other < scene.lineCount(); ++other)
        if (scene.previousPiece(other) == line)
            return true;
    return false;
}

} // namespace

std::optional<LineDrag> lineDragAt(
    const layout::Scene& scene, const ViewState& view, std::uint32_t line, QPointF position)
{
    const auto points = scene.line(line);
    if (points.size() < 2)
        return {};
    const auto onScreen = [&](const layout::Point& point) {
        return toScreen(view, layout::Rect { point.x, point.y, 0, 0 }).topLeft();
    };
    const auto first = onScreen(points.front());
    const auto last = onScreen(points.back());
    const double toFirst = QLineF(first, position).length();
    const double toLast = QLineF(last, position).length();
    const bool isProducer = toFirst < toLast;
    if (std::min(toFirst, toLast) > reach
        || (isProducer ? scene.previousPiece(line) != layout::noIndex : hasNextPiece(scene, line)))
        return {};
    return LineDrag { line, isProducer ? LineDrag::End::Producer : LineDrag::End::Reader,
        isProducer ? last : first };
}

void paintLineDrag(QPainter& painter, const LineDrag& drag, QPointF pointer, const QColor& colour)
{
    constexpr double width = 2;
    constexpr double radius = 4;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, width, Qt::DashLine));
    painter.drawLine(drag.fixed, pointer);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawEllipse(pointer, radius, radius);
}

} // namespace ui
