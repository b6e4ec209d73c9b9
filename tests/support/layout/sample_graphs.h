#pragma once

#include "layout/group_tree.h"
#include "model/model.h"

#include <cstdint>
#include <string>
#include <vector>

/// Models and groups made for tests and benchmarks.
namespace testing {

/// A node with one output; `reads`: indices of earlier nodes of the same graph.
struct SampleNode {
    std::string name;
    std::string type;
    std::vector<std::uint32_t> reads;
};

/// A model without a file whose main graph has these nodes, in this order.
model::Model modelOfNodes(const std::vector<SampleNode>& nodes);
/// Adds a subgraph with these nodes to an attribute of `owner`.
model::GraphId addSubgraph(model::Model& model, model::NodeId owner, const std::string& attribute,
    const std::vector<SampleNode>& nodes);
/// Adds a local function with these nodes.
model::FunctionId addFunction(
    model::Model& model, const std::string& name, const std::vector<SampleNode>& nodes);

/// Nodes of decoder layers, as in big_models.h: names with or without scopes. About 20 nodes per
/// layer, after four nodes that all layers read.
std::vector<SampleNode> decoderNodes(std::size_t layers, bool isScoped);

/// The first error in a tree: a node in no group or in several, inconsistent groups, or a cycle
/// when the groups that are not in `open` are contracted. Empty if there is none.
std::string faultOf(
    const model::Model& model, const layout::GroupTree& tree, const layout::OpenGroups& open);

/// The tree as lines, indented by two spaces per level: title, number of nodes inside.
std::string print(const layout::GroupTree& tree);

}
