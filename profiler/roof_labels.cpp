#include "profiler/roof_labels.h"

#include "model/support/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace profiler {
namespace {

constexpr double letter = 6.4; // wider than the mean letter of the fonts figures are drawn in
constexpr double border = 3; // of a patch, beside its words
constexpr double lineHeight = 16;
constexpr double acrossStep = 8; // between places that are tried
constexpr double downStep = 4;
constexpr double manyDots = 500; // from there on places lie farther apart: each meets each dot
constexpr double mostSteps = 3;
constexpr double clearance = 2; // between words and the lines they must not touch
constexpr double shortest = 12; // stroke that can be seen
constexpr double beside = 8; // so near to its line and to no other, words need no stroke

// What a place costs, in pixels of distance from the line that are worth it.
constexpr double onDot = 1000;
constexpr double onLine = 300;
constexpr double strokeOverWords = 300;
constexpr double strokeOverDot = 60;
constexpr double strokeOverLine = 12;
constexpr double shortStroke = 3; // a pixel it is too short to be seen
constexpr double towardsEnd = 0.03; // a pixel towards the end where words are looked for

struct Segment {
    Point from;
    Point to;
};

Point along(const Segment& segment, double share)
{
    return { segment.from.x + share * (segment.to.x - segment.from.x),
        segment.from.y + share * (segment.to.y - segment.from.y) };
}

Point nearest(const Box& box, Point point)
{
    return { std::clamp(point.x, box.x, box.right()), std::clamp(point.y, box.y, box.bottom()) };
}

double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

double squared(const Segment& stroke)
{
    const auto x = stroke.to.x - stroke.from.x;
    const auto y = stroke.to.y - stroke.from.y;
    return x * x + y * y;
}

/// The shortest stroke between them if they do not cross: it ends at a corner or at an end.
Segment strokeBetween(const Box& box, const Segment& line)
{
    Segment best { nearest(box, line.from), line.from };
    const auto offer = [&best](const Segment& stroke) {
        if (squared(stroke) < squared(best))
            best = stroke;
    };
    offer({ nearest(box, line.to), line.to });
    const auto length = std::max(1.0, squared(line));
    for (const auto x : { box.x, box.right() })
        for (const auto y : { box.y, box.bottom() }) {
            const auto share = ((x - line.from.x) * (line.to.x - line.from.x)
                                   + (y - line.from.y) * (line.to.y - line.from.y))
                / length;
            offer({ { x, y }, along(line, std::clamp(share, 0.0, 1.0)) });
        }
    return best;
}

Box grown(const Box& box, double by)
{
    return { box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by };
}

/// Liang and Barsky: whether a part of the segment lies within.
bool crosses(const Box& box, const Segment& segment)
{
    double first = 0;
    double last = 1;
    const auto cut = [&](double start, double by, double low, double high) {
        if (std::abs(by) < 1e-9)
            return start >= low && start <= high;
        const auto one = (low - start) / by;
        const auto other = (high - start) / by;
        first = std::max(first, std::min(one, other));
        last = std::min(last, std::max(one, other));
        return first <= last;
    };
    return cut(segment.from.x, segment.to.x - segment.from.x, box.x, box.right())
        && cut(segment.from.y, segment.to.y - segment.from.y, box.y, box.bottom());
}

double sideOf(const Segment& line, Point point)
{
    return (line.to.x - line.from.x) * (point.y - line.from.y)
        - (line.to.y - line.from.y) * (point.x - line.from.x);
}

bool meet(const Segment& a, const Segment& b)
{
    return sideOf(a, b.from) * sideOf(a, b.to) < 0 && sideOf(b, a.from) * sideOf(b, a.to) < 0;
}

Box boxOf(const Shape& dot)
{
    return { dot.at.x - dot.width, dot.at.y - dot.width, 2 * dot.width, 2 * dot.width };
}

bool covers(const Box& box, const Shape& dot)
{
    return distance(nearest(box, dot.at), dot.at) < dot.width + clearance;
}

class Places {
public:
    Places(std::span<const RoofLine> lines, std::span<const Shape> dots, const Box& area)
        : m_dots(dots)
        , m_area(area)
        , m_steps(std::clamp(double(dots.size()) / manyDots, 1.0, mostSteps))
    {
        for (const auto& line : lines)
            m_lines.push_back({ line.from, line.to });
        for (const auto& line : m_lines)
            m_ownParts.push_back({ along(line, 0.05), along(line, 0.85) });
    }

