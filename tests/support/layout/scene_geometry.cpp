#include "tests/support/layout/scene_geometry.h"

#include "layout/scene/curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <tuple>

namespace testing {
namespace {

using layout::Point;
using layout::Rect;
using layout::Scene;

constexpr float assumedLabelWidth = 80;
constexpr float labelHeight = 16;

/// Boxes may touch; coordinates far from the origin have less precision.
float tolerance(const Rect& rect)
{
    constexpr float near = 0.6F;
    const float farthest = std::max({ std::abs(rect.right()), std::abs(rect.bottom()), 1.0F });
    return near + 2 * (std::nextafter(farthest, 2 * farthest) - farthest);
}

Rect shrunk(const Rect& rect) { return rect.grown(-tolerance(rect)); }

bool segmentMeets(Point from, Point to, const Rect& rect)
{
    if (rect.isEmpty())
        return false;
    float begin = 0;
    float end = 1;
    const auto clip = [&](float start, float step, float low, float high) {
        if (step == 0)
            return start >= low && start <= high;
        const float a = (low - start) / step;
        const float b = (high - start) / step;
        begin = std::max(begin, std::min(a, b));
        end = std::min(end, std::max(a, b));
        return begin <= end;
    };
    return clip(from.x, to.x - from.x, rect.x, rect.right())
        && clip(from.y, to.y - from.y, rect.y, rect.bottom());
}

void appendPiece(std::vector<Point>& points, Point from, Point to, const Scene& scene)
{
    if (!layout::isStraight(from, to, scene)) {
        constexpr float step = 8;
        const float length = std::hypot(to.x - from.x, to.y - from.y);
        const int pieces = std::clamp(static_cast<int>(length / step), 8, 64);
        const auto curve = layout::curveBetween(from, to, scene.direction);
        for (int i = 1; i < pieces; ++i)
            points.push_back(layout::pointAt(curve, float(i) / float(pieces)));
    }
    points.push_back(to);
}

bool isOnBorder(const Rect& box, Point point)
{
    const float near = tolerance(box);
    return box.grown(near).contains(point) && !box.grown(-near).contains(point);
}

bool holds(const Rect& outer, const Rect& inner)
{
    const Rect rect = outer.grown(tolerance(outer));
    return rect.contains({ inner.x, inner.y }) && rect.contains({ inner.right(), inner.bottom() });
}

class GeometryCheck {
public:
    GeometryCheck(const Scene& scene, const LabelWidth& labelWidth)
        : m_scene(scene)
        , m_labelWidth(labelWidth)
        , m_query(scene)
    {
    }

    GeometryFaults run()
    {
        for (std::uint32_t box = 0; box < m_scene.boxCount(); ++box) {
            checkBox(box);
            checkRanks(box);
        }
        for (std::uint32_t line = 0; line < m_scene.lineCount(); ++line)
            checkLine(line);
        for (const auto& label : m_scene.labels)
            checkLabel(label);
        checkFrames();
        if (m_upward > m_scene.facts.reversedEdges) {
            m_faults.upwardEdges = m_upward - m_scene.facts.reversedEdges;
            note(m_faults.upwardEdges, "edges lead upwards, beyond those of cycles",
                m_scene.facts.reversedEdges);
        }
        m_faults.cycleEdges = m_upward - m_faults.upwardEdges;
        return std::move(m_faults);
    }

private:
    template <typename... Parts>
    void note(const Parts&... parts)
    {
        if (!m_faults.first.empty())
            return;
        std::ostringstream text;
        ((text << parts << ' '), ...);
        m_faults.first = text.str();
    }

    /// Visits the rectangles of a box: itself and its chips.
    template <typename Visit>
    void forEachRect(std::uint32_t box, const Visit& visit) const
    {
        visit(m_scene.boxes[box]);
        for (const auto& chip : m_scene.chipsOf(box))
            visit(chip.rect);
    }

    void checkBox(std::uint32_t box)
    {
        if (!holds(m_scene.bounds, m_scene.boxes[box])) {
            ++m_faults.outside;
            note("box", box, "lies outside the bounds");
        }
        std::vector<Rect> own;
        forEachRect(box, [&](const Rect& rect) { own.push_back(shrunk(rect)); });
        for (std::size_t i = 0; i < own.size(); ++i) {
            for (std::size_t j = i + 1; j < own.size(); ++j)
                noteOverlap(own[i], own[j], box, box);
        }
        Rect all = own.front();
        for (const auto& rect : own)
            all = layout::united(all, rect);
        for (const auto other : m_query.boxes(all)) {
            if (other <= box)
                continue;
            forEachRect(other, [&](const Rect& rect) {
                for (const auto& mine : own)
                    noteOverlap(mine, shrunk(rect), box, other);
            });
        }
    }

