#include "profiler/charts/roof_labels.h"

#include "model/support/text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace profiler {
namespace {

constexpr double letter = 6.4; // pixels; wider than the mean letter of the fonts used in figures
constexpr double border = 3; // of a label's background, beside its words
constexpr double lineHeight = 16;
constexpr double acrossStep = 8; // distance of tried places, pixels
constexpr double downStep = 4;
constexpr double clearance = 2; // between words and the lines they must not touch
constexpr double shortest = 12; // shortest visible stroke
// A label nearer than this to its line, and to no other, needs no stroke.
constexpr double beside = 8;

// Costs of a place, as equivalent pixels of distance from the line.
constexpr double onCaption = 1e9; // not a valid place
constexpr double onDot = 1000;
constexpr double onLine = 300;
constexpr double strokeOverCaption = 300;
constexpr double strokeOverDot = 60;
constexpr double strokeOverLine = 12;
constexpr double shortStroke = 3; // per pixel that it is too short to be visible
constexpr double towardsEnd = 0.03; // per pixel of distance to the preferred end of the line
constexpr double worthMoving = 40; // a new place must be better by this to replace the last one

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

/// Returns the shortest stroke between box and line, if they do not cross. It ends at a corner of
/// the box or at an end of the line.
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

/// True if a part of the segment lies within the box (algorithm of Liang and Barsky).
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

/// Costs of obstacles at each place for a box of one size. Exact, because each obstacle is enlarged
/// by the size of the box. O(1) per place, because each obstacle is entered only at the begin and
/// the end of each row of places that it covers.
class PlaceCosts {
public:
    PlaceCosts(const Box& area, const Box& box)
        : m_area(area)
        , m_box(box)
        , m_columns(countOf(area.width - box.width, acrossStep))
        , m_rows(countOf(area.height - box.height, downStep))
        , m_costs(std::size_t(m_rows) * std::size_t(m_columns + 1))
    {
    }

    int columns() const { return m_columns; }
    int rows() const { return m_rows; }
    Box boxAt(int row, int column) const
    {
        return { m_area.x + column * acrossStep, m_area.y + row * downStep, m_box.width,
            m_box.height };
    }
    double at(int row, int column) const { return m_costs[index(row, column)]; }

    void addDot(Point centre, double radius)
    {
        const auto low = centre.y - radius - m_box.height;
        forRows(low, centre.y + radius, [&](int row, double y) {
            const auto down = std::max({ 0.0, y - centre.y, centre.y - y - m_box.height });
            const auto half
                = down > 0 ? std::sqrt(std::max(0.0, radius * radius - down * down)) : radius;
            add(row, centre.x - half - m_box.width, centre.x + half, onDot);
        });
    }

    void addLine(const Segment& line)
    {
        const auto [top, bottom] = std::minmax(line.from.y, line.to.y);
        const auto by = line.to.y - line.from.y;
        const auto low = top - clearance - m_box.height;
        forRows(low, bottom + clearance, [&](int row, double y) {
            auto one = line.from.x;
            auto other = line.to.x;
            if (std::abs(by) > 1e-9) {
                const auto shareAt = [&](double level) {
                    return std::clamp((level - line.from.y) / by, 0.0, 1.0);
                };
                one = along(line, shareAt(y - clearance)).x;
                other = along(line, shareAt(y + m_box.height + clearance)).x;
            }
            add(row, std::min(one, other) - clearance - m_box.width,
                std::max(one, other) + clearance, onLine);
        });
    }

    /// Other labels may touch.
    void addCaption(const Box& caption)
    {
        constexpr double apart = 2 * clearance - 1e-6;
        forRows(caption.y - apart - m_box.height, caption.bottom() + apart, [&](int row, double) {
            add(row, caption.x - apart - m_box.width, caption.right() + apart, onCaption);
        });
    }

    /// Call after all obstacles were added.
    void sum()
    {
        for (int row = 0; row < m_rows; ++row)
            for (int column = 1; column < m_columns; ++column)
                m_costs[index(row, column)] += m_costs[index(row, column - 1)];
    }

private:
    static int countOf(double room, double step)
    {
        return std::max(0, static_cast<int>(std::floor(room / step + 1e-9)) + 1);
    }

    std::size_t index(int row, int column) const
    {
        return std::size_t(row) * std::size_t(m_columns + 1) + std::size_t(column);
    }

    /// Returns the positions from `low` to `high` among `count` positions.
    static std::pair<int, int> between(double low, double high, double step, int count)
    {
        const double last = count - 1;
        return { static_cast<int>(std::ceil(std::clamp(low / step, 0.0, last + 1))),
            static_cast<int>(std::floor(std::clamp(high / step, -1.0, last))) };
    }

