#include "layout/card/decision_trees.h"

#include "model/decode.h"
#include "model/tensor_store.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>

namespace layout {

namespace {

constexpr std::uint32_t none = DecisionNode::none;
using Integers = std::vector<std::int64_t>;
using Numbers = std::vector<double>;

template <typename T>
const T* valueOf(const model::Node& node, const std::string& name)
{
    const auto* attribute = node.attribute(name);
    return attribute != nullptr ? std::get_if<T>(&attribute->value) : nullptr;
}

Integers integersOf(const model::Node& node, const std::string& name)
{
    const auto* list = valueOf<Integers>(node, name);
    return list != nullptr ? *list : Integers();
}

Numbers tensorNumbers(const model::Model& model, const model::Tensor& tensor)
{
    const auto count = model::elementCount(tensor.dims);
    const auto bytes = model.store->bytes(tensor);
    Numbers numbers;
    for (std::uint64_t i = 0; bytes && count && i < *count; ++i)
        numbers.push_back(model::numberAt(tensor.element, bytes->bytes, i));
    return numbers;
}

/// Reads a list, or a tensor with that name or with that name and `_as_tensor`.
Numbers numbersOf(const model::Model& model, const model::Node& node, const std::string& name)
{
    for (const auto& known : { name, name + "_as_tensor" }) {
        if (const auto* tensor = valueOf<model::Tensor>(node, known))
            return tensorNumbers(model, *tensor);
    }
    const auto* list = valueOf<std::vector<float>>(node, name);
    return list != nullptr ? Numbers(list->begin(), list->end()) : Numbers();
}

std::string digits(double number)
{
    char text[32];
    constexpr int precision = 5;
    return {
        text,
        std::to_chars(text, text + sizeof text, number, std::chars_format::general, precision).ptr
    };
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> modes {
    { { "BRANCH_LEQ", " ≤ " }, { "BRANCH_LT", " < " }, { "BRANCH_GTE", " ≥ " },
        { "BRANCH_GT", " > " }, { "BRANCH_EQ", " = " }, { "BRANCH_NEQ", " ≠ " },
        { "BRANCH_MEMBER", " in set " } }
};

std::string question(std::int64_t feature, std::string_view sign, double split)
{
    return "x[" + std::to_string(feature) + "]" + std::string(sign)
        + (sign == modes.back().second ? std::string() : digits(split));
}

}

/// Converts both forms to the same entries: lists by tree and node ids (version 1 to 3), tensors by
/// position (TreeEnsemble).
class DecisionTreeReader {
public:
    DecisionTreeReader(const model::Model& model, const model::Node& node)
        : m_model(model)
        , m_node(node)
    {
    }

    std::optional<DecisionTrees> run()
    {
        const bool isKnown = m_node.domain == "ai.onnx.ml"
            && (m_node.type == "TreeEnsemble" ? readTensors()
                    : m_node.type == "TreeEnsembleClassifier"
                    ? readLists("class")
                    : m_node.type == "TreeEnsembleRegressor" && readLists("target"));
        if (!isKnown || m_trees.m_roots.empty())
            return std::nullopt;
        return std::move(m_trees);
    }

private:
    using Entry = DecisionTrees::Entry;

    bool readLists(const std::string& leafPrefix)
    {
        const auto trees = integersOf(m_node, "nodes_treeids");
        const auto ids = integersOf(m_node, "nodes_nodeids");
        const auto features = integersOf(m_node, "nodes_featureids");
        const auto ifTrue = integersOf(m_node, "nodes_truenodeids");
        const auto ifFalse = integersOf(m_node, "nodes_falsenodeids");
        const auto splits = numbersOf(m_model, m_node, "nodes_values");
        const auto* kinds = valueOf<std::vector<std::string>>(m_node, "nodes_modes");
        const auto count = ids.size();
        if (kinds == nullptr || kinds->size() != count || trees.size() != count
            || features.size() != count || ifTrue.size() != count || ifFalse.size() != count
            || splits.size() != count)
            return false;
        for (std::uint32_t i = 0; i < count; ++i)
            m_places.emplace(std::pair(trees[i], ids[i]), i);
        m_trees.m_entries.resize(count);
        std::vector<std::uint8_t> isChild(count, 0);
        for (std::size_t i = 0; i < count; ++i) {
            auto& entry = m_trees.m_entries[i];
            const auto mode = std::ranges::find_if(
                modes, [&](const auto& known) { return known.first == (*kinds)[i]; });
            if (mode == modes.end())
                continue; // a leaf
            entry = { question(features[i], mode->second, splits[i]), placeOf(trees[i], ifTrue[i]),
                placeOf(trees[i], ifFalse[i]) };
            if (entry.ifTrue == none || entry.ifFalse == none)
                return false;
            isChild[entry.ifTrue] = isChild[entry.ifFalse] = 1;
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            if (isChild[i] == 0)
                m_trees.m_roots.push_back(i);
        }
        return readLeaves(leafPrefix);
    }

    std::uint32_t placeOf(std::int64_t tree, std::int64_t node) const
    {
        const auto found = m_places.find({ tree, node });
        return found == m_places.end() ? none : found->second;
    }

