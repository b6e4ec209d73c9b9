#include "layout/layered/sifting.h"

#include "layout/layered/crossings.h"

#include <algorithm>

namespace layout {
namespace {

constexpr int maxRounds = 12;

class Sifter {
public:
    Sifter(const LayerGraph& graph, Order& order)
        : m_graph(graph)
        , m_order(order)
    {
    }

    std::uint64_t siftRank(std::uint32_t rank)
    {
        const auto vertices = m_order.rank(rank);
        if (vertices.size() < 2)
            return 0;
        m_moving.assign(vertices.begin(), vertices.end());
        std::uint64_t saved = 0;
        for (const auto vertex : m_moving)
            saved += siftVertex(vertices, vertex);
        return saved;
    }

private:
    /// Tries the positions to the left, then those to the right. Of equally good ones the nearest
    /// is chosen.
    std::uint64_t siftVertex(std::span<std::uint32_t> vertices, std::uint32_t vertex)
    {
        const auto from = static_cast<std::int64_t>(m_order.position[vertex]);
        std::int64_t best = 0;
        std::int64_t target = from;
        for (const int step : { -1, 1 }) {
            std::int64_t gain = 0;
            const auto count = static_cast<std::int64_t>(vertices.size());
            for (auto i = from + step; i >= 0 && i < count; i += step) {
                const auto other = vertices[static_cast<std::size_t>(i)];
                gain += step < 0 ? crossingGain(m_graph, m_order, other, vertex)
                                 : crossingGain(m_graph, m_order, vertex, other);
                if (gain > best) {
                    best = gain;
                    target = i;
                }
            }
        }
        move(vertices, from, target);
        return static_cast<std::uint64_t>(best);
    }

    void move(std::span<std::uint32_t> vertices, std::int64_t from, std::int64_t to)
    {
        const auto begin = vertices.begin();
        if (from < to)
            std::rotate(begin + from, begin + from + 1, begin + to + 1);
        else
            std::rotate(begin + to, begin + from, begin + from + 1);
        for (auto i = std::min(from, to); i <= std::max(from, to); ++i)
            m_order.position[vertices[static_cast<std::size_t>(i)]] = static_cast<std::uint32_t>(i);
    }

    const LayerGraph& m_graph;
    Order& m_order;
    std::vector<std::uint32_t> m_moving;
};

}

std::uint64_t siftRanks(const LayerGraph& graph, Order& order, const std::stop_token& stop)
{
    Sifter sifter(graph, order);
    std::uint64_t total = 0;
    for (int round = 0; round < maxRounds; ++round) {
        std::uint64_t saved = 0;
        for (std::uint32_t i = 0; i < graph.rankCount && !stop.stop_requested(); ++i)
            saved += sifter.siftRank(round % 2 == 0 ? i : graph.rankCount - 1 - i);
        total += saved;
        if (saved == 0)
            break;
    }
    return total;
}

std::uint64_t siftingWork(const LayerGraph& graph, const Order& order)
{
    std::uint64_t work = 0;
    for (std::uint32_t rank = 0; rank < graph.rankCount; ++rank) {
        std::uint64_t up = 0;
        std::uint64_t down = 0;
        for (const auto vertex : order.rank(rank)) {
            up += graph.up.degree(vertex);
            down += graph.down.degree(vertex);
        }
        work += up * up + down * down + order.rank(rank).size();
    }
    return work;
}

}
