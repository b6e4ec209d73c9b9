#include "layout/compound/kept_picture.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace layout {
namespace {

/// How far beside the ends of a line its way is sought.
constexpr float reach = 1200;
/// How far a line that leads up goes on at both ends before it turns.
constexpr float turnDepth = 14;
/// A line bends this far above and below what it passes.
constexpr float passGap = 6;

/// A port of a box or frame on one side.
struct Port {
    std::uint32_t value = 0; ///< index into ShownGraph::values
    float along = 0;
};

/// The side of a box or frame where lines meet it.
struct Side {
    LevelItem item;
    bool isStart = false; ///< lines arrive here: the top of a box

    std::uint64_t key() const
    {
        return (std::uint64_t(item.index) << 2) | (item.isFrame ? 2U : 0U) | (isStart ? 1U : 0U);
    }
};

/// What lies beside each other between two ends of a line.
struct PassedRow {
    float begin = 0;
    float end = 0;
    std::vector<Interval> taken;
};

class RouteDrawer {
public:
    explicit RouteDrawer(KeptPicture& kept)
        : m_kept(kept)
        , m_pieces(kept.pieces)
    {
    }

    Routes run()
    {
        const auto through = linesThroughChanged();
        for (std::uint32_t piece = 0; piece < m_pieces.all.size(); ++piece) {
            if (!m_pieces.all[piece].isDrawn)
                continue;
            const auto line = m_kept.lineBefore[piece];
            const bool isWrong = line == noIndex || endsAtChanged(m_pieces.all[piece])
                || std::ranges::binary_search(through, line);
            if (isWrong && !keepWay(piece))
                m_waiting.push_back(piece);
        }
        for (const auto piece : m_waiting) {
            for (const auto& side :
                { tailSide(m_pieces.all[piece]), headSide(m_pieces.all[piece]) })
                m_ports.try_emplace(side.key());
        }
        notePorts();
        for (const auto piece : m_waiting)
            draw(piece);
        return std::move(m_routes);
    }

private:
    const ShownGraph& shown() const { return m_kept.shown(); }

    Side tailSide(const Piece& piece) const
    {
        return piece.isFromPort ? Side { { true, piece.level }, true } : Side { piece.tail, false };
    }
    Side headSide(const Piece& piece) const
    {
        return piece.isToPort ? Side { { true, piece.level }, false } : Side { piece.head, true };
    }

    bool isChanged(const Side& side) const
    {
        return !side.item.isFrame && m_kept.isChanged[side.item.index] != 0;
    }
    bool endsAtChanged(const Piece& piece) const
    {
        return isChanged(tailSide(piece)) || isChanged(headSide(piece));
    }

    /// Lines that lead through a changed box, or a frame that is larger now.
    std::vector<std::uint32_t> linesThroughChanged() const
    {
        std::vector<std::uint32_t> lines;
        for (const auto box : m_kept.changed) {
            const Rect area = turned(m_kept.boxes[box].grown(passGap), m_kept.direction());
            m_kept.old.lineIndex.visit(area, [&](std::uint32_t line) {
                const auto piece = m_kept.pieceOfOld[line];
                if (piece == noPiece || !curveTouches(m_kept.old, line, area))
                    return;
                const LevelItem item { false, box };
                const Piece& drawn = m_pieces.all[piece];
                if (tailSide(drawn).item != item && headSide(drawn).item != item)
                    lines.push_back(line);
            });
        }
        for (const auto group : m_kept.grown) {
            const Rect area = turned(m_kept.frames[group], m_kept.direction());
            m_kept.old.lineIndex.visit(area, [&](std::uint32_t line) {
                const auto piece = m_kept.pieceOfOld[line];
                if (piece == noPiece || !curveTouches(m_kept.old, line, area))
                    return;
                const LevelItem item { true, group };
                const Piece& drawn = m_pieces.all[piece];
                if (!m_kept.isWithin(drawn.level, group) && drawn.tail != item
                    && drawn.head != item)
                    lines.push_back(line);
            });
        }
        std::ranges::sort(lines);
        return lines;
    }

