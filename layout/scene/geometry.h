#pragma once

#include <algorithm>

/// Plane geometry of drawings. Units are those of card sizes (pixels at zoom 1); y grows downwards.
namespace layout {

struct Point {
    float x = 0;
    float y = 0;
    bool operator==(const Point&) const = default;
};

struct Size {
    float width = 0;
    float height = 0;
    bool operator==(const Size&) const = default;
};

struct Rect {
    float x = 0;
    float y = 0;
    float width = 0;
    float height = 0;

    float right() const { return x + width; }
    float bottom() const { return y + height; }
    Point centre() const { return { x + width / 2, y + height / 2 }; }
    bool isEmpty() const { return width <= 0 || height <= 0; }
    bool contains(Point point) const
    {
        return point.x >= x && point.x <= right() && point.y >= y && point.y <= bottom();
    }
    /// Also true if they only touch.
    bool touches(const Rect& other) const
    {
        return x <= other.right() && other.x <= right() && y <= other.bottom()
            && other.y <= bottom();
    }
    /// True if they share an area.
    bool overlaps(const Rect& other) const
    {
        return x < other.right() && other.x < right() && y < other.bottom() && other.y < bottom();
    }
    Rect grown(float by) const { return { x - by, y - by, width + 2 * by, height + 2 * by }; }
    bool operator==(const Rect&) const = default;
};

inline Rect united(const Rect& a, const Rect& b)
{
    const float left = std::min(a.x, b.x);
    const float top = std::min(a.y, b.y);
    return { left, top, std::max(a.right(), b.right()) - left,
        std::max(a.bottom(), b.bottom()) - top };
}

} // namespace layout
