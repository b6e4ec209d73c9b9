#include "engine/reference/ml_trees.h"

#include "engine/reference/movement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace engine {

namespace {

using NodeKey = std::pair<std::int64_t, std::int64_t>; // tree id, node id

/// Returns the numbers of `name`, or those of the tensor `name_as_tensor` (version 3), which have
/// more precision.
Result<std::vector<double>> numbersOf(const KernelRequest& request, const std::string& name)
{
    if (const auto* tensor = request.node.tensor(name + "_as_tensor")) {
        const auto loaded = TRY(attributeTensor(request, *tensor));
        return readNumbers(loaded);
    }
    const auto written = request.node.reals(name, {});
    return std::vector<double>(written.begin(), written.end());
}

std::vector<std::int64_t> integersOf(const KernelRequest& request, const std::string& name)
{
    return request.node.integers(name, {});
}

Result<TreeMode> modeOf(std::string_view name)
{
    constexpr std::array<std::string_view, 8> names { "BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE",
        "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ", "BRANCH_MEMBER", "LEAF" };
    const auto found = std::ranges::find(names, name);
    if (found == names.end())
        return fail("mode \"", name, "\" is not known");
    return static_cast<TreeMode>(found - names.begin());
}

Result<Aggregate> aggregateOf(std::string_view name)
{
    constexpr std::array<std::string_view, 4> names { "AVERAGE", "SUM", "MIN", "MAX" };
    const auto found = std::ranges::find(names, name);
    if (found == names.end())
        return fail("aggregate_function \"", name, "\" is not known");
    return static_cast<Aggregate>(found - names.begin());
}

/// Checks that the nodes form trees, so that every evaluation ends: no node has two parents and no
/// root has one. (The true and false child of a node may be the same node.)
Result<void> checkTrees(const TreeEnsemble& trees)
{
    std::vector<std::uint8_t> parents(trees.nodes.size(), 0);
    auto visit = [&](std::uint32_t child) -> Result<void> {
        if (child >= trees.nodes.size())
            return fail("a tree names node ", child, " of ", trees.nodes.size());
        if (parents[child]++ != 0)
            return fail("node ", child, " of the trees is reached twice");
        return {};
    };
    for (const auto root : trees.roots)
        TRY(visit(root));
    for (const auto& node : trees.nodes) {
        if (node.mode == TreeMode::Leaf)
            continue;
        TRY(visit(node.ifTrue));
        if (node.ifFalse != node.ifTrue)
            TRY(visit(node.ifFalse));
    }
    for (const auto& weight : trees.weights) {
        if (weight.target >= trees.targets)
            return fail("a leaf names target ", weight.target, " of ", trees.targets);
    }
    return {};
}

Result<std::uint32_t> smallIndex(std::int64_t index)
{
    if (index < 0 || index > 0x7fffffff)
        return fail("an index of the trees is ", index);
    return static_cast<std::uint32_t>(index);
}

struct NodeLists {
    std::vector<std::int64_t> trees, ids, features, ifTrue, ifFalse, missing;
    std::vector<std::string> modes;
    std::vector<double> splits;
};

Result<NodeLists> readNodeLists(const KernelRequest& request)
{
    NodeLists lists;
    lists.trees = integersOf(request, "nodes_treeids");
    lists.ids = integersOf(request, "nodes_nodeids");
    lists.features = integersOf(request, "nodes_featureids");
    lists.ifTrue = integersOf(request, "nodes_truenodeids");
    lists.ifFalse = integersOf(request, "nodes_falsenodeids");
    lists.missing = integersOf(request, "nodes_missing_value_tracks_true");
    lists.modes = request.node.texts("nodes_modes", {});
    lists.splits = TRY(numbersOf(request, "nodes_values"));
    const auto count = lists.ids.size();
    for (const auto size : { lists.trees.size(), lists.features.size(), lists.ifTrue.size(),
             lists.ifFalse.size(), lists.modes.size(), lists.splits.size() }) {
        if (size != count)
            return fail("the lists of tree nodes have ", count, " and ", size, " entries");
    }
    lists.missing.resize(count, 0);
    return lists;
}

} // namespace

