#pragma once

#include "engine/functors/device.h"

#include <cstdint>

/// Walks through decision trees. Source: ai.onnx.ml TreeEnsemble-5.
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
    std::uint32_t ifTrue = 0; ///< node; of a leaf: first of its weights
    std::uint32_t ifFalse = 0; ///< node; of a leaf: one past the last
    double split = 0;
    std::uint32_t firstMember = 0; ///< of a Member node: its set in `members`
    std::uint32_t lastMember = 0;
};

/// Which way a feature goes at a node that is no leaf.
OPSCOPE_DEVICE inline bool goesTrue(const TreeNode& node, const double* members, double x)
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

/// The leaf that a row ends at. `featureAt(i)` gives feature i; the nodes are trees, so that the
/// walk ends.
template <typename Features>
OPSCOPE_DEVICE const TreeNode& leafOf(
    const TreeNode* nodes, const double* members, std::uint32_t root, const Features& featureAt)
{
    const auto* node = nodes + root;
    while (node->mode != TreeMode::Leaf)
        node = nodes
            + (goesTrue(*node, members, featureAt(node->feature)) ? node->ifTrue : node->ifFalse);
    return *node;
}

} // namespace engine::functors
