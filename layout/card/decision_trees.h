#pragma once

#include "model/model.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The decision trees in the attributes of an ai.onnx.ml operator, for display. Sources:
/// TreeEnsembleClassifier-1 to -3, TreeEnsembleRegressor-1 to -3, TreeEnsemble-5.
namespace layout {

/// A test of one feature, or a leaf.
struct DecisionNode {
    static constexpr std::uint32_t none = 0xFFFFFFFFU;
    std::string text; ///< test `x[3] ≤ 0.5`, or the weights of a leaf: `class 1: 0.25`
    std::uint32_t ifTrue = none; ///< index in DecisionTree::nodes
    std::uint32_t ifFalse = none;
};

struct DecisionTree {
    std::vector<DecisionNode> nodes; ///< the root first, then level by level
    std::uint64_t hidden = 0; ///< number of nodes beyond the limit
};

class DecisionTrees {
public:
    /// Nothing if the node is another operator, or if its lists are inconsistent; the checks and
    /// the engine report the reason.
    static std::optional<DecisionTrees> of(const model::Model& model, const model::Node& node);

    std::size_t count() const { return m_roots.size(); }
    /// Returns at most `maxNodes` nodes of a tree, those nearest to the root.
    DecisionTree tree(std::size_t index, std::size_t maxNodes) const;

private:
    struct Entry {
        std::string text;
        std::uint32_t ifTrue = DecisionNode::none;
        std::uint32_t ifFalse = DecisionNode::none;
    };
    friend class DecisionTreeReader;
    std::vector<Entry> m_entries;
    std::vector<std::uint32_t> m_roots;
};

}