    bool readLeaves(const std::string& prefix)
    {
        const auto trees = integersOf(m_node, prefix + "_treeids");
        const auto nodes = integersOf(m_node, prefix + "_nodeids");
        const auto ids = integersOf(m_node, prefix + "_ids");
        const auto weights = numbersOf(m_model, m_node, prefix + "_weights");
        if (trees.size() != weights.size() || nodes.size() != weights.size()
            || ids.size() != weights.size())
            return false;
        for (std::size_t i = 0; i < weights.size(); ++i) {
            const auto place = placeOf(trees[i], nodes[i]);
            if (place == none)
                return false;
            addWeight(m_trees.m_entries[place].text, prefix, ids[i], weights[i]);
        }
        return true;
    }

    static void addWeight(
        std::string& text, const std::string& what, std::int64_t id, double weight)
    {
        constexpr std::size_t longest = 60; // of a leaf with weights for many classes only the
                                            // first are shown
        if (text.size() >= longest) {
            text += text.ends_with("…") ? "" : " …";
            return;
        }
        text
            += (text.empty() ? "" : ", ") + what + " " + std::to_string(id) + ": " + digits(weight);
    }

    bool readTensors()
    {
        const auto roots = integersOf(m_node, "tree_roots");
        const auto features = integersOf(m_node, "nodes_featureids");
        const auto kinds = numbersOf(m_model, m_node, "nodes_modes");
        const auto splits = numbersOf(m_model, m_node, "nodes_splits");
        const auto targets = integersOf(m_node, "leaf_targetids");
        const auto weights = numbersOf(m_model, m_node, "leaf_weights");
        const auto count = features.size();
        if (kinds.size() != count || splits.size() != count || targets.size() != weights.size())
            return false;
        m_trees.m_entries.resize(count + weights.size());
        for (std::size_t i = 0; i < weights.size(); ++i)
            addWeight(m_trees.m_entries[count + i].text, "target", targets[i], weights[i]);
        const auto ifTrue = childrenOf("true", count, weights.size());
        const auto ifFalse = childrenOf("false", count, weights.size());
        if (ifTrue.size() != count || ifFalse.size() != count)
            return false;
        for (std::size_t i = 0; i < count; ++i) {
            if (kinds[i] < 0 || kinds[i] >= double(modes.size()))
                return false;
            m_trees.m_entries[i] = {
                question(features[i], modes[static_cast<std::size_t>(kinds[i])].second, splits[i]),
                ifTrue[i], ifFalse[i]
            };
        }
        for (const auto root : roots) {
            if (root < 0 || static_cast<std::size_t>(root) >= count)
                return false;
            m_trees.m_roots.push_back(static_cast<std::uint32_t>(root));
        }
        return true;
    }

    /// By node: the position of its child. Leaves come after all nodes. Empty if a child does not
    /// exist.
    std::vector<std::uint32_t> childrenOf(
        const std::string& side, std::size_t nodes, std::size_t leaves) const
    {
        const auto ids = integersOf(m_node, "nodes_" + side + "nodeids");
        const auto isLeaf = integersOf(m_node, "nodes_" + side + "leafs");
        std::vector<std::uint32_t> children;
        if (ids.size() != isLeaf.size())
            return children;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const auto limit = isLeaf[i] != 0 ? leaves : nodes;
            if (ids[i] < 0 || static_cast<std::size_t>(ids[i]) >= limit)
                return {};
            const auto place = static_cast<std::size_t>(ids[i]) + (isLeaf[i] != 0 ? nodes : 0);
            children.push_back(static_cast<std::uint32_t>(place));
        }
        return children;
    }

    const model::Model& m_model;
    const model::Node& m_node;
    DecisionTrees m_trees;
    std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> m_places;
};

std::optional<DecisionTrees> DecisionTrees::of(const model::Model& model, const model::Node& node)
{
    return DecisionTreeReader(model, node).run();
}

DecisionTree DecisionTrees::tree(std::size_t index, std::size_t maxNodes) const
{
    DecisionTree tree;
    std::vector<std::uint32_t> entries { m_roots[index] }; // level by level
    std::vector<std::uint8_t> isMet(m_entries.size(), 0); // the file may have cycles
    isMet[m_roots[index]] = 1;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto& entry = m_entries[entries[i]];
        const bool isShown = i < maxNodes;
        if (isShown)
            tree.nodes.push_back({ entry.text.empty() ? "no weight" : entry.text, none, none });
        else
            ++tree.hidden;
        for (auto [child, place] : { std::pair(entry.ifTrue, &DecisionNode::ifTrue),
                 std::pair(entry.ifFalse, &DecisionNode::ifFalse) }) {
            if (child == none || isMet[child] != 0)
                continue;
            isMet[child] = 1;
            if (isShown && entries.size() < maxNodes)
                tree.nodes[i].*place = static_cast<std::uint32_t>(entries.size());
            else if (isShown && !tree.nodes[i].text.ends_with("…"))
                tree.nodes[i].text += " …";
            entries.push_back(child);
        }
    }
    return tree;
}

}
