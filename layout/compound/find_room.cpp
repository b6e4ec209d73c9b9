#include "layout/compound/kept_picture.h"

#include "layout/scene/curve.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace layout {
namespace {

/// Free space around a new box, along the rank and along the flow.
constexpr float sideGap = 20;
constexpr float endGap = 8;
constexpr float firstRadius = 320;
constexpr float stepDown = 6;
/// What a place costs, in units of distance along the rank.
constexpr float downCost = 2;
constexpr float crossingCost = 40; ///< for a line that must lead around the box
constexpr float growthCost = 200; ///< for a frame that must grow
constexpr std::size_t mostJudged = 48;

struct Candidate {
    Point centre;
    float cost = 0;
};

/// Liang and Barsky: cuts the segment at each side of the area.
bool segmentTouches(Point from, Point to, const Rect& area)
{
    float begin = 0;
    float end = 1;
    const auto cut = [&](float start, float run, float low, float high) {
        if (run == 0)
            return start >= low && start <= high;
        const float first = (low - start) / run;
        const float second = (high - start) / run;
        begin = std::max(begin, std::min(first, second));
        end = std::min(end, std::max(first, second));
        return begin <= end;
    };
    return cut(from.x, to.x - from.x, area.x, area.right())
        && cut(from.y, to.y - from.y, area.y, area.bottom());
}

std::size_t linesThrough(const KeptPicture& kept, const Rect& place)
{
    std::vector<std::uint32_t> lines;
    const Rect area = turned(place, kept.direction());
    kept.old.lineIndex.visit(area, [&](std::uint32_t line) {
        if (kept.pieceOfOld[line] != noPiece && curveTouches(kept.old, line, area))
            lines.push_back(line);
    });
    std::ranges::sort(lines);
    return static_cast<std::size_t>(std::ranges::unique(lines).begin() - lines.begin());
}

/// True if a larger frame would cover a box or a frame outside it.
bool isTaken(const KeptPicture& kept, std::uint32_t level, const Rect& frame)
{
    const Rect around = frame.grown(endGap);
    bool isTaken = false;
    kept.visitBoxes(around, [&](std::uint32_t box, const Rect&) {
        isTaken = isTaken || !kept.isWithin(kept.shown().boxGroup[box], level);
    });
    for (const auto other : kept.shown().levels)
        isTaken = isTaken
            || (!kept.isRoot(other) && !kept.isWithin(level, other) && !kept.isWithin(other, level)
                && kept.frames[other].touches(around));
    return isTaken;
}

class RoomSearch {
public:
    RoomSearch(KeptPicture& kept, std::uint32_t box, Point ideal)
        : m_kept(kept)
        , m_sideGap(kept.boxBefore[box] == noIndex ? sideGap : leastGap)
        , m_box(box)
        , m_level(kept.shown().boxGroup[box])
        , m_ideal(ideal)
        , m_room(kept.roomAt(box, {}))
        , m_inside(kept.spaceIn(m_level))
    {
    }

    bool run()
    {
        const Rect all = m_kept.isRoot(m_level) ? turned(m_kept.old.bounds, m_kept.direction())
                                                : m_kept.frames[m_level];
        const float last = all.width + all.height + 4 * firstRadius;
        for (float radius = firstRadius;; radius *= 2) {
            collect(radius);
            judge();
            for (const auto& candidate : m_candidates) {
                if (candidate.cost > radius && radius < last)
                    break; // a nearer one may be farther down
                if (!growFrames(m_kept, m_level, moved(candidate.centre)))
                    continue;
                m_kept.put(m_box, candidate.centre);
                return true;
            }
            if (radius >= last)
                return false;
        }
    }

private:
    Rect moved(Point centre) const
    {
        return { m_room.x + centre.x, m_room.y + centre.y, m_room.width, m_room.height };
    }

    /// Finds, in rows from the ideal place outwards, the nearest free place of each row.
    void collect(float radius)
    {
        const Rect area = moved(m_ideal).grown(radius);
        m_obstacles.clear();
        m_kept.visitBoxes(area, [&](std::uint32_t box, const Rect& room) {
            if (box != m_box)
                m_obstacles.push_back(room);
        });
        for (const auto& level : m_kept.shown().levels) {
            if (!m_kept.isRoot(level) && !m_kept.isWithin(m_level, level)
                && m_kept.frames[level].touches(area))
                m_obstacles.push_back(m_kept.frames[level]);
        }
        m_candidates.clear();
        for (float down = 0; down <= radius / downCost; down += stepDown) {
            addRow(m_ideal.y + down);
            if (down > 0)
                addRow(m_ideal.y - down);
        }
    }

