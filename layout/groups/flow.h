#pragma once

#include "model/model.h"

#include <cstdint>
#include <span>
#include <vector>

namespace layout::groups {

constexpr std::uint32_t none = 0xFFFFFFFFU;

/// The edges between the drawn nodes of one graph. Constants that are folded into their readers are
/// left out. Nodes are in topological order, and edges lead forwards only; edges that close a cycle
/// of an invalid file are left out.
struct GraphFlow {
    model::GraphId graph;
    std::vector<model::NodeId> nodes;
    std::vector<std::uint32_t> firstProducer; ///< by node, one entry more than nodes
    std::vector<std::uint32_t> producers; ///< indices into nodes; a producer appears once for each
                                          ///< value
    std::vector<std::uint32_t> firstReader;
    std::vector<std::uint32_t> readers;

    std::uint32_t size() const { return static_cast<std::uint32_t>(nodes.size()); }
    std::span<const std::uint32_t> producersOf(std::uint32_t node) const
    {
        return std::span(producers).subspan(
            firstProducer[node], firstProducer[node + 1] - firstProducer[node]);
    }
    std::span<const std::uint32_t> readersOf(std::uint32_t node) const
    {
        return std::span(readers).subspan(
            firstReader[node], firstReader[node + 1] - firstReader[node]);
    }
};

/// `indexOf`: by NodeId, with an entry for each node of the model. Receives the index of each node
/// of this graph in GraphFlow::nodes, and `none` for folded nodes. Shared by all graphs of a model.
GraphFlow flowOf(
    const model::Model& model, model::GraphId graph, std::vector<std::uint32_t>& indexOf);

/// The index of the node of `graph` that makes a value; `none` if it is folded, in another graph,
/// or later in the order because of a cycle. Does not look at the node: for large models that takes
/// longer than all else.
inline std::uint32_t drawnProducer(
    const model::Value& value, model::GraphId graph, const std::vector<std::uint32_t>& indexOf)
{
    return value.producer.isValid() && value.graph == graph ? indexOf[value.producer.value()]
                                                            : none;
}

/// Calls `visit(ValueId)` for each input of a node and for each value of its graph that its
/// subgraphs capture.
template <typename Visit>
void forEachRead(const model::Model& model, const model::Node& node, Visit visit)
{
    const auto visitCaptures = [&](model::GraphId inside) {
        if (!inside.isValid())
            return;
        for (const auto value : model.graph(inside).captures) {
            if (model.value(value).graph == node.graph)
                visit(value);
        }
    };
    for (const auto value : node.inputs) {
        if (value.isValid())
            visit(value);
    }
    for (const auto& attribute : node.attributes) {
        if (const auto* one = std::get_if<model::GraphId>(&attribute.value))
            visitCaptures(*one);
        else if (const auto* several = std::get_if<std::vector<model::GraphId>>(&attribute.value)) {
            for (const auto inside : *several)
                visitCaptures(inside);
        }
    }
}

} // namespace layout::groups
