#pragma once

#include "layout/group_tree.h"
#include "model/inference/analysis.h"
#include "model/model.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// Totals and interface of a set of nodes: a group or a selection.
namespace layout {

struct NodeSetFacts {
    std::uint64_t parameters = 0; ///< elements of the weights that the nodes read; each weight
                                  ///< counted once
    std::uint64_t weightBytes = 0;
    model::Cost cost; ///< sum of the known costs
    std::size_t unknownCosts = 0;
    /// Values that enter: read by a node of the set, not produced in it, not a weight or constant.
    /// In order of first reader.
    std::vector<model::ValueId> inputs;
    /// Values that leave: produced in the set, and read by another node or an output of their
    /// graph.
    std::vector<model::ValueId> outputs;
};

/// If `analysis` is null, no cost is known. Linear in the inputs of the nodes and the readers of
/// their outputs.
NodeSetFacts factsOf(const model::Model& model, const model::Analysis* analysis,
    std::span<const model::NodeId> nodes);

/// Returns the nodes of a group and of nested groups. Bodies of calls inside are left out, because
/// the calls represent them. For a group that holds only bodies, returns the nodes of these.
std::vector<model::NodeId> nodesInside(const GroupTree& tree, std::uint32_t group);

/// Returns all groups with the same structure as `group`, including itself, in order.
std::vector<std::uint32_t> groupsLike(const GroupTree& tree, std::uint32_t group);

} // namespace layout
