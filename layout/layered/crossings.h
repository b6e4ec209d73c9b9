#pragma once

#include "layout/layered/layer_graph.h"

#include <cstdint>
#include <vector>

namespace layout {

/// Counts crossings between a rank and the next one in O(e log v) by counting inversions
/// (accumulator tree). Keeps scratch memory.
class CrossingCounter {
public:
    explicit CrossingCounter(const LayerGraph& graph)
        : m_graph(graph)
    {
    }
    /// Returns the crossings between `rank` and `rank + 1`.
    std::uint64_t count(const Order& order, std::uint32_t rank);

private:
    void insert(std::uint32_t position);
    std::uint64_t countUpTo(std::uint32_t position) const;

    const LayerGraph& m_graph;
    std::vector<std::uint32_t> m_tree;
    std::vector<std::uint32_t> m_positions;
};

/// Returns how many crossings are saved on one side if two neighbours in a rank swap positions.
inline std::int64_t crossingGain(
    const Adjacency& towards, const Order& order, std::uint32_t left, std::uint32_t right)
{
    std::int64_t gain = 0;
    for (const auto a : towards.of(left)) {
        const auto p = order.position[a];
        for (const auto b : towards.of(right)) {
            const auto q = order.position[b];
            gain += (p > q) - (p < q);
        }
    }
    return gain;
}

std::uint64_t countCrossings(const LayerGraph& graph, const Order& order);

}
