#pragma once

#include "layout/group_tree.h"
#include "model/inference/analysis.h"
#include "model/model.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// What several nodes are together: a group, or what a person selected.
namespace layout {

struct NodeSetFacts {
    std::uint64_t parameters = 0; ///< elements of the weights they read, each weight once
    std::uint64_t weightBytes = 0;
    model::Cost cost; ///< sum of the known ones
    std::size_t unknownCosts = 0;
    /// What enters: read by one of them, made by none, no weight or constant; in order of first
    /// reader.
    std::vector<model::ValueId> inputs;
    /// What leaves: made by one of them, read by another node or an output of its graph.
    std::vector<model::ValueId> outputs;
};

/// `analysis` may be null: then no cost is known. Linear in what the nodes read and who reads them.
NodeSetFacts factsOf(const model::Model& model, const model::Analysis* analysis,
    std::span<const model::NodeId> nodes);

/// The nodes of a group and of the groups in it. Bodies of calls inside are left out, because the
/// calls stand for them; of a group that holds bodies only, their nodes.
std::vector<model::NodeId> nodesInside(const GroupTree& tree, std::uint32_t group);

/// Groups with the same structure as this one, itself included, in order.
std::vector<std::uint32_t> groupsLike(const GroupTree& tree, std::uint32_t group);

} // namespace layout
