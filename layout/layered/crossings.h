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

/// Same for both sides.
inline std::int64_t crossingGain(
    const LayerGraph& graph, const Order& order, std::uint32_t left, std::uint32_t right)
{
    return crossingGain(graph.up, order, left, right)
        + crossingGain(graph.down, order, left, right);
}

/// False for two vertices without lines on a common side, or with so many lines that comparing all
/// pairs takes too long.
inline bool isComparable(const LayerGraph& graph, std::uint32_t left, std::uint32_t right)
{
    constexpr std::uint64_t largestProduct = 4096;
    const auto work = std::uint64_t(graph.up.degree(left)) * graph.up.degree(right)
        + std::uint64_t(graph.down.degree(left)) * graph.down.degree(right);
    return work > 0 && work <= largestProduct;
}

std::uint64_t countCrossings(const LayerGraph& graph, const Order& order);

}
