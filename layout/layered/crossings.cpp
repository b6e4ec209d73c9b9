#include "layout/layered/crossings.h"

#include <algorithm>

namespace layout {

void CrossingCounter::insert(std::uint32_t position)
{
    for (std::uint32_t i = position + 1; i < m_tree.size(); i += i & (~i + 1))
        ++m_tree[i];
}

std::uint64_t CrossingCounter::countUpTo(std::uint32_t position) const
{
    std::uint64_t sum = 0;
    for (std::uint32_t i = position + 1; i > 0; i -= i & (~i + 1))
        sum += m_tree[i];
    return sum;
}

std::uint64_t CrossingCounter::count(const Order& order, std::uint32_t rank)
{
    const auto upper = order.rank(rank);
    const auto lower = order.rank(rank + 1);
    if (upper.size() < 2 || lower.size() < 2)
        return 0;
    m_tree.assign(lower.size() + 1, 0);
    std::uint64_t crossings = 0;
    std::uint64_t inserted = 0;
    for (const auto vertex : upper) {
        m_positions.clear();
        for (const auto reader : m_graph.down.of(vertex))
            m_positions.push_back(order.position[reader]);
        for (const auto position : m_positions)
            crossings += inserted - countUpTo(position);
        for (const auto position : m_positions)
            insert(position);
        inserted += m_positions.size();
    }
    return crossings;
}

std::uint64_t countCrossings(const LayerGraph& graph, const Order& order)
{
    CrossingCounter counter(graph);
    std::uint64_t crossings = 0;
    for (std::uint32_t rank = 0; rank + 1 < graph.rankCount; ++rank)
        crossings += counter.count(order, rank);
    return crossings;
}

}
