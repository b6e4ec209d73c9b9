#pragma once

#include "layout/drawing.h"
#include "layout/layered/cut.h"
#include "layout/layered/ranks.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace layout {

/// Neighbours in one direction, in compressed rows, with the number of the segment that leads to
/// each.
struct Adjacency {
    std::vector<std::uint32_t> start;
    std::vector<std::uint32_t> vertex;
    std::vector<std::uint32_t> segment;

    std::span<const std::uint32_t> of(std::uint32_t v) const
    {
        return std::span(vertex).subspan(start[v], start[v + 1] - start[v]);
    }
    std::uint32_t degree(std::uint32_t v) const { return start[v + 1] - start[v]; }
};

/// The graph with every line divided into segments of one rank. Its vertices are the boxes, then
/// the dummies: one per line and rank passed. The dummies of an edge are consecutive, so that
/// drawing a route needs no search.
struct LayerGraph {
    std::uint32_t boxCount = 0;
    std::uint32_t rankCount = 0;
    std::vector<std::uint32_t> rank; ///< by vertex
    std::vector<std::uint32_t> firstDummy; ///< by edge: its first dummy; dummies go from low to
                                           ///< high rank
    std::vector<std::uint32_t> dummyCount; ///< by edge: number of dummies; 0 for cut edges and
                                           ///< spans of one
    std::uint32_t segmentCount = 0;
    Adjacency up; ///< towards lower ranks
    Adjacency down;

    std::uint32_t vertexCount() const { return static_cast<std::uint32_t>(rank.size()); }
    bool isDummy(std::uint32_t vertex) const { return vertex >= boxCount; }
};

/// Makes the graph. After a stop request the result must be discarded.
LayerGraph makeLayerGraph(const Drawing& drawing, const Ranking& ranking, const Cuts& cuts,
    const std::stop_token& stop = {});

/// The positions of all vertices within their ranks.
struct Order {
    std::vector<std::uint32_t> start; ///< vertices of rank r: vertices[start[r] .. start[r + 1])
    std::vector<std::uint32_t> vertices;
    std::vector<std::uint32_t> position; ///< by vertex

    std::span<const std::uint32_t> rank(std::uint32_t index) const
    {
        return std::span(vertices).subspan(start[index], start[index + 1] - start[index]);
    }
    std::span<std::uint32_t> rank(std::uint32_t index)
    {
        return std::span(vertices).subspan(start[index], start[index + 1] - start[index]);
    }
    /// Swaps entries i and i + 1 of a rank.
    void swapNeighbours(std::span<std::uint32_t> ofRank, std::size_t i)
    {
        std::swap(position[ofRank[i]], position[ofRank[i + 1]]);
        std::swap(ofRank[i], ofRank[i + 1]);
    }
};

}