    void noteOverlap(const Rect& a, const Rect& b, std::uint32_t box, std::uint32_t other)
    {
        if (a.isEmpty() || b.isEmpty() || !a.overlaps(b))
            return;
        ++m_faults.overlappingBoxes;
        note("box", box, "or a chip of it overlaps box", other);
    }

    void checkRanks(std::uint32_t box)
    {
        for (const auto& link : m_scene.readersOf(box))
            m_upward += link.box != box && m_scene.boxRank[box] >= m_scene.boxRank[link.box];
    }

    void checkLine(std::uint32_t line)
    {
        const auto points = m_scene.line(line);
        const auto tail = m_scene.lineTail[line];
        const auto head = m_scene.lineHead[line];
        if (points.size() < 2 || !isJoined(line)) {
            ++m_faults.looseEnds;
            note("line", line, "does not end at its boxes", tail, "and", head);
            return;
        }
        m_hit.clear();
        for (std::size_t i = 0; i + 1 < points.size(); ++i)
            checkPiece(line, points[i], points[i + 1]);
        std::sort(m_hit.begin(), m_hit.end());
        m_hit.erase(std::unique(m_hit.begin(), m_hit.end()), m_hit.end());
        for (const auto box : m_hit) {
            const bool isOwn = box == tail || box == head;
            ++(isOwn ? m_faults.linesThroughOwnBox : m_faults.linesThroughBoxes);
            note("line", line, "from box", tail, "to box", head, "runs through box", box);
        }
    }

    /// True if the line starts and ends at the borders of its boxes, or at the end of its previous
    /// piece.
    bool isJoined(std::uint32_t line) const
    {
        const auto points = m_scene.line(line);
        const auto previous = m_scene.previousPiece(line);
        const bool begins = previous == layout::noIndex
            ? isAtEnd(m_scene.lineTail[line], points.front())
            : isNear(m_scene.line(previous).back(), points.front());
        return begins && (!m_scene.hasHead(line) || isAtEnd(m_scene.lineHead[line], points.back()));
    }

    /// True if the point is on the border of the box, or of the frame around it: there a value of a
    /// subgraph or function gets another name.
    bool isAtEnd(std::uint32_t box, Point point) const
    {
        const Rect& rect = m_scene.boxes[box];
        return isOnBorder(rect, point)
            || std::any_of(m_scene.frames.begin(), m_scene.frames.end(), [&](const auto& frame) {
                   return frame.rect.contains(rect.centre()) && isOnBorder(frame.rect, point);
               });
    }

    static bool isNear(Point a, Point b)
    {
        return Rect { a.x, a.y, 0, 0 }.grown(tolerance({ a.x, a.y, 0, 0 })).contains(b);
    }

    void checkPiece(std::uint32_t line, Point from, Point to)
    {
        m_piece.assign(1, from);
        appendPiece(m_piece, from, to, m_scene);
        const auto meets = [&](const Rect& rect) {
            for (std::size_t i = 0; i + 1 < m_piece.size(); ++i) {
                if (segmentMeets(m_piece[i], m_piece[i + 1], rect))
                    return true;
            }
            return false;
        };
        for (const auto box : m_query.boxes(layout::boundsOf(from, to))) {
            bool isHit = false;
            forEachRect(box, [&](const Rect& rect) { isHit = isHit || meets(shrunk(rect)); });
            if (isHit)
                m_hit.push_back(box);
        }
        const Rect bounds = layout::boundsOf(from, to);
        for (const auto& frame : m_scene.frames) {
            if (!frame.rect.touches(bounds))
                continue;
            const bool isInside
                = frame.rect.contains(m_scene.boxes[m_scene.lineTail[line]].centre())
                || frame.rect.contains(m_scene.boxes[m_scene.lineHead[line]].centre());
            if (isInside || !meets(shrunk(frame.rect)))
                continue;
            ++m_faults.linesThroughFrames;
            note("line", line, "runs through the frame of group", frame.group);
        }
    }