    Point pointOf(std::uint32_t line, bool isLast) const
    {
        const auto points = m_kept.old.line(line);
        return turned(isLast ? points.back() : points.front(), m_kept.direction());
    }

    /// Keeps the way of a line whose boxes only have other sizes: their centres stay.
    bool keepWay(std::uint32_t piece)
    {
        const auto line = std::exchange(m_kept.lineBefore[piece], noIndex);
        if (line == noIndex)
            return false;
        m_kept.pieceOfOld[line] = noPiece;
        const Side tail = tailSide(m_pieces.all[piece]);
        const Side head = headSide(m_pieces.all[piece]);
        if (!endsAtChanged(m_pieces.all[piece]) || hasMoved(tail) || hasMoved(head))
            return false;
        std::vector<Point> points;
        for (const auto& point : m_kept.old.line(line))
            points.push_back(turned(point, m_kept.direction()));
        if (!fitEnd(points, tail) || (std::ranges::reverse(points), !fitEnd(points, head)))
            return false;
        std::ranges::reverse(points);
        m_routes.emplace(piece, std::move(points));
        return true;
    }

    bool hasMoved(const Side& side) const
    {
        if (!isChanged(side))
            return false;
        const auto before = m_kept.boxBefore[side.item.index];
        if (before == noIndex)
            return true;
        const auto now = m_kept.boxes[side.item.index].centre();
        const auto then = turned(m_kept.old.boxes[before].centre(), m_kept.direction());
        return std::abs(now.x - then.x) + std::abs(now.y - then.y) > 0.5F;
    }

    /// Moves the first point to the border of a resized box. False if the line must be drawn anew.
    bool fitEnd(std::vector<Point>& points, const Side& side) const
    {
        if (!isChanged(side))
            return true;
        const Rect& box = m_kept.boxes[side.item.index];
        points.front().y = side.isStart ? box.y : box.bottom();
        const bool isUp = points.back().y < points.front().y;
        const auto isInBox = [&](const Point& point) {
            return isUp ? point.y >= points.front().y : point.y <= points.front().y;
        };
        while (points.size() > 2 && points[1].x == points[0].x && isInBox(points[1]))
            points.erase(points.begin() + 1);
        const float limit = std::max(1.0F, box.width / 2 - Spacing().portMargin);
        return !isInBox(points[1]) && std::abs(points[0].x - box.centre().x) <= limit;
    }

    /// Notes where kept lines meet the boxes and frames of those that are drawn.
    void notePorts()
    {
        const auto note = [&](const Side& side, std::uint32_t value, float along) {
            if (const auto ports = m_ports.find(side.key()); ports != m_ports.end())
                ports->second.push_back({ value, along });
        };
        for (std::uint32_t index = 0; index < m_pieces.all.size(); ++index) {
            const Piece& piece = m_pieces.all[index];
            if (const auto line = m_kept.lineBefore[index]; piece.isDrawn && line != noIndex) {
                note(tailSide(piece), piece.value, pointOf(line, false).x);
                note(headSide(piece), piece.value, pointOf(line, true).x);
            }
        }
        for (const auto& [index, points] : m_routes) {
            const Piece& piece = m_pieces.all[index];
            note(tailSide(piece), piece.value, points.front().x);
            note(headSide(piece), piece.value, points.back().x);
        }
    }

    /// Returns where a line of this value meets a box or frame: at the value's port if it has one
    /// there, else beside the other ports.
    float portOf(const Side& side, std::uint32_t value, float wanted)
    {
        auto& ports = m_ports[side.key()];
        const bool isShared = side.item.isFrame || !side.isStart;
        const auto known = std::ranges::find(ports, value, &Port::value);
        if (isShared && known != ports.end())
            return known->along;
        const Rect rect = m_kept.rectOf(side.item);
        const Spacing spacing;
        const float limit = std::max(1.0F, rect.width / 2 - spacing.portMargin);
        const float centre = rect.centre().x;
        wanted = std::clamp(wanted, centre - limit, centre + limit);
        // A line to a box that has no other is drawn to its middle.
        if (!side.item.isFrame && ports.empty() && std::abs(wanted - centre) > turnDepth)
            wanted = centre;
        std::vector<Interval> taken;
        for (const auto& port : ports)
            taken.push_back({ port.along - spacing.portGap, port.along + spacing.portGap });
        const float free = nearestFree(taken, wanted);
        const float along = std::abs(free - centre) <= limit ? free : wanted;
        ports.push_back({ value, along });
        return along;
    }

