#pragma once

#include "model/compare/compare.h"
#include "profiler/tables/profile.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace profiler {

/// Steps of two plans that do the same work. A fused plan and one that is not share no step, but
/// their steps know the model nodes they come from:
///
///     A   Conv+Relu {conv, relu}   Softmax {soft}      row 1: A 1 step,  B 2 steps
///     B   Conv {conv}   Relu {relu}   Softmax {soft}   row 2: A 1 step,  B 1 step
///
/// Steps are in one row if their nodes overlap, directly or through others of either side, so a row
/// covers the same nodes on both sides and no time is divided. What quantises for one operator
/// alone is in that operator's row, so that a product of floats stands beside all that it takes in
/// whole numbers.

struct NodeLabels {
    using Map = std::unordered_map<std::string, std::string>;
    Map inB; ///< labels of nodes in B by those in A; equal ones too
    Map leadA; ///< the operator that a node of A quantises for (model/compare/quantised_pairs.h)
    Map leadB; ///< likewise in B
};
NodeLabels pairedLabels(
    const model::Model& a, const model::Model& b, const model::NodeAlignment& alignment);
/// For profiles without their models: by names, and between those by the order of operator types.
NodeLabels pairedLabels(const Profile& a, const Profile& b);

struct StepGroup {
    std::vector<engine::StepId> a; ///< in order of the plan; empty: only in B
    std::vector<engine::StepId> b;
};

struct StepAlignment {
    std::vector<StepGroup> groups; ///< in order of A, then what is only in B
    std::vector<engine::StepId> insertedA; ///< reorders, copies: they come from no node
    std::vector<engine::StepId> insertedB;
};
StepAlignment alignSteps(const Profile& a, const Profile& b, const NodeLabels& labels);

} // namespace profiler
