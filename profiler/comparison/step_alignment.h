#pragma once

#include "model/compare/compare.h"
#include "profiler/tables/profile.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace profiler {

/// Finds the steps of two plans that do the same work. A fused plan and an unfused one share no
/// step, but their steps know the model nodes they come from:
///
///     A   Conv+Relu {conv, relu}   Softmax {soft}      row 1: A 1 step,  B 2 steps
///     B   Conv {conv}   Relu {relu}   Softmax {soft}   row 2: A 1 step,  B 1 step
///
/// Steps are in one row if their nodes overlap, directly or through other steps of either side. So
/// a row covers the same nodes on both sides, and no time is divided. Nodes that quantise for a
/// single operator are in the row of that operator. So a float product is compared with all work of
/// its integer version.

struct NodeLabels {
    using Map = std::unordered_map<std::string, std::string>;
    Map inB; ///< label in B by label in A, equal labels included
    Map operatorOfA; ///< operator for which a node of A quantises (model/compare/quantised_pairs.h)
    Map operatorOfB; ///< the same in B
};
NodeLabels pairedLabels(
    const model::Model& a, const model::Model& b, const model::NodeAlignment& alignment);
/// For profiles without models: pairs nodes by names, and between those by the order of operator
/// types.
NodeLabels pairedLabels(const Profile& a, const Profile& b);

struct StepGroup {
    std::vector<engine::StepId> a; ///< in order of the plan; empty: only in B
    std::vector<engine::StepId> b;
};

struct StepAlignment {
    std::vector<StepGroup> groups; ///< in order of A, then those that are only in B
    std::vector<engine::StepId> insertedA; ///< reorders and copies, which come from no node
    std::vector<engine::StepId> insertedB;
};
StepAlignment alignSteps(const Profile& a, const Profile& b, const NodeLabels& labels);

} // namespace profiler
