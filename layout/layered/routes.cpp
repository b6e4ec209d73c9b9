#include "layout/layered/routes.h"

#include "model/support/stopping.h"

#include <algorithm>
#include <cmath>

namespace layout {
namespace {

/// A smaller offset is drawn without a bend.
constexpr float straightWithin = 8;

/// Returns the size of a box along the rank, as width, and along the flow.
Size turnedSize(const Placement& placement, std::uint32_t box)
{
    return turned(placement.drawing.boxes[box].size, placement.drawing.direction);
}

/// Returns the vertex next to the head (or tail) of an edge's line.
std::uint32_t vertexBeside(const Placement& placement, std::size_t edge, bool atHead)
{
    const auto count = placement.graph.dummyCount[edge];
    const Edge& line = placement.drawing.edges[edge];
    if (count == 0)
        return atHead ? line.tail : line.head;
    const auto first = placement.graph.firstDummy[edge];
    return atHead != bool(placement.ranking.isReversed[edge]) ? first + count - 1 : first;
}

bool hasLine(const Placement& placement, std::size_t edge)
{
    return placement.cuts.hasLine(placement.drawing, edge);
}

/// A wanted port: its offset from the centre, and the edge or value that it is for.
struct WantedPort {
    float offset;
    std::uint32_t key;
};

/// Moves sorted ports apart to a distance of `gap`, within +-limit and near to their wanted
/// offsets.
void spread(std::vector<WantedPort>& wantedPorts, float gap, float limit)
{
    if (wantedPorts.size() < 2)
        return;
    gap = std::min(gap, 2 * limit / static_cast<float>(wantedPorts.size() - 1));
    for (std::size_t i = 1; i < wantedPorts.size(); ++i)
        wantedPorts[i].offset = std::max(wantedPorts[i].offset, wantedPorts[i - 1].offset + gap);
    const float beyond = wantedPorts.back().offset - limit;
    if (beyond > 0)
        wantedPorts.back().offset = limit;
    for (std::size_t i = wantedPorts.size() - 1; i > 0; --i)
        wantedPorts[i - 1].offset
            = std::min(wantedPorts[i - 1].offset, wantedPorts[i].offset - gap);
}

class PortPlacer {
public:
    explicit PortPlacer(const Placement& placement)
        : m_placement(placement)
    {
        m_ports.tail.assign(placement.drawing.edges.size(), 0);
        m_ports.head.assign(placement.drawing.edges.size(), 0);
    }

    Ports run(const std::stop_token& stop)
    {
        std::vector<std::uint32_t> heads;
        std::vector<std::uint32_t> tails;
        for (std::uint32_t e = 0; e < m_placement.drawing.edges.size(); ++e) {
            if (!hasLine(m_placement, e))
                continue;
            m_edges.push_back(e);
            heads.push_back(m_placement.drawing.edges[e].head);
            tails.push_back(m_placement.drawing.edges[e].tail);
        }
        const Rows out = groupByKey(tails, m_placement.drawing.boxes.size());
        for (std::uint32_t box = 0; box < out.count() && !support::isStopped(stop, box); ++box)
            placeTails(box, out.row(box));
        fixPorts(m_ports.tail, &Edge::tailAt);
        const Rows in = groupByKey(heads, m_placement.drawing.boxes.size());
        for (std::uint32_t box = 0; box < in.count() && !support::isStopped(stop, box); ++box)
            placeHeads(box, in.row(box));
        fixPorts(m_ports.head, &Edge::headAt);
        return std::move(m_ports);
    }

private:
    /// Applies ports that the caller has fixed, at the frames of groups. Other ports are not
    /// adjusted.
    void fixPorts(std::vector<float>& ports, float Edge::*fixed) const
    {
        for (const auto e : m_edges) {
            const float at = m_placement.drawing.edges[e].*fixed;
            if (at != freePort)
                ports[e] = at;
        }
    }

    float limitOf(std::uint32_t box) const
    {
        return std::max(
            1.0F, turnedSize(m_placement, box).width / 2 - m_placement.drawing.spacing.portMargin);
    }