Result<TreeEnsemble> treesFromNodeLists(
    const KernelRequest& request, std::string_view weightPrefix, std::size_t targets)
{
    const auto lists = TRY(readNodeLists(request));
    TreeEnsemble trees;
    trees.targets = targets;
    std::map<NodeKey, std::uint32_t> places;
    for (std::size_t i = 0; i < lists.ids.size(); ++i) {
        if (!places.emplace(NodeKey { lists.trees[i], lists.ids[i] }, static_cast<std::uint32_t>(i))
                 .second)
            return fail("tree ", lists.trees[i], " has two nodes ", lists.ids[i]);
    }
    auto placeOf = [&](std::int64_t tree, std::int64_t node) -> Result<std::uint32_t> {
        const auto found = places.find({ tree, node });
        if (found == places.end())
            return fail("tree ", tree, " has no node ", node);
        return found->second;
    };
    std::vector<bool> isChild(lists.ids.size(), false);
    for (std::size_t i = 0; i < lists.ids.size(); ++i) {
        TreeNode node;
        node.mode = TRY(modeOf(lists.modes[i]));
        node.split = lists.splits[i];
        node.missingIsTrue = lists.missing[i] != 0;
        if (node.mode != TreeMode::Leaf) {
            node.feature = TRY(smallIndex(lists.features[i]));
            trees.features = std::max(trees.features, node.feature + 1);
            node.ifTrue = TRY(placeOf(lists.trees[i], lists.ifTrue[i]));
            node.ifFalse = TRY(placeOf(lists.trees[i], lists.ifFalse[i]));
            isChild[node.ifTrue] = isChild[node.ifFalse] = true;
        }
        trees.nodes.push_back(node);
    }
    for (std::size_t i = 0; i < trees.nodes.size(); ++i) {
        if (!isChild[i])
            trees.roots.push_back(static_cast<std::uint32_t>(i));
    }
    const std::string prefix(weightPrefix);
    const auto weightTrees = integersOf(request, prefix + "_treeids");
    const auto weightNodes = integersOf(request, prefix + "_nodeids");
    const auto weightTargets = integersOf(request, prefix + "_ids");
    const auto weights = TRY(numbersOf(request, prefix + "_weights"));
    if (weightTrees.size() != weights.size() || weightNodes.size() != weights.size()
        || weightTargets.size() != weights.size())
        return fail("the lists of leaf weights have ", weightTrees.size(), ", ", weightNodes.size(),
            ", ", weightTargets.size(), " and ", weights.size(), " entries");
    std::multimap<std::uint32_t, LeafWeight> byLeaf;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const auto leaf = TRY(placeOf(weightTrees[i], weightNodes[i]));
        const auto target = TRY(smallIndex(weightTargets[i]));
        byLeaf.emplace(leaf, LeafWeight { target, weights[i] });
    }
    for (std::size_t i = 0; i < trees.nodes.size(); ++i) {
        auto& node = trees.nodes[i];
        if (node.mode != TreeMode::Leaf)
            continue;
        node.ifTrue = static_cast<std::uint32_t>(trees.weights.size());
        const auto [first, last] = byLeaf.equal_range(static_cast<std::uint32_t>(i));
        for (auto entry = first; entry != last; ++entry)
            trees.weights.push_back(entry->second);
        node.ifFalse = static_cast<std::uint32_t>(trees.weights.size());
    }
    trees.base = TRY(numbersOf(request, "base_values"));
    trees.aggregate = TRY(aggregateOf(request.node.text("aggregate_function", "SUM")));
    trees.transform = TRY(postTransform(request.node.text("post_transform", "NONE")));
    TRY(checkTrees(trees));
    return trees;
}

namespace {

Result<std::vector<double>> tensorNumbers(const KernelRequest& request, std::string_view name)
{
    const auto* tensor = request.node.tensor(name);
    if (tensor == nullptr)
        return std::vector<double> {};
    const auto loaded = TRY(attributeTensor(request, *tensor));
    return readNumbers(loaded);
}

/// Reads the sets of Member nodes, which follow each other in the list. Each ends with a NaN.
void takeMembers(TreeEnsemble& trees, const std::vector<double>& values)
{
    std::size_t next = 0;
    for (auto& node : trees.nodes) {
        if (node.mode != TreeMode::Member)
            continue;
        node.firstMember = static_cast<std::uint32_t>(trees.members.size());
        for (; next < values.size() && !std::isnan(values[next]); ++next)
            trees.members.push_back(values[next]);
        ++next;
        node.lastMember = static_cast<std::uint32_t>(trees.members.size());
    }
}

} // namespace

