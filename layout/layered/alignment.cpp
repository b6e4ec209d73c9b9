#include "layout/layered/alignment.h"

#include <algorithm>

namespace layout {
namespace {

/// Sorts neighbours by position. Rebuilds the rows in order of position, which is linear and needs
/// no comparisons.
Adjacency sortedByPosition(const Adjacency& unsorted, const Adjacency& reverse, const Order& order)
{
    Adjacency sorted = unsorted;
    std::vector<std::uint32_t> next(unsorted.start.begin(), unsorted.start.end() - 1);
    for (const auto neighbour : order.vertices) {
        for (std::uint32_t i = reverse.start[neighbour]; i < reverse.start[neighbour + 1]; ++i) {
            const auto slot = next[reverse.vertex[i]]++;
            sorted.vertex[slot] = neighbour;
            sorted.segment[slot] = reverse.segment[i];
        }
    }
    return sorted;
}

/// Marks type-1 conflicts between two ranks: segments at a box that cross a segment between two
/// dummies (Brandes and Köpf).
class ConflictMarker {
public:
    explicit ConflictMarker(AlignmentInput& input)
        : m_input(input)
    {
    }

    void mark(std::uint32_t upperRank)
    {
        const auto upper = m_input.order.rank(upperRank);
        const auto lower = m_input.order.rank(upperRank + 1);
        std::uint32_t first = 0; // position in the upper rank of the last inner segment
        std::size_t scanned = 0;
        for (std::size_t i = 0; i < lower.size(); ++i) {
            const bool isLast = i + 1 == lower.size();
            const bool isInner = hasInnerSegment(lower[i]);
            if (!isInner && !isLast)
                continue;
            const auto last = isInner ? m_input.order.position[m_input.up.of(lower[i])[0]]
                                      : static_cast<std::uint32_t>(upper.size());
            for (; scanned <= i; ++scanned)
                markOutside(lower[scanned], first, last);
            first = last;
        }
    }

private:
    bool hasInnerSegment(std::uint32_t vertex) const
    {
        return m_input.graph.isDummy(vertex) && m_input.graph.isDummy(m_input.up.of(vertex)[0]);
    }

    void markOutside(std::uint32_t vertex, std::uint32_t first, std::uint32_t last)
    {
        const auto& up = m_input.up;
        for (std::uint32_t i = up.start[vertex]; i < up.start[vertex + 1]; ++i) {
            const auto position = m_input.order.position[up.vertex[i]];
            const bool isInner
                = m_input.graph.isDummy(vertex) && m_input.graph.isDummy(up.vertex[i]);
            if (!isInner && (position < first || position > last))
                m_input.isConflict[up.segment[i]] = 1;
        }
    }

    AlignmentInput& m_input;
};

/// Computes one of the four alignments.
class Aligner {
public:
    Aligner(const AlignmentInput& input, AlignmentKind kind, Follow follow)
        : m_input(input)
        , m_towards(kind.followsUpper ? input.up : input.down)
        , m_kind(kind)
        , m_follow(follow)
        , m_root(input.graph.vertexCount())
    {
        for (std::uint32_t v = 0; v < m_root.size(); ++v)
            m_root[v] = v;
    }

    std::vector<std::uint32_t> run(const std::stop_token& stop)
    {
        const std::uint32_t ranks = m_input.graph.rankCount;
        for (std::uint32_t i = 1; i < ranks && !stop.stop_requested(); ++i)
            alignRank(m_kind.followsUpper ? i : ranks - 1 - i);
        return std::move(m_root);
    }

private:
    void alignRank(std::uint32_t rank)
    {
        const auto vertices = m_input.order.rank(rank);
        m_isTaken.assign(m_input.order.rank(m_kind.followsUpper ? rank - 1 : rank + 1).size(), 0);
        m_hasLimit = false;
        for (std::size_t i = 0; i < vertices.size(); ++i)
            alignVertex(m_kind.fromStart ? vertices[i] : vertices[vertices.size() - 1 - i]);
    }

    void alignVertex(std::uint32_t vertex)
    {
        collectNeighbours(vertex);
        if (m_slots.empty())
            return;
        const std::size_t lower = (m_slots.size() - 1) / 2;
        const std::size_t upper = m_slots.size() / 2;
        const std::size_t first = m_kind.fromStart ? lower : upper;
        const std::size_t second = m_kind.fromStart ? upper : lower;
        if (!tryAlign(vertex, m_slots[first]) && second != first)
            tryAlign(vertex, m_slots[second]);
    }

    void collectNeighbours(std::uint32_t vertex)
    {
        m_slots.clear();
        const auto begin = m_towards.start[vertex];
        const auto end = m_towards.start[vertex + 1];
        if (m_follow == Follow::Boxes && end - begin > 1) {
            for (auto i = begin; i < end; ++i) {
                if (!m_input.graph.isDummy(m_towards.vertex[i]))
                    m_slots.push_back(i);
            }
        }
        if (m_slots.empty()) {
            for (auto i = begin; i < end; ++i)
                m_slots.push_back(i);
        }
    }

    bool tryAlign(std::uint32_t vertex, std::uint32_t slot)
    {
        if (m_input.isConflict[m_towards.segment[slot]])
            return false;
        const auto neighbour = m_towards.vertex[slot];
        const auto position = m_input.order.position[neighbour];
        const bool isBeyond
            = !m_hasLimit || (m_kind.fromStart ? position > m_limit : position < m_limit);
        if (!isBeyond || m_isTaken[position])
            return false;
        m_isTaken[position] = 1;
        m_root[vertex] = m_root[neighbour];
        m_limit = position;
        m_hasLimit = true;
        return true;
    }

    const AlignmentInput& m_input;
    const Adjacency& m_towards;
    AlignmentKind m_kind;
    Follow m_follow;
    std::vector<std::uint32_t> m_root;
    std::vector<std::uint8_t> m_isTaken; ///< by position in the neighbouring rank: a vertex of this
                                         ///< rank is aligned with it already
    std::vector<std::uint32_t> m_slots;
    std::uint32_t m_limit = 0; ///< position of the last vertex that one was aligned with
    bool m_hasLimit = false;
};

}

AlignmentInput prepareAlignment(
    const LayerGraph& graph, const Order& order, const std::stop_token& stop)
{
    AlignmentInput input { graph, order, sortedByPosition(graph.up, graph.down, order),
        sortedByPosition(graph.down, graph.up, order),
        std::vector<std::uint8_t>(graph.segmentCount, 0) };
    ConflictMarker marker(input);
    for (std::uint32_t rank = 0; rank + 1 < graph.rankCount && !stop.stop_requested(); ++rank)
        marker.mark(rank);
    return input;
}

std::vector<std::uint32_t> alignVertices(
    const AlignmentInput& input, AlignmentKind kind, Follow follow, const std::stop_token& stop)
{
    return Aligner(input, kind, follow).run(stop);
}

}
