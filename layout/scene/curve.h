#pragma once

#include "layout/scene/geometry.h"
#include "layout/scene/scene.h"

#include <algorithm>
#include <cmath>

/// Geometry of a Scene's lines between their points, shared by canvas, SVG and hit tests. Two
/// points one above the other (side by side with Direction::Right) are joined by a straight
/// segment. Otherwise the line is an S-curve that begins and ends along the flow.
namespace layout {

struct Bezier {
    Point from;
    Point control1;
    Point control2;
    Point to;
};

inline bool isStraight(Point from, Point to, const Scene& scene)
{
    return scene.lineForm == LineForm::Straight
        || std::abs(scene.direction == Direction::Down ? from.x - to.x : from.y - to.y) < 0.5F;
}

inline Bezier curveBetween(Point from, Point to, Direction direction)
{
    const Point begin = turned(from, direction);
    const Point end = turned(to, direction);
    const float middle = (begin.y + end.y) / 2;
    return { from, turned(Point { begin.x, middle }, direction),
        turned(Point { end.x, middle }, direction), to };
}

inline Point pointAt(const Bezier& curve, float t)
{
    const float s = 1 - t;
    const float a = s * s * s;
    const float b = 3 * s * s * t;
    const float c = 3 * s * t * t;
    const float d = t * t * t;
    return { a * curve.from.x + b * curve.control1.x + c * curve.control2.x + d * curve.to.x,
        a * curve.from.y + b * curve.control1.y + c * curve.control2.y + d * curve.to.y };
}

inline float distanceToSegment(Point point, Point from, Point to)
{
    const float dx = to.x - from.x;
    const float dy = to.y - from.y;
    const float length2 = dx * dx + dy * dy;
    const float t = length2 > 0
        ? std::clamp(((point.x - from.x) * dx + (point.y - from.y) * dy) / length2, 0.0F, 1.0F)
        : 0.0F;
    return std::hypot(point.x - (from.x + t * dx), point.y - (from.y + t * dy));
}

inline Rect boundsOf(Point from, Point to)
{
    return { std::min(from.x, to.x), std::min(from.y, to.y), std::abs(from.x - to.x),
        std::abs(from.y - to.y) };
}

} // namespace layout