    void forRows(double low, double high, const auto& each) const
    {
        const auto [first, last] = between(low - m_area.y, high - m_area.y, downStep, m_rows);
        for (int row = first; row <= last; ++row)
            each(row, m_area.y + row * downStep);
    }

    void add(int row, double low, double high, double cost)
    {
        const auto [first, last] = between(low - m_area.x, high - m_area.x, acrossStep, m_columns);
        if (first > last)
            return;
        m_costs[index(row, first)] += cost;
        m_costs[index(row, last + 1)] -= cost;
    }

    Box m_area;
    Box m_box;
    int m_columns;
    int m_rows;
    std::vector<double> m_costs; ///< integers, so their sums are exact
};

/// Lower bound of the distance from a box to a line segment, cheap to compute: the distance to the
/// infinite line.
class DistanceToLine {
public:
    DistanceToLine(const Segment& line, const Box& box)
    {
        const auto length = std::max(1e-9, distance(line.from, line.to));
        m_x = (line.to.y - line.from.y) / length;
        m_y = (line.from.x - line.to.x) / length;
        m_offset = m_x * (line.from.x - box.width / 2) + m_y * (line.from.y - box.height / 2);
        m_reach = (std::abs(m_x) * box.width + std::abs(m_y) * box.height) / 2 + 1e-6;
    }
    double from(const Box& box) const
    {
        return std::max(0.0, std::abs(m_x * box.x + m_y * box.y - m_offset) - m_reach);
    }

private:
    double m_x = 0;
    double m_y = 0;
    double m_offset = 0;
    double m_reach = 0;
};

double wordsWidth(const RoofLine& line)
{
    return line.width > 0 ? line.width : estimatedWidth(line.caption);
}

class Places {
public:
    Places(std::span<const RoofLine> lines, std::span<const Shape> dots, const Box& area)
        : m_dots(dots.begin(), dots.end())
        , m_area(area)
    {
        std::ranges::sort(m_dots, {}, [](const Dot& dot) { return dot.at.x; });
        for (const auto& dot : m_dots)
            m_widest = std::max(m_widest, dot.radius);
        for (const auto& line : lines)
            m_lines.push_back({ line.from, line.to });
        for (const auto& line : m_lines)
            m_ownParts.push_back({ along(line, 0.05), along(line, 0.85) });
    }

    void place(std::size_t line, const Box& box, std::optional<Point> before)
    {
        auto best = bestOf(line, box);
        if (before) {
            const auto kept = labelAt(line, within(box, *before));
            if (isFree(kept.box) && costOf(kept, 0, onCaption) < best.cost + worthMoving)
                best.label = kept;
        }
        if (best.label)
            m_placed.push_back(*best.label);
    }

    std::vector<RoofLabel> placed() && { return std::move(m_placed); }

private:
    struct Dot {
        explicit Dot(const Shape& shape)
            : at(shape.at)
            , radius(shape.width)
        {
        }
        Point at;
        double radius;
    };
    struct Found {
        std::optional<RoofLabel> label;
        double cost = onCaption;
    };

    PlaceCosts costsFor(const Box& box) const
    {
        PlaceCosts costs(m_area, box);
        for (const auto& dot : m_dots)
            costs.addDot(dot.at, dot.radius + clearance);
        for (const auto& line : m_lines)
            costs.addLine(line);
        for (const auto& label : m_placed)
            costs.addCaption(label.box);
        costs.sum();
        return costs;
    }

    /// Tries the place with the lowest bound first, so nearly all others can be skipped by their
    /// bound.
    Found bestOf(std::size_t line, const Box& size) const
    {
        Found best;
        const auto costs = costsFor(size);
        const DistanceToLine way(m_ownParts[line], size);
        const auto atLeast = [&](int row, int column, const Box& box) {
            return costs.at(row, column) + way.from(box) + costOfEnd(line, box);
        };
        const auto look = [&](int row, int column) {
            const auto label = labelAt(line, costs.boxAt(row, column));
            const auto cost = costOf(label, costs.at(row, column), best.cost);
            if (cost < best.cost)
                best = { label, cost };
        };
        int firstRow = 0;
        int firstColumn = 0;
        double least = onCaption;
        for (int row = 0; row < costs.rows(); ++row)
            for (int column = 0; column < costs.columns(); ++column) {
                const auto bound = atLeast(row, column, costs.boxAt(row, column));
                if (bound >= least)
                    continue;
                least = bound;
                firstRow = row;
                firstColumn = column;
            }
        if (least >= onCaption)
            return best;
        look(firstRow, firstColumn);
        for (int row = 0; row < costs.rows(); ++row)
            for (int column = 0; column < costs.columns(); ++column)
                if (atLeast(row, column, costs.boxAt(row, column)) < best.cost)
                    look(row, column);
        return best;
    }

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

