#include "ui/charts/figure_painter.h"

#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QPainter>
#include <QPolygonF>

namespace ui {

namespace {

using profiler::Paint;
using profiler::Shape;

QPolygonF polygonOf(const Shape& shape)
{
    QPolygonF points;
    for (const auto& point : shape.points)
        points << QPointF(point.x, point.y);
    return points;
}

void paintText(QPainter& painter, const Shape& shape)
{
    const auto font = painter.font();
    if (shape.isBold) {
        auto bold = font;
        bold.setWeight(QFont::DemiBold);
        painter.setFont(bold);
    }
    const auto words = plain(shape.text);
    const double wide = painter.fontMetrics().horizontalAdvance(words);
    const double shift = shape.anchor == Shape::Anchor::Middle ? wide / 2
        : shape.anchor == Shape::Anchor::End                   ? wide
                                                               : 0;
    painter.setPen(colourOf(shape.fill));
    painter.drawText(QPointF(shape.at.x - shift, shape.at.y), words);
    painter.setFont(font);
}

void paintShape(QPainter& painter, const Shape& shape)
{
    if (shape.kind == Shape::Kind::Text)
        return paintText(painter, shape);
    const auto stroke = colourOf(shape.stroke);
    painter.setPen(stroke.isValid()
            ? QPen(stroke, shape.strokeWidth, shape.isDashed ? Qt::DashLine : Qt::SolidLine)
            : QPen(Qt::NoPen));
    const auto fill = colourOf(shape.fill);
    painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    switch (shape.kind) {
    case Shape::Kind::Rectangle:
        return painter.drawRect(QRectF(shape.at.x, shape.at.y, shape.width, shape.height));
    case Shape::Kind::Circle:
        return painter.drawEllipse(QPointF(shape.at.x, shape.at.y), shape.width, shape.width);
    case Shape::Kind::Line:
        return painter.drawPolyline(polygonOf(shape));
    case Shape::Kind::Area:
        return painter.drawPolygon(polygonOf(shape));
    case Shape::Kind::Text:
        return;
    }
}

} // namespace

QColor colourOf(const Paint& paint)
{
    const auto& theme = Theme::instance();
    QColor colour;
    switch (paint.kind) {
    case Paint::Kind::None:
        return colour;
    case Paint::Kind::Token:
        colour = theme.colour(std::string(paint.token).c_str());
        break;
    case Paint::Kind::Category:
        colour = theme.colour(theme.category(paint.category).solid);
        break;
    case Paint::Kind::OnCategory:
        colour = theme.colour(theme.category(paint.category).onSolid);
        break;
    }
    colour.setAlphaF(static_cast<float>(colour.alphaF() * paint.opacity));
    return colour;
}

QRectF boundsOf(const Shape& shape)
{
    switch (shape.kind) {
    case Shape::Kind::Rectangle:
        return { shape.at.x, shape.at.y, shape.width, shape.height };
    case Shape::Kind::Circle:
        return { shape.at.x - shape.width, shape.at.y - shape.width, 2 * shape.width,
            2 * shape.width };
    case Shape::Kind::Line:
    case Shape::Kind::Area:
        return polygonOf(shape).boundingRect();
    case Shape::Kind::Text:
        break;
    }
    return { shape.at.x, shape.at.y, 0, 0 };
}

void paintFigure(QPainter& painter, const profiler::Figure& figure)
{
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto& shape : figure.shapes)
        paintShape(painter, shape);
}

} // namespace ui
