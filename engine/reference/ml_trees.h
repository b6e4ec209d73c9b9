#pragma once

#include "engine/reference/ml_scores.h"

#include <cstdint>
#include <vector>

namespace engine {

enum class TreeMode : std::uint8_t {
    LessOrEqual,
    Less,
    GreaterOrEqual,
    Greater,
    Equal,
    NotEqual,
    Member,
    Leaf
};
enum class Aggregate { Average, Sum, Min, Max };

struct TreeNode {
    TreeMode mode = TreeMode::Leaf;
    bool missingIsTrue = false;
    std::uint32_t feature = 0;
    std::uint32_t ifTrue = 0; ///< node; of a leaf: first of its weights
    std::uint32_t ifFalse = 0; ///< node; of a leaf: one past the last
    double split = 0;
    std::uint32_t firstMember = 0; ///< of a Member node: its set in `members`
    std::uint32_t lastMember = 0;
};

struct LeafWeight {
    std::uint32_t target = 0;
    double weight = 0;
};

/// An ensemble of decision trees, checked: every child exists, no node is reached twice, so that a
/// walk ends.
struct TreeEnsemble {
    std::vector<TreeNode> nodes;
    std::vector<std::uint32_t> roots;
    std::vector<LeafWeight> weights;
    std::vector<double> members;
    std::vector<double> base; ///< per target, one for all, or empty
    std::size_t targets = 1;
    std::uint32_t features = 0; ///< one more than the largest feature named
    Aggregate aggregate = Aggregate::Sum;
    PostTransform transform = PostTransform::None;
};

/// From the attributes of TreeEnsembleRegressor or TreeEnsembleClassifier (`weightPrefix` "target"
/// or "class"), versions 1 and 3.
Result<TreeEnsemble> treesFromNodeLists(
    const KernelRequest& request, std::string_view weightPrefix, std::size_t targets);
/// From the attributes of TreeEnsemble-5.
Result<TreeEnsemble> treesFromTensors(const KernelRequest& request);

/// One sum (or other aggregate) per target, base values included, without the transform.
std::vector<double> evaluateTrees(const TreeEnsemble& trees, std::span<const double> features);

} // namespace engine
