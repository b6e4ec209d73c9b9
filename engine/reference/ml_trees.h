#pragma once

#include "engine/functors/trees.h"
#include "engine/reference/ml_scores.h"

#include <cstdint>
#include <vector>

namespace engine {

using functors::TreeMode;
using functors::TreeNode;
enum class Aggregate { Average, Sum, Min, Max };

struct LeafWeight {
    std::uint32_t target = 0;
    double weight = 0;
};

/// An ensemble of decision trees. It is checked: every child exists and no node is reached twice,
/// so that an evaluation ends.
struct TreeEnsemble {
    std::vector<TreeNode> nodes;
    std::vector<std::uint32_t> roots;
    std::vector<LeafWeight> weights;
    std::vector<double> members;
    std::vector<double> base; ///< per target, one for all, or empty
    std::size_t targets = 1;
    std::uint32_t features = 0; ///< greatest feature index in use, plus one
    Aggregate aggregate = Aggregate::Sum;
    PostTransform transform = PostTransform::None;
};

/// Reads the attributes of TreeEnsembleRegressor or TreeEnsembleClassifier (`weightPrefix` "target"
/// or "class"), versions 1 and 3.
Result<TreeEnsemble> treesFromNodeLists(
    const KernelRequest& request, std::string_view weightPrefix, std::size_t targets);
/// Reads the attributes of TreeEnsemble-5.
Result<TreeEnsemble> treesFromTensors(const KernelRequest& request);

/// TreeEnsembleClassifier.
struct TreeClassifier {
    TreeEnsemble trees;
    ClassLabels labels;
    bool isBinary
        = false; ///< two labels, but weights for one class only: the other one's score follows
    bool isPositive = true; ///< all weights are, so that the sum is a probability

    /// Sums above this threshold mean the second class of a binary classifier.
    double threshold() const { return isPositive ? 0.5 : 0.0; }
    /// How the score of the other class is computed. Of the transforms, only LOGISTIC is applied.
    /// Without it, a probability gets its complement, another sum its negative.
    OtherClassScore secondClass() const
    {
        return isPositive && trees.transform != PostTransform::Logistic
            ? OtherClassScore::Complement
            : OtherClassScore::Opposite;
    }
};
Result<TreeClassifier> treeClassifier(const KernelRequest& request);
/// Returns `n_targets` of TreeEnsembleRegressor.
std::size_t targetsOf(const OpNode& node);

/// Returns one sum (or other aggregate) per target, base values included, before the transform.
std::vector<double> evaluateTrees(const TreeEnsemble& trees, std::span<const double> features);

} // namespace engine