    /// Returns the box at a position, moved into the area if necessary.
    Box within(const Box& box, Point at) const
    {
        return { std::max(m_area.x, std::min(at.x, m_area.right() - box.width)),
            std::max(m_area.y, std::min(at.y, m_area.bottom() - box.height)), box.width,
            box.height };
    }

    /// True if the box is within the area and covers nothing.
    bool isFree(const Box& box) const
    {
        const auto room = grown(box, clearance);
        return box.x >= m_area.x && box.right() <= m_area.right() && box.y >= m_area.y
            && box.bottom() <= m_area.bottom()
            && std::ranges::none_of(m_placed,
                [&](const RoofLabel& other) { return room.overlaps(grown(other.box, clearance)); })
            && std::ranges::none_of(
                m_lines, [&](const Segment& line) { return crosses(room, line); })
            && std::ranges::none_of(m_dots, [&](const Dot& dot) {
                   return distance(nearest(box, dot.at), dot.at) < dot.radius + clearance;
               });
    }

    /// Horizontal lines prefer their right end, where no other line rises to them.
    double costOfEnd(std::size_t index, const Box& box) const
    {
        const auto& line = m_lines[index];
        const bool isLevel = std::abs(line.to.y - line.from.y) < 1;
        return towardsEnd
            * (isLevel ? m_area.right() - box.right() : std::abs(box.x - line.from.x));
    }

    /// Returns the total cost of a label. `cost` is the cost of what the box covers. A result of at
    /// least `least` may be incomplete and means: not better.
    double costOf(const RoofLabel& label, double cost, double least) const
    {
        const Segment stroke { label.onBox, label.onLine };
        const auto length = distance(stroke.from, stroke.to);
        const auto lacking = label.isLed ? std::max(0.0, shortest - length) : 0;
        cost += length + shortStroke * lacking + costOfEnd(label.line, label.box);
        if (cost >= least)
            return cost;
        for (const auto& other : m_placed) {
            const Segment theirs { other.onBox, other.onLine };
            cost += label.isLed && crosses(other.box, stroke) ? strokeOverCaption : 0;
            cost += other.isLed && crosses(grown(label.box, clearance), theirs) ? strokeOverCaption
                                                                                : 0;
            cost += label.isLed && other.isLed && meet(stroke, theirs) ? strokeOverLine : 0;
        }
        if (!label.isLed)
            return cost;
        for (std::size_t i = 0; i < m_lines.size(); ++i)
            cost += i != label.line && meet(stroke, m_lines[i]) ? strokeOverLine : 0;
        return cost < least ? cost + strokeOverDot * dotsUnder(stroke) : cost;
    }

    int dotsUnder(const Segment& stroke) const
    {
        const auto [left, right] = std::minmax(stroke.from.x, stroke.to.x);
        const auto [top, bottom] = std::minmax(stroke.from.y, stroke.to.y);
        int count = 0;
        for (auto dot = std::ranges::lower_bound(
                 m_dots, left - m_widest, {}, [](const Dot& one) { return one.at.x; });
             dot != m_dots.end() && dot->at.x <= right + m_widest; ++dot) {
            const auto radius = dot->radius;
            if (dot->at.y + radius < top || dot->at.y - radius > bottom)
                continue;
            const Box box { dot->at.x - radius, dot->at.y - radius, 2 * radius, 2 * radius };
            count += crosses(box, stroke) ? 1 : 0;
        }
        return count;
    }

    std::vector<Segment> m_lines;
    std::vector<Segment> m_ownParts; ///< without the ends, where several lines meet
    std::vector<Dot> m_dots; ///< sorted by x
    double m_widest = 0;
    Box m_area;
    std::vector<RoofLabel> m_placed;
};

} // namespace

bool Box::overlaps(const Box& other) const
{
    return x < other.right() && other.x < right() && y < other.bottom() && other.y < bottom();
}

double estimatedWidth(std::string_view caption)
{
    return double(support::characterCount(caption)) * letter;
}

std::vector<RoofLabel> placeRoofLabels(
    std::span<const RoofLine> lines, std::span<const Shape> dots, const Box& area)
{
    Places places(lines, dots, area);
    for (std::size_t i = 0; i < lines.size(); ++i)
        places.place(i, { 0, 0, wordsWidth(lines[i]) + 2 * border, lineHeight }, lines[i].before);
    return std::move(places).placed();
}

} // namespace profiler