    /// Few lines stay near the centre, many use the complete width.
    float reachOf(std::uint32_t box, std::size_t count) const
    {
        const float wanted = m_placement.drawing.spacing.portGap * static_cast<float>(count);
        return count == 1 ? straightWithin : std::min(limitOf(box), wanted);
    }

    float wantedOffset(float difference, float reach, std::size_t count) const
    {
        if (count == 1)
            return std::abs(difference) <= reach ? difference : 0;
        return std::clamp(difference, -reach, reach);
    }

    void settle(std::vector<WantedPort>& wantedPorts, std::uint32_t box)
    {
        std::ranges::stable_sort(wantedPorts, {}, &WantedPort::offset);
        const float reach = reachOf(box, wantedPorts.size());
        for (auto& wish : wantedPorts)
            wish.offset = wantedOffset(wish.offset, reach, wantedPorts.size());
        spread(wantedPorts, m_placement.drawing.spacing.portGap, limitOf(box));
    }

    void placeTails(std::uint32_t box, std::span<const std::uint32_t> slots)
    {
        m_wishes.clear();
        m_byValue.assign(slots.begin(), slots.end());
        std::ranges::stable_sort(m_byValue, {}, [&](auto slot) { return valueOf(slot); });
        for (std::size_t i = 0; i < m_byValue.size();) {
            const auto value = valueOf(m_byValue[i]);
            float sum = 0;
            std::size_t count = 0;
            for (; i < m_byValue.size() && valueOf(m_byValue[i]) == value; ++i, ++count)
                sum += differenceAt(box, m_edges[m_byValue[i]], false);
            m_wishes.push_back({ sum / static_cast<float>(count), value });
        }
        if (m_wishes.size() == 1)
            m_wishes[0].offset = 0;
        settle(m_wishes, box);
        std::ranges::sort(m_wishes, {}, &WantedPort::key);
        auto wish = m_wishes.begin();
        for (const auto slot : m_byValue) {
            while (wish->key != valueOf(slot))
                ++wish;
            m_ports.tail[m_edges[slot]] = wish->offset;
        }
    }

    void placeHeads(std::uint32_t box, std::span<const std::uint32_t> slots)
    {
        m_wishes.clear();
        for (const auto slot : slots)
            m_wishes.push_back({ differenceAt(box, m_edges[slot], true), m_edges[slot] });
        settle(m_wishes, box);
        for (const auto& wish : m_wishes)
            m_ports.head[wish.key] = wish.offset;
    }

    std::uint32_t valueOf(std::uint32_t slot) const
    {
        return m_placement.drawing.edges[m_edges[slot]].value;
    }

    /// Returns the distance along the rank from the box's centre to the other end of the line's
    /// next segment.
    float differenceAt(std::uint32_t box, std::uint32_t edge, bool atHead) const
    {
        const auto beside = vertexBeside(m_placement, edge, atHead);
        const float port = atHead && !m_placement.graph.isDummy(beside) ? m_ports.tail[edge] : 0;
        return m_placement.along[beside] + port - m_placement.along[box];
    }

    const Placement& m_placement;
    Ports m_ports;
    std::vector<std::uint32_t> m_edges; ///< edges with a line
    std::vector<WantedPort> m_wishes;
    std::vector<std::uint32_t> m_byValue;
};

/// Appends points to the scene. Omits points in the middle of a straight run and repeated ones.
class LineWriter {
public:
    explicit LineWriter(Scene& scene)
        : m_scene(scene)
    {
    }

    void add(float along, float deep)
    {
        // The edge of a box and that of its rank differ by rounding. A piece between them would
        // have no direction for the arrow.
        constexpr float rounding = 0.1F;
        if (m_count > 0 && m_last == along && std::abs(m_lastDeep - deep) < rounding)
            return;
        m_lastDeep = deep;
        if (m_count >= 2 && m_last == along && m_beforeLast == along)
            m_scene.points.pop_back();
        else
            ++m_count;
        m_scene.points.push_back(turned(Point { along, deep }, m_scene.direction));
        m_beforeLast = m_last;
        m_last = along;
    }

