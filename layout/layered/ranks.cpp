#include "layout/layered/ranks.h"

#include "layout/layered/rows.h"
#include "model/support/stopping.h"

#include <algorithm>
#include <limits>

namespace layout {
namespace {

constexpr int tighteningRounds = 4;

struct EdgeLists {
    Rows out; ///< by box: outgoing edges
    Rows in;
};

EdgeLists listEdges(
    std::size_t boxCount, std::span<const std::uint32_t> from, std::span<const std::uint32_t> to)
{
    return { groupByKey(from, boxCount), groupByKey(to, boxCount) };
}

/// Kahn's algorithm. Reverses the edges that close a cycle in `from` and `to`, and returns the
/// order in which boxes were taken.
class TopologicalOrder {
public:
    TopologicalOrder(std::size_t boxCount, std::vector<std::uint32_t>& from,
        std::vector<std::uint32_t>& to, Ranking& ranking, const std::stop_token& stop)
        : m_from(from)
        , m_to(to)
        , m_ranking(ranking)
        , m_lists(listEdges(boxCount, from, to))
        , m_open(boxCount)
        , m_isTaken(boxCount)
        , m_stop(stop)
    {
        m_ranking.rank.assign(boxCount, 0);
        m_order.reserve(boxCount);
    }

    std::vector<std::uint32_t> run()
    {
        const std::size_t boxCount = m_open.size();
        for (std::uint32_t box = 0; box < boxCount; ++box) {
            m_open[box] = static_cast<std::uint32_t>(m_lists.in.row(box).size());
            if (m_open[box] == 0)
                take(box);
        }
        std::size_t next = 0;
        std::uint32_t lowest = 0;
        for (;;) {
            while (next < m_order.size() && !support::isStopped(m_stop, next))
                release(m_order[next++]);
            if (next < m_order.size())
                return std::move(m_order);
            while (lowest < boxCount && m_isTaken[lowest])
                ++lowest;
            if (lowest == boxCount)
                return std::move(m_order);
            reverseOpenEdges(lowest);
            take(lowest);
        }
    }

private:
    void take(std::uint32_t box)
    {
        m_isTaken[box] = 1;
        m_order.push_back(box);
    }

    void release(std::uint32_t box)
    {
        for (const auto edge : m_lists.out.row(box)) {
            if (m_ranking.isReversed[edge])
                continue;
            const auto head = m_to[edge];
            m_ranking.rank[head] = std::max(m_ranking.rank[head], m_ranking.rank[box] + 1);
            if (--m_open[head] == 0)
                take(head);
        }
    }

    void reverseOpenEdges(std::uint32_t box)
    {
        for (const auto edge : m_lists.in.row(box)) {
            const auto tail = m_from[edge];
            if (m_isTaken[tail])
                continue;
            m_ranking.isReversed[edge] = 1;
            ++m_ranking.reversedCount;
            m_ranking.rank[tail] = std::max(m_ranking.rank[tail], m_ranking.rank[box] + 1);
        }
        for (const auto edge : m_lists.in.row(box)) {
            if (m_ranking.isReversed[edge])
                std::swap(m_from[edge], m_to[edge]);
        }
    }

    std::vector<std::uint32_t>& m_from;
    std::vector<std::uint32_t>& m_to;
    Ranking& m_ranking;
    EdgeLists m_lists;
    std::vector<std::uint32_t> m_open; ///< number of incoming edges whose tail is not taken yet
    std::vector<std::uint8_t> m_isTaken;
    const std::stop_token& m_stop;
    std::vector<std::uint32_t> m_order;
};

/// The ranks that a box can move to while its neighbours stay.
struct Room {
    std::uint32_t lowest;
    std::uint32_t highest;
};

/// A box with as many incoming as outgoing edges can be moved at no cost. If it moves towards its
/// readers, the boxes before it can follow, so that a chain from an input ends where it is used.
enum class OnTie { Stay, MoveLater };

class Tightening {
public:
    Tightening(std::span<const std::uint32_t> from, std::span<const std::uint32_t> to,
        std::vector<std::uint32_t>& rank)
        : m_from(from)
        , m_to(to)
        , m_rank(rank)
        , m_lists(listEdges(rank.size(), from, to))
    {
    }

