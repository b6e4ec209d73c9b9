#pragma once

#include "layout/group_tree.h"
#include "model/model.h"

#include <cstdint>
#include <string>
#include <vector>

/// Models and groups made for tests and benchmarks.
namespace testing {

/// A node with one output; `reads` are indices of earlier nodes of the same graph.
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

/// The decoder layers of make_big: names with scopes, or none. About 20 nodes a layer, and four
/// before the first that all layers read from.
std::vector<SampleNode> decoderNodes(std::size_t layers, bool isScoped);

/// What is wrong with a tree: a node in no group or in two, groups that do not fit together, a
/// circle when the groups that are not open are contracted. Empty if nothing is.
std::string faultOf(
    const model::Model& model, const layout::GroupTree& tree, const layout::OpenGroups& open);

/// The tree as lines, two spaces a level: title, nodes with those inside.
std::string print(const layout::GroupTree& tree);

}