    void draw(std::uint32_t index)
    {
        const Piece& piece = m_pieces.all[index];
        const Side tail = tailSide(piece);
        const Side head = headSide(piece);
        const float tailAt = portOf(tail, piece.value, m_kept.rectOf(head.item).centre().x);
        const float headAt = portOf(head, piece.value, tailAt);
        // A port of the frame around the line is on its inner side.
        const Rect& above = m_kept.rectOf(tail.item);
        const Rect& below = m_kept.rectOf(head.item);
        std::vector<Point> points;
        Point from { tailAt, piece.isFromPort ? above.y : above.bottom() };
        if (piece.isFromPort && m_kept.direction() == Direction::Down) {
            points.push_back(from); // crosses the title
            from.y += Frame::titleHeight;
        }
        const Point to { headAt, piece.isToPort ? below.bottom() : below.y };
        const auto way
            = from.y + passGap < to.y ? wayDown(piece, from, to) : wayUp(piece, from, to);
        points.insert(points.end(), way.begin(), way.end());
        m_routes.emplace(index, std::move(points));
    }

    /// Calls `visit` with what lies in an area and is not at the end of the piece.
    template <typename Visit>
    void visitPassed(const Piece& piece, const Rect& area, Visit&& visit)
    {
        m_kept.visitBoxes(area, [&](std::uint32_t box, const Rect& room) {
            const LevelItem item { false, box };
            if (shown().boxGroup[box] == piece.level && tailSide(piece).item != item
                && headSide(piece).item != item)
                visit(room);
        });
        for (const auto frame : framesIn(shown(), m_kept.tree(), piece.level)) {
            if (m_kept.frames[frame].touches(area))
                visit(m_kept.frames[frame]);
        }
    }

    static Interval passedBeside(const Rect& rect)
    {
        const float gap = Spacing().lineGap;
        return { rect.x - gap, rect.right() + gap };
    }

    /// Returns how far down the boxes beside the producer reach, and how far up those beside the
    /// reader. A line bends only between the two.
    Interval bendRoom(const Piece& piece, Point from, Point to)
    {
        const float left = std::min(from.x, to.x) - reach;
        const float width = std::abs(from.x - to.x) + 2 * reach;
        Interval room { from.y, to.y };
        visitPassed(piece, { left, from.y, width, 0 },
            [&](const Rect& rect) { room.begin = std::max(room.begin, rect.bottom()); });
        visitPassed(piece, { left, to.y, width, 0 },
            [&](const Rect& rect) { room.end = std::min(room.end, rect.y); });
        return room;
    }

    std::vector<PassedRow> rowsBetween(const Piece& piece, Point from, Point to)
    {
        std::vector<Rect> passed;
        std::vector<Rect> beside; // an end
        const Rect area { std::min(from.x, to.x) - reach, from.y + 1,
            std::abs(from.x - to.x) + 2 * reach, to.y - from.y - 2 };
        visitPassed(piece, area, [&](const Rect& rect) {
            const bool isBetween = rect.y > from.y && rect.bottom() < to.y;
            (isBetween ? passed : beside).push_back(rect);
        });
        std::ranges::sort(passed, {}, &Rect::y);
        std::vector<PassedRow> rows;
        for (const auto& rect : passed) {
            if (rows.empty() || rect.y > rows.back().end + 2 * passGap)
                rows.push_back({ rect.y, rect.bottom(), {} });
            rows.back().end = std::max(rows.back().end, rect.bottom());
            rows.back().taken.push_back(passedBeside(rect));
        }
        for (auto& row : rows) {
            for (const auto& rect : beside) {
                if (rect.y < row.end + passGap && rect.bottom() > row.begin - passGap)
                    row.taken.push_back(passedBeside(rect));
            }
        }
        return rows;
    }