    void finish(const Edge& edge)
    {
        finishLine(m_scene, edge.value, edge.tail, edge.head);
        m_count = 0;
    }

private:
    Scene& m_scene;
    std::uint32_t m_count = 0;
    float m_last = 0;
    float m_lastDeep = 0;
    float m_beforeLast = 0;
};

void placeBoxes(Scene& scene, const Placement& placement)
{
    for (std::uint32_t box = 0; box < scene.boxCount(); ++box) {
        Rect& rect = scene.boxes[box];
        const Point centre
            = turned(Point { placement.along[box], placement.deep[box] }, scene.direction);
        rect.x = centre.x - rect.width / 2;
        rect.y = centre.y - rect.height / 2;
    }
}

/// Draws one line. It bends only between ranks; within a rank, also that of its own boxes, it is
/// straight, so that it does not cross behind a tall neighbour.
void drawLine(LineWriter& writer, const Placement& placement, const Ports& ports, std::size_t e)
{
    const Edge& edge = placement.drawing.edges[e];
    const bool isReversed = placement.ranking.isReversed[e];
    const float side = isReversed ? -1.0F : 1.0F;
    const auto begin = [&](std::uint32_t vertex) {
        const auto rank = placement.graph.rank[vertex];
        return isReversed ? placement.rankEnd[rank] : placement.rankBegin[rank];
    };
    const auto end = [&](std::uint32_t vertex) {
        const auto rank = placement.graph.rank[vertex];
        return isReversed ? placement.rankBegin[rank] : placement.rankEnd[rank];
    };
    const auto count = placement.graph.dummyCount[e];
    const float tail = placement.along[edge.tail] + ports.tail[e];
    const float head = placement.along[edge.head] + ports.head[e];
    writer.add(
        tail, placement.deep[edge.tail] + side * turnedSize(placement, edge.tail).height / 2);
    writer.add(tail, end(edge.tail));
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto dummy = placement.graph.firstDummy[e] + (isReversed ? count - 1 - i : i);
        writer.add(placement.along[dummy], begin(dummy));
        writer.add(placement.along[dummy], end(dummy));
    }
    writer.add(head, begin(edge.head));
    writer.add(
        head, placement.deep[edge.head] - side * turnedSize(placement, edge.head).height / 2);
    writer.finish(edge);
}

/// Returns the middle between the producer's rank and the next, where nothing else is drawn.
Point labelPoint(const Placement& placement, const Ports& ports, std::size_t e)
{
    const Edge& edge = placement.drawing.edges[e];
    const bool isReversed = placement.ranking.isReversed[e];
    const auto upper = placement.graph.rank[edge.tail] - (isReversed ? 1 : 0);
    const auto beside = vertexBeside(placement, e, false);
    const float next
        = placement.along[beside] + (placement.graph.isDummy(beside) ? 0 : ports.head[e]);
    const float along = (placement.along[edge.tail] + ports.tail[e] + next) / 2;
    const float deep = (placement.rankEnd[upper] + placement.rankBegin[upper + 1]) / 2;
    return turned(Point { along, deep }, placement.drawing.direction);
}

}

Ports placePorts(const Placement& placement, const std::stop_token& stop)
{
    return PortPlacer(placement).run(stop);
}

std::vector<std::uint32_t> drawRoutes(
    Scene& scene, const Placement& placement, const Ports& ports, const std::stop_token& stop)
{
    placeBoxes(scene, placement);
    std::vector<std::uint32_t> lineOf(placement.drawing.edges.size(), noIndex);
    std::vector<std::uint8_t> isLabelled(scene.values.size(), 0);
    LineWriter writer(scene);
    for (std::size_t e = 0; e < placement.drawing.edges.size() && !support::isStopped(stop, e);
         ++e) {
        if (!hasLine(placement, e))
            continue;
        lineOf[e] = static_cast<std::uint32_t>(scene.lineCount());
        drawLine(writer, placement, ports, e);
        const auto value = placement.drawing.edges[e].value;
        if (!isLabelled[value])
            scene.labels.push_back({ labelPoint(placement, ports, e), value, lineOf[e] });
        isLabelled[value] = 1;
    }
    return lineOf;
}

}
