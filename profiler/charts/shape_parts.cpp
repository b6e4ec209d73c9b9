#include "profiler/charts/shape_parts.h"

namespace profiler {

Shape textAt(double x, double y, std::string words, Shape::Anchor anchor, Paint fill)
{
    Shape shape;
    shape.kind = Shape::Kind::Text;
    shape.at = { x, y };
    shape.text = std::move(words);
    shape.anchor = anchor;
    shape.fill = fill;
    return shape;
}

Shape lineOf(std::vector<Point> points, Paint stroke, double width)
{
    Shape shape;
    shape.kind = Shape::Kind::Line;
    shape.points = std::move(points);
    shape.stroke = stroke;
    shape.strokeWidth = width;
    return shape;
}

Shape rectangleOf(double x, double y, double width, double height, Paint fill)
{
    Shape shape;
    shape.at = { x, y };
    shape.width = width;
    shape.height = height;
    shape.fill = fill;
    return shape;
}

Shape circleOf(Point centre, double radius, Paint fill)
{
    Shape shape;
    shape.kind = Shape::Kind::Circle;
    shape.at = centre;
    shape.width = radius;
    shape.fill = fill;
    return shape;
}

} // namespace profiler