    /// Leads down past everything between the ends: straight on where that is free, and below the
    /// last obstacle to the reader.
    std::vector<Point> wayDown(const Piece& piece, Point from, Point to)
    {
        auto rows = rowsBetween(piece, from, to);
        const Interval room = bendRoom(piece, from, to);
        std::size_t free = rows.size(); // from this row on, the way to the reader is free
        while (free > 0 && nearestFree(rows[free - 1].taken, to.x) == to.x)
            --free;
        const float first = rows.empty() ? to.y : rows.front().begin - passGap;
        const float last = rows.empty() ? from.y : rows.back().end + passGap;
        std::vector<Point> points { from };
        if (room.begin < room.end || !rows.empty())
            points.push_back({ from.x, std::clamp(room.begin, from.y, std::max(first, from.y)) });
        float along = from.x;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            along = row < free ? nearestFree(rows[row].taken, along) : to.x;
            points.push_back({ along, std::clamp(rows[row].begin - passGap, from.y, to.y) });
            points.push_back({ along, std::clamp(rows[row].end + passGap, from.y, to.y) });
        }
        if (room.begin < room.end || !rows.empty())
            points.push_back({ to.x, std::clamp(room.end, std::min(last, to.y), to.y) });
        points.push_back(to);
        return withoutNeedless(points);
    }

    /// Leads out below the producer, up beside everything, and in above the reader. Bends only
    /// below and above the boxes beside the ends.
    std::vector<Point> wayUp(const Piece& piece, Point from, Point to)
    {
        const float left = std::min(from.x, to.x) - reach;
        const float width = std::abs(from.x - to.x) + 2 * reach;
        const auto [low, high] = bendRoom(piece, from, to);
        float down = turnDepth; // less where the next box is near
        visitPassed(piece, { left, low, width, turnDepth }, [&, low = low](const Rect& rect) {
            if (rect.y > low)
                down = std::min(down, rect.y - low - 1);
        });
        float up = turnDepth;
        visitPassed(piece, { left, high - turnDepth, width, turnDepth },
            [&, high = high](const Rect& rect) {
                if (rect.bottom() < high)
                    up = std::min(up, high - rect.bottom() - 1);
            });
        std::vector<Interval> taken;
        visitPassed(piece, { left, high - up, width, low + down - high + up },
            [&](const Rect& rect) { taken.push_back(passedBeside(rect)); });
        for (const auto& side : { tailSide(piece), headSide(piece) }) {
            if (!side.item.isFrame || side.item.index != piece.level)
                taken.push_back(passedBeside(m_kept.rectOf(side.item)));
        }
        const float along = nearestFree(taken, (from.x + to.x) / 2);
        return withoutNeedless({ from, { from.x, low }, { along, low + down }, { along, high - up },
            { to.x, high }, to });
    }

    /// Leaves out points within a straight run, and repeated ones.
    static std::vector<Point> withoutNeedless(const std::vector<Point>& points)
    {
        std::vector<Point> kept;
        for (const auto& point : points) {
            if (!kept.empty() && kept.back() == point)
                continue;
            if (kept.size() > 1 && kept.back().x == point.x && kept[kept.size() - 2].x == point.x)
                kept.pop_back();
            kept.push_back(point);
        }
        return kept;
    }

    KeptPicture& m_kept;
    const Pieces& m_pieces;
    Routes m_routes;
    std::vector<std::uint32_t> m_waiting; ///< pieces to draw
    std::unordered_map<std::uint64_t, std::vector<Port>> m_ports; ///< by Side::key
};

}

Routes drawNewRoutes(KeptPicture& kept) { return RouteDrawer(kept).run(); }

}