Result<TreeEnsemble> treesFromTensors(const KernelRequest& request)
{
    TreeEnsemble trees;
    const auto features = integersOf(request, "nodes_featureids");
    const auto ifTrue = integersOf(request, "nodes_truenodeids");
    const auto ifFalse = integersOf(request, "nodes_falsenodeids");
    const auto trueLeafs = integersOf(request, "nodes_trueleafs");
    const auto falseLeafs = integersOf(request, "nodes_falseleafs");
    auto missing = integersOf(request, "nodes_missing_value_tracks_true");
    const auto leafTargets = integersOf(request, "leaf_targetids");
    const auto modes = TRY(tensorNumbers(request, "nodes_modes"));
    const auto splits = TRY(tensorNumbers(request, "nodes_splits"));
    const auto leafWeights = TRY(tensorNumbers(request, "leaf_weights"));
    const auto count = modes.size();
    for (const auto size : { features.size(), ifTrue.size(), ifFalse.size(), trueLeafs.size(),
             falseLeafs.size(), splits.size() }) {
        if (size != count)
            return fail("the lists of tree nodes have ", count, " and ", size, " entries");
    }
    if (leafTargets.size() != leafWeights.size())
        return fail("the lists of leaves have ", leafTargets.size(), " and ", leafWeights.size(),
            " entries");
    missing.resize(count, 0);
    trees.targets
        = static_cast<std::size_t>(std::max<std::int64_t>(request.node.integer("n_targets", 1), 1));
    // Leaves have numbers of their own. Each use of a leaf becomes a separate node, so that the
    // nodes form trees.
    std::vector<TreeNode> leaves;
    auto childOf = [&](std::int64_t id, bool isLeaf) -> Result<std::uint32_t> {
        if (!isLeaf)
            return smallIndex(id);
        const auto leaf = TRY(checkedIndex(id, static_cast<std::int64_t>(leafWeights.size())));
        TreeNode node;
        node.ifTrue = static_cast<std::uint32_t>(leaf);
        node.ifFalse = node.ifTrue + 1;
        leaves.push_back(node);
        return static_cast<std::uint32_t>(count + leaves.size() - 1);
    };
    for (std::size_t i = 0; i < count; ++i) {
        if (!(modes[i] >= 0 && modes[i] <= 6))
            return fail("mode ", modes[i], " is not known");
        TreeNode node;
        node.mode = static_cast<TreeMode>(modes[i]);
        node.missingIsTrue = missing[i] != 0;
        node.split = splits[i];
        node.feature = TRY(smallIndex(features[i]));
        trees.features = std::max(trees.features, node.feature + 1);
        node.ifTrue = TRY(childOf(ifTrue[i], trueLeafs[i] != 0));
        node.ifFalse = TRY(childOf(ifFalse[i], falseLeafs[i] != 0));
        trees.nodes.push_back(node);
    }
    trees.nodes.insert(trees.nodes.end(), leaves.begin(), leaves.end());
    for (const auto root : integersOf(request, "tree_roots"))
        trees.roots.push_back(TRY(smallIndex(root)));
    for (std::size_t i = 0; i < leafWeights.size(); ++i)
        trees.weights.push_back({ TRY(smallIndex(leafTargets[i])), leafWeights[i] });
    const auto members = TRY(tensorNumbers(request, "membership_values"));
    takeMembers(trees, members);
    constexpr std::array<std::string_view, 5> transforms { "NONE", "SOFTMAX", "LOGISTIC",
        "SOFTMAX_ZERO", "PROBIT" };
    constexpr std::array<std::string_view, 4> aggregates { "AVERAGE", "SUM", "MIN", "MAX" };
    const auto transform = TRY(checkedIndex(request.node.integer("post_transform", 0), 5));
    const auto aggregate = TRY(checkedIndex(request.node.integer("aggregate_function", 1), 4));
    trees.transform = TRY(postTransform(transforms[transform]));
    trees.aggregate = TRY(aggregateOf(aggregates[aggregate]));
    TRY(checkTrees(trees));
    return trees;
}

} // namespace engine
