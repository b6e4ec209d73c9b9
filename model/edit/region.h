#pragma once

#include "model/edit/editing.h"

#include <vector>

namespace model::edit {

/// A part of a model that can be a model of its own: nodes of one graph, with what goes in and
/// comes out.
struct Region {
    GraphId graph;
    std::vector<NodeId> nodes; ///< in file order; Constant nodes that are read come along
    std::size_t selected = 0; ///< how many of them were asked for
    std::vector<NodeId> closing; ///< those that were added because they lie on a path from one node
                                 ///< of the region to another
    std::vector<ValueId> inputs; ///< read, but neither made inside nor constant
    std::vector<ValueId> constants; ///< initializers that are read, also those of graphs around
    std::vector<ValueId> outputs;
    std::vector<std::string> unneeded; ///< inputs that were asked for, but that nothing reads
};

/// Whether nodes on a path between two nodes of a region belong to it.
enum class Closure { Convex, None };
/// The nodes, made convex: a node on a path from one of them to another one belongs to the region
/// too. Outputs are what is read outside, what the graph returns, and what has no reader. Fails
/// with ErrorKind::Usage if the nodes are in several graphs.
support::Result<Region> regionOf(
    const Model& model, std::vector<NodeId> nodes, Closure closure = Closure::Convex);
/// The nodes that make `to` from `from`. Without `to` the outputs of the graph. Without `from` its
/// inputs; with it, the path must not need other inputs of the graph: they are named in the error.
support::Result<Region> regionBetween(const Model& model, GraphId graph,
    const std::vector<ValueId>& from, const std::vector<ValueId>& to);
/// A body or a function, with its inputs and outputs.
support::Result<Region> regionOfGraph(const Model& model, GraphId graph);

/// The nodes of a scope, `/encoder/layers.0`: of the main graph, else of the graph that has all of
/// them.
support::Result<std::vector<NodeId>> nodesOfScope(const Model& model, std::string_view scope);

/// Values that a node reads: its inputs, and what its bodies read of the graphs around them.
std::vector<ValueId> readsOf(const Model& model, NodeId node);
/// Returns for every graph whether it is a body, at any depth, of one of the nodes.
std::vector<bool> graphsInside(const Model& model, const std::vector<NodeId>& nodes);

} // namespace model::edit