    std::optional<RoofLabel> place(std::size_t line, Box box)
    {
        std::optional<RoofLabel> best;
        double least = std::numeric_limits<double>::max();
        for (box.y = m_area.y; box.bottom() <= m_area.bottom(); box.y += m_steps * downStep)
            for (box.x = m_area.x; box.right() <= m_area.right(); box.x += m_steps * acrossStep) {
                const auto label = labelAt(line, box);
                const auto cost = costOf(label, least);
                if (cost >= least)
                    continue;
                least = cost;
                best = label;
            }
        if (best)
            m_placed.push_back(*best);
        return best;
    }

    std::vector<RoofLabel> placed() && { return std::move(m_placed); }

private:
    RoofLabel labelAt(std::size_t line, const Box& box) const
    {
        const auto stroke = strokeBetween(box, m_ownParts[line]);
        const auto own = distance(stroke.from, stroke.to);
        bool isLed = own > beside;
        for (std::size_t i = 0; i < m_lines.size() && !isLed; ++i) {
            const auto other = strokeBetween(box, m_lines[i]);
            isLed = i != line && distance(other.from, other.to) < own + beside;
        }
        return { line, box, stroke.from, stroke.to, isLed };
    }

    /// Level lines are looked at from their right end, where nothing rises to them.
    double costOfPlace(const RoofLabel& label) const
    {
        const auto& line = m_lines[label.line];
        const bool isLevel = std::abs(line.to.y - line.from.y) < 1;
        const auto from
            = isLevel ? m_area.right() - label.box.right() : std::abs(label.box.x - line.from.x);
        const auto length = distance(label.onBox, label.onLine);
        const auto lacking = label.isLed ? std::max(0.0, shortest - length) : 0;
        return length + shortStroke * lacking + towardsEnd * from;
    }

    /// Anything from `least` on means: not better.
    double costOf(const RoofLabel& label, double least) const
    {
        auto cost = costOfPlace(label);
        if (cost >= least)
            return cost;
        const auto room = grown(label.box, clearance);
        const Segment stroke { label.onBox, label.onLine };
        for (const auto& other : m_placed) {
            if (room.overlaps(grown(other.box, clearance)))
                return std::numeric_limits<double>::max();
            const Segment theirs { other.onBox, other.onLine };
            cost += label.isLed && crosses(other.box, stroke) ? strokeOverWords : 0;
            cost += other.isLed && crosses(room, theirs) ? strokeOverWords : 0;
            cost += label.isLed && other.isLed && meet(stroke, theirs) ? strokeOverLine : 0;
        }
        for (std::size_t i = 0; i < m_lines.size(); ++i) {
            cost += crosses(room, m_lines[i]) ? onLine : 0;
            cost += label.isLed && i != label.line && meet(stroke, m_lines[i]) ? strokeOverLine : 0;
        }
        for (const auto& dot : m_dots) {
            if (cost >= least)
                break;
            cost += covers(label.box, dot) ? onDot : 0;
            cost += label.isLed && crosses(boxOf(dot), stroke) ? strokeOverDot : 0;
        }
        return cost;
    }

    std::vector<Segment> m_lines;
    std::vector<Segment> m_ownParts; ///< not the ends, where several lines meet
    std::span<const Shape> m_dots;
    Box m_area;
    double m_steps;
    std::vector<RoofLabel> m_placed;
};

} // namespace

bool Box::overlaps(const Box& other) const
{
    return x < other.right() && other.x < right() && y < other.bottom() && other.y < bottom();
}

Box boxFor(std::string_view words)
{
    return { 0, 0, double(support::characterCount(words)) * letter + 2 * border, lineHeight };
}

std::vector<RoofLabel> placeRoofLabels(
    std::span<const RoofLine> lines, std::span<const Shape> dots, const Box& area)
{
    Places places(lines, dots, area);
    for (std::size_t i = 0; i < lines.size(); ++i)
        places.place(i, boxFor(lines[i].words));
    return std::move(places).placed();
}

} // namespace profiler