    void addRow(float centre)
    {
        const Rect here = moved({ m_ideal.x, centre });
        if (here.y < m_inside.y || here.bottom() > m_inside.bottom())
            return;
        m_taken.clear();
        for (const auto& rect : m_obstacles) {
            if (rect.y < here.bottom() + endGap && here.y - endGap < rect.bottom())
                m_taken.push_back(
                    { rect.x - m_room.right() - m_sideGap, rect.right() - m_room.x + m_sideGap });
        }
        if (m_kept.isRoot(m_level))
            m_taken.push_back({ -std::numeric_limits<float>::max(), m_inside.x - m_room.x });
        const float along = nearestFree(m_taken, m_ideal.x);
        const Rect place = moved({ along, centre });
        const bool isOutside = place.x < m_inside.x || place.right() > m_inside.right();
        m_candidates.push_back({ { along, centre },
            std::abs(along - m_ideal.x) + downCost * std::abs(centre - m_ideal.y)
                + (isOutside ? growthCost : 0) });
    }

    /// Adds the cost of the lines that lead through a place, for the best ones.
    void judge()
    {
        std::ranges::stable_sort(m_candidates, {}, &Candidate::cost);
        const auto count = std::min(m_candidates.size(), mostJudged);
        const auto best = std::span(m_candidates).first(count);
        for (auto& candidate : best)
            candidate.cost += crossingCost * float(linesThrough(m_kept, moved(candidate.centre)));
        std::ranges::stable_sort(best, {}, &Candidate::cost);
    }

    KeptPicture& m_kept;
    float m_sideGap;
    std::uint32_t m_box;
    std::uint32_t m_level;
    Point m_ideal;
    Rect m_room; ///< with the box's centre at the origin
    Rect m_inside;
    std::vector<Rect> m_obstacles;
    std::vector<Interval> m_taken;
    std::vector<Candidate> m_candidates;
};

}

float nearestFree(std::vector<Interval>& taken, float wanted)
{
    std::ranges::sort(taken, {}, &Interval::begin);
    for (std::size_t i = 0; i < taken.size();) {
        Interval joined = taken[i];
        for (++i; i < taken.size() && taken[i].begin < joined.end; ++i)
            joined.end = std::max(joined.end, taken[i].end);
        if (joined.begin < wanted && wanted < joined.end)
            return wanted - joined.begin <= joined.end - wanted ? joined.begin : joined.end;
    }
    return wanted;
}

bool curveTouches(const Scene& scene, std::uint32_t line, const Rect& area)
{
    constexpr int steps = 12;
    const auto points = scene.line(line);
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        if (!boundsOf(points[i], points[i + 1]).touches(area))
            continue;
        if (isStraight(points[i], points[i + 1], scene))
            return true;
        const Bezier curve = curveBetween(points[i], points[i + 1], scene.direction);
        Point last = points[i];
        for (int step = 1; step <= steps; ++step) {
            const Point next = pointAt(curve, float(step) / steps);
            if (segmentTouches(last, next, area))
                return true;
            last = next;
        }
    }
    return false;
}

Rect KeptPicture::spaceIn(std::uint32_t level) const
{
    if (isRoot(level)) {
        constexpr float endless = 1e7F;
        const Rect bounds = turned(old.bounds, direction());
        const float margin = Spacing().margin;
        return { bounds.x + margin, bounds.y + margin, endless, endless };
    }
    Rect rect = turned(frames[level], direction());
    rect.y += Frame::titleHeight;
    rect.height -= Frame::titleHeight;
    return turned(rect.grown(-endGap), direction());
}

bool growFrames(KeptPicture& kept, std::uint32_t level, Rect place)
{
    std::vector<std::pair<std::uint32_t, Rect>> grown;
    for (; !kept.isRoot(level); level = kept.tree().groups[level].parent) {
        const Rect inside = kept.spaceIn(level);
        if (place.y < inside.y || place.bottom() > inside.bottom())
            return false;
        if (place.x >= inside.x && place.right() <= inside.right())
            break;
        Rect frame = kept.frames[level];
        const float begin = std::min(frame.x, place.x - (inside.x - frame.x));
        const float end = std::max(frame.right(), place.right() + endGap);
        frame = { begin, frame.y, end - begin, frame.height };
        if (isTaken(kept, level, frame))
            return false;
        grown.emplace_back(level, frame);
        place = frame;
    }
    if (kept.isRoot(level) && !grown.empty() && place.x < kept.spaceIn(level).x)
        return false;
    for (const auto& [group, frame] : grown) {
        kept.frames[group] = frame;
        kept.grown.push_back(group);
    }
    return true;
}

bool findRoom(KeptPicture& kept, std::uint32_t box, Point ideal)
{
    return RoomSearch(kept, box, ideal).run();
}

}