    bool moveBox(std::uint32_t box, OnTie onTie)
    {
        const std::size_t in = m_lists.in.row(box).size();
        const std::size_t out = m_lists.out.row(box).size();
        if (in + out == 0)
            return false;
        const Room room = roomOf(box);
        std::uint32_t target = m_rank[box];
        if (out > 0 && (out > in || in == 0 || (out == in && onTie == OnTie::MoveLater)))
            target = room.highest;
        else if (in > out)
            target = room.lowest;
        const bool moves = target != m_rank[box];
        m_rank[box] = target;
        return moves;
    }

private:
    Room roomOf(std::uint32_t box) const
    {
        Room room { 0, std::numeric_limits<std::uint32_t>::max() };
        for (const auto edge : m_lists.in.row(box))
            room.lowest = std::max(room.lowest, m_rank[m_from[edge]] + 1);
        for (const auto edge : m_lists.out.row(box))
            room.highest = std::min(room.highest, m_rank[m_to[edge]] - 1);
        return room;
    }

    std::span<const std::uint32_t> m_from;
    std::span<const std::uint32_t> m_to;
    std::vector<std::uint32_t>& m_rank;
    EdgeLists m_lists;
};

void tighten(
    std::span<const std::uint32_t> order, Tightening& tightening, const std::stop_token& stop)
{
    for (int round = 0; round < tighteningRounds; ++round) {
        bool isMoved = false;
        for (std::size_t i = order.size(); i > 0 && !support::isStopped(stop, i); --i)
            isMoved |= tightening.moveBox(order[i - 1], OnTie::MoveLater);
        for (std::size_t i = 0; i < order.size() && !support::isStopped(stop, i); ++i)
            isMoved |= tightening.moveBox(order[i], OnTie::Stay);
        if (!isMoved || stop.stop_requested())
            return;
    }
}

void dropEmptyRanks(Ranking& ranking)
{
    ranking.rankCount = 0;
    std::uint32_t highest = 0;
    for (const auto rank : ranking.rank)
        highest = std::max(highest, rank);
    std::vector<std::uint32_t> number(ranking.rank.empty() ? 0 : highest + 1, 0);
    for (const auto rank : ranking.rank)
        number[rank] = 1;
    for (auto& entry : number)
        entry = entry ? ranking.rankCount++ : 0;
    for (auto& rank : ranking.rank)
        rank = number[rank];
}

/// Places boxes without edges, such as hundreds of unused constants, in rows after all others. In
/// one rank they would be wider than the rest of the drawing.
void placeIsolatedInRows(
    Ranking& ranking, std::span<const std::uint32_t> from, std::span<const std::uint32_t> to)
{
    std::vector<std::uint8_t> isJoined(ranking.rank.size(), 0);
    for (std::size_t i = 0; i < from.size(); ++i)
        isJoined[from[i]] = isJoined[to[i]] = 1;
    const auto lonely
        = static_cast<std::uint32_t>(std::count(isJoined.begin(), isJoined.end(), std::uint8_t(0)));
    const auto perRow = boxesPerRow(lonely);
    if (lonely <= perRow)
        return;
    const std::uint32_t first = lonely == isJoined.size() ? 0 : ranking.rankCount;
    std::uint32_t placed = 0;
    for (std::size_t box = 0; box < isJoined.size(); ++box) {
        if (!isJoined[box])
            ranking.rank[box] = first + placed++ / perRow;
    }
}

}

Ranking rankBoxes(std::size_t boxCount, std::span<const Edge> edges, const std::stop_token& stop)
{
    Ranking ranking;
    ranking.isReversed.assign(edges.size(), 0);

    std::vector<std::uint32_t> from;
    std::vector<std::uint32_t> to;
    std::vector<std::uint32_t> edgeOf;
    for (std::uint32_t e = 0; e < edges.size(); ++e) {
        if (edges[e].tail == edges[e].head)
            continue;
        from.push_back(edges[e].tail);
        to.push_back(edges[e].head);
        edgeOf.push_back(e);
    }

    std::vector<std::uint8_t> byEdge(edges.size(), 0);
    ranking.isReversed.resize(from.size());
    const auto order = TopologicalOrder(boxCount, from, to, ranking, stop).run();
    if (order.size() < boxCount)
        return ranking; // a stop was requested
    for (std::size_t i = 0; i < edgeOf.size(); ++i)
        byEdge[edgeOf[i]] = ranking.isReversed[i];
    ranking.isReversed = std::move(byEdge);

    Tightening tightening(from, to, ranking.rank);
    tighten(order, tightening, stop);
    dropEmptyRanks(ranking);
    placeIsolatedInRows(ranking, from, to);
    dropEmptyRanks(ranking);
    return ranking;
}

}