    void checkLabel(const layout::Label& label)
    {
        const float width = m_labelWidth ? m_labelWidth(label) : assumedLabelWidth;
        if (width <= 0)
            return;
        const Rect plate { label.centre.x - width / 2, label.centre.y - labelHeight / 2, width,
            labelHeight };
        for (const auto box : m_query.boxes(plate)) {
            bool isOver = false;
            forEachRect(
                box, [&](const Rect& rect) { isOver = isOver || shrunk(rect).overlaps(plate); });
            if (!isOver)
                continue;
            ++m_faults.labelsOnBoxes;
            note("the label of line", label.line, "prints over box", box);
        }
    }

    void checkFrames()
    {
        for (std::size_t i = 0; i < m_scene.frames.size(); ++i) {
            const Rect& frame = m_scene.frames[i].rect;
            for (const auto box : m_query.boxes(frame)) {
                const Rect& rect = m_scene.boxes[box];
                if (shrunk(frame).overlaps(shrunk(rect)) && !holds(frame, rect))
                    noteFrame(i, "box", box);
            }
            for (std::size_t j = i + 1; j < m_scene.frames.size(); ++j) {
                const Rect& other = m_scene.frames[j].rect;
                if (shrunk(frame).overlaps(shrunk(other)) && !holds(frame, other)
                    && !holds(other, frame))
                    noteFrame(i, "frame", j);
            }
        }
    }

    void noteFrame(std::size_t frame, const char* what, std::size_t index)
    {
        ++m_faults.brokenFrames;
        note("frame", frame, "cuts through", what, index);
    }

    const Scene& m_scene;
    const LabelWidth& m_labelWidth;
    layout::SceneQuery m_query;
    GeometryFaults m_faults;
    std::uint64_t m_upward = 0;
    std::vector<Point> m_piece;
    std::vector<std::uint32_t> m_hit;
};

struct Segment {
    Point from;
    Point to;
    std::uint32_t line;
    float top() const { return std::min(from.y, to.y); }
    float bottom() const { return std::max(from.y, to.y); }
};

double side(Point a, Point b, Point c)
{
    return (double(b.x) - a.x) * (double(c.y) - a.y) - (double(b.y) - a.y) * (double(c.x) - a.x);
}

/// True if each segment has its ends clearly on both sides of the other.
bool cross(const Segment& a, const Segment& b)
{
    constexpr double clear = 0.01;
    const double b1 = side(a.from, a.to, b.from);
    const double b2 = side(a.from, a.to, b.to);
    const double a1 = side(b.from, b.to, a.from);
    const double a2 = side(b.from, b.to, a.to);
    return std::min(std::abs(b1), std::abs(b2)) > clear
        && std::min(std::abs(a1), std::abs(a2)) > clear && (b1 > 0) != (b2 > 0)
        && (a1 > 0) != (a2 > 0);
}

}

GeometryFaults checkGeometry(const Scene& scene, const LabelWidth& labelWidth)
{
    return GeometryCheck(scene, labelWidth).run();
}

std::string summary(const GeometryFaults& faults)
{
    std::ostringstream text;
    text << "(overlaps " << faults.overlappingBoxes << ", lines through boxes "
         << faults.linesThroughBoxes << ", own " << faults.linesThroughOwnBox << ", loose "
         << faults.looseEnds << ", upwards " << faults.upwardEdges << ", labels "
         << faults.labelsOnBoxes << ", frames " << faults.brokenFrames << ", lines through frames "
         << faults.linesThroughFrames << ", outside " << faults.outside << ")";
    return text.str();
}

std::vector<Point> flattened(const Scene& scene, std::size_t line)
{
    const auto points = scene.line(line);
    std::vector<Point> result;
    if (!points.empty())
        result.push_back(points.front());
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
        appendPiece(result, points[i], points[i + 1], scene);
    return result;
}

std::uint64_t drawnCrossings(const Scene& scene)
{
    std::vector<Segment> segments;
    for (std::uint32_t line = 0; line < scene.lineCount(); ++line) {
        const auto points = flattened(scene, line);
        for (std::size_t i = 0; i + 1 < points.size(); ++i)
            segments.push_back({ points[i], points[i + 1], line });
    }
    std::sort(segments.begin(), segments.end(),
        [](const Segment& a, const Segment& b) { return a.top() < b.top(); });
    std::uint64_t crossings = 0;
    std::vector<Segment> open;
    for (const auto& segment : segments) {
        std::erase_if(open, [&](const Segment& other) { return other.bottom() < segment.top(); });
        crossings += static_cast<std::uint64_t>(
            std::count_if(open.begin(), open.end(), [&](const Segment& other) {
                return other.line != segment.line && cross(segment, other);
            }));
        open.push_back(segment);
    }
    return crossings;
}

}
