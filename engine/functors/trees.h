#pragma once

#include "engine/functors/device.h"

#include <cstdint>

/// Evaluation of decision trees. Source: ai.onnx.ml TreeEnsemble-5.
namespace engine::functors {

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

struct TreeNode {
    TreeMode mode = TreeMode::Leaf;
    bool missingIsTrue = false;
    std::uint32_t feature = 0;
    std::uint32_t ifTrue = 0; ///< next node; of a leaf: index of its first weight
    std::uint32_t ifFalse = 0; ///< next node; of a leaf: index after its last weight
    double split = 0;
    std::uint32_t firstMember = 0; ///< of a Member node: range of its values in `members`
    std::uint32_t lastMember = 0;
};

/// True if the feature value x leads to the `ifTrue` branch of a node that is not a leaf.
OPSCOPE_DEVICE inline bool takesTrueBranch(const TreeNode& node, const double* members, double x)
{
    if (x != x)
        return node.missingIsTrue;
    switch (node.mode) {
    case TreeMode::LessOrEqual:
        return x <= node.split;
    case TreeMode::Less:
        return x < node.split;
    case TreeMode::GreaterOrEqual:
        return x >= node.split;
    case TreeMode::Greater:
        return x > node.split;
    case TreeMode::Equal:
        return x == node.split;
    case TreeMode::NotEqual:
        return x != node.split;
    case TreeMode::Member:
        for (auto i = node.firstMember; i < node.lastMember; ++i) {
            if (members[i] == x)
                return true;
        }
        return false;
    case TreeMode::Leaf:
        break;
    }
    return false;
}

/// Returns the leaf that a row reaches. `featureAt(i)` returns feature i. The nodes must form
/// trees, so that the loop ends.
template <typename Features>
OPSCOPE_DEVICE const TreeNode& leafOf(
    const TreeNode* nodes, const double* members, std::uint32_t root, const Features& featureAt)
{
    const auto* node = nodes + root;
    while (node->mode != TreeMode::Leaf)
        node = nodes
            + (takesTrueBranch(*node, members, featureAt(node->feature)) ? node->ifTrue
                                                                         : node->ifFalse);
    return *node;
}

} // namespace engine::functors
