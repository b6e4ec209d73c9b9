#include "engine/reference/ml_trees.h"

#include "engine/reference/enum_name.h"
#include "engine/reference/movement.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace engine {

namespace {

/// Returns the numbers of a tensor attribute; none if it is missing.
Result<std::vector<double>> tensorNumbers(const KernelRequest& request, std::string_view name)
{
    const auto* tensor = request.node.tensor(name);
    if (tensor == nullptr)
        return std::vector<double> {};
    return readNumbers(TRY(attributeTensor(request, *tensor)));
}

/// Returns the numbers of `name`, or those of the tensor `name_as_tensor` (version 3), which have
/// more precision.
Result<std::vector<double>> numbersOf(const KernelRequest& request, const std::string& name)
{
    if (request.node.tensor(name + "_as_tensor") != nullptr)
        return tensorNumbers(request, name + "_as_tensor");
    const auto written = request.node.reals(name, {});
    return std::vector<double>(written.begin(), written.end());
}

/// Fails unless lists have `count` entries.
Result<void> checkSizes(std::size_t count, std::initializer_list<std::size_t> sizes)
{
    for (const auto size : sizes) {
        if (size != count)
            return fail("the lists of tree nodes have ", count, " and ", size, " entries");
    }
    return {};
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
    const auto& node = request.node;
    NodeLists lists;
    lists.trees = node.integers("nodes_treeids", {});
    lists.ids = node.integers("nodes_nodeids", {});
    lists.features = node.integers("nodes_featureids", {});
    lists.ifTrue = node.integers("nodes_truenodeids", {});
    lists.ifFalse = node.integers("nodes_falsenodeids", {});
    lists.missing = node.integers("nodes_missing_value_tracks_true", {});
    lists.modes = node.texts("nodes_modes", {});
    lists.splits = TRY(numbersOf(request, "nodes_values"));
    const auto count = lists.ids.size();
    TRY(checkSizes(count,
        { lists.trees.size(), lists.features.size(), lists.ifTrue.size(), lists.ifFalse.size(),
            lists.modes.size(), lists.splits.size() }));
    lists.missing.resize(count, 0);
    return lists;
}

/// Indices of nodes by tree id and node id.
class NodePlaces {
public:
    Result<void> add(std::int64_t tree, std::int64_t node)
    {
        if (!m_places.emplace(std::pair(tree, node), m_places.size()).second)
            return fail("tree ", tree, " has two nodes ", node);
        return {};
    }
    Result<std::uint32_t> of(std::int64_t tree, std::int64_t node) const
    {
        const auto found = m_places.find({ tree, node });
        if (found == m_places.end())
            return fail("tree ", tree, " has no node ", node);
        return static_cast<std::uint32_t>(found->second);
    }

private:
    std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> m_places;
};

/// Adds the nodes, and as roots those that are no other's child.
Result<void> addNodes(TreeEnsemble& trees, const NodeLists& lists, const NodePlaces& places)
{
    std::vector<bool> isChild(lists.ids.size(), false);
    for (std::size_t i = 0; i < lists.ids.size(); ++i) {
        TreeNode node;
        node.mode = TRY(enumNamed<TreeMode>("mode", lists.modes[i],
            { "BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ",
                "BRANCH_MEMBER", "LEAF" }));
        node.split = lists.splits[i];
        node.missingIsTrue = lists.missing[i] != 0;
        if (node.mode != TreeMode::Leaf) {
            node.feature = TRY(smallIndex(lists.features[i]));
            trees.features = std::max(trees.features, node.feature + 1);
            node.ifTrue = TRY(places.of(lists.trees[i], lists.ifTrue[i]));
            node.ifFalse = TRY(places.of(lists.trees[i], lists.ifFalse[i]));
            isChild[node.ifTrue] = isChild[node.ifFalse] = true;
        }
        trees.nodes.push_back(node);
    }
    for (std::size_t i = 0; i < trees.nodes.size(); ++i) {
        if (!isChild[i])
            trees.roots.push_back(static_cast<std::uint32_t>(i));
    }
    return {};
}

/// Adds the weights of the leaves. Those of one leaf follow each other.
Result<void> addWeights(TreeEnsemble& trees, const KernelRequest& request,
    const std::string& prefix, const NodePlaces& places)
{
    const auto treeIds = request.node.integers(prefix + "_treeids", {});
    const auto nodeIds = request.node.integers(prefix + "_nodeids", {});
    const auto targets = request.node.integers(prefix + "_ids", {});
    const auto weights = TRY(numbersOf(request, prefix + "_weights"));
    if (treeIds.size() != weights.size() || nodeIds.size() != weights.size()
        || targets.size() != weights.size())
        return fail("the lists of leaf weights have ", treeIds.size(), ", ", nodeIds.size(), ", ",
            targets.size(), " and ", weights.size(), " entries");
    std::multimap<std::uint32_t, LeafWeight> byLeaf;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const auto leaf = TRY(places.of(treeIds[i], nodeIds[i]));
        const auto target = TRY(smallIndex(targets[i]));
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
    return {};
}

/// Reads the nodes and leaves of TreeEnsemble-5. Leaves have numbers of their own. Each use of a
/// leaf becomes a separate node, so that the nodes form trees.
Result<void> addTensorNodes(
    TreeEnsemble& trees, const KernelRequest& request, std::size_t leafCount)
{
    const auto features = request.node.integers("nodes_featureids", {});
    const auto ifTrue = request.node.integers("nodes_truenodeids", {});
    const auto ifFalse = request.node.integers("nodes_falsenodeids", {});
    const auto trueLeafs = request.node.integers("nodes_trueleafs", {});
    const auto falseLeafs = request.node.integers("nodes_falseleafs", {});
    auto missing = request.node.integers("nodes_missing_value_tracks_true", {});
    const auto modes = TRY(tensorNumbers(request, "nodes_modes"));
    const auto splits = TRY(tensorNumbers(request, "nodes_splits"));
    const auto count = modes.size();
    TRY(checkSizes(count,
        { features.size(), ifTrue.size(), ifFalse.size(), trueLeafs.size(), falseLeafs.size(),
            splits.size() }));
    missing.resize(count, 0);
    std::vector<TreeNode> leaves;
    auto childOf = [&](std::int64_t id, bool isLeaf) -> Result<std::uint32_t> {
        if (!isLeaf)
            return smallIndex(id);
        const auto leaf = TRY(checkedIndex(id, static_cast<std::int64_t>(leafCount)));
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
    return {};
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

Result<TreeEnsemble> treesFromNodeLists(
    const KernelRequest& request, std::string_view weightPrefix, std::size_t targets)
{
    const auto lists = TRY(readNodeLists(request));
    NodePlaces places;
    for (std::size_t i = 0; i < lists.ids.size(); ++i)
        TRY(places.add(lists.trees[i], lists.ids[i]));
    TreeEnsemble trees;
    trees.targets = targets;
    TRY(addNodes(trees, lists, places));
    TRY(addWeights(trees, request, std::string(weightPrefix), places));
    trees.base = TRY(numbersOf(request, "base_values"));
    trees.aggregate = TRY(enumNamed<Aggregate>("aggregate_function",
        request.node.text("aggregate_function", "SUM"), { "AVERAGE", "SUM", "MIN", "MAX" }));
    trees.transform = TRY(postTransform(request.node));
    TRY(checkTrees(trees));
    return trees;
}

Result<TreeEnsemble> treesFromTensors(const KernelRequest& request)
{
    const auto& node = request.node;
    const auto leafTargets = node.integers("leaf_targetids", {});
    const auto leafWeights = TRY(tensorNumbers(request, "leaf_weights"));
    if (leafTargets.size() != leafWeights.size())
        return fail("the lists of leaves have ", leafTargets.size(), " and ", leafWeights.size(),
            " entries");
    TreeEnsemble trees;
    trees.targets
        = static_cast<std::size_t>(std::max<std::int64_t>(node.integer("n_targets", 1), 1));
    TRY(addTensorNodes(trees, request, leafWeights.size()));
    for (const auto root : node.integers("tree_roots", {}))
        trees.roots.push_back(TRY(smallIndex(root)));
    for (std::size_t i = 0; i < leafWeights.size(); ++i)
        trees.weights.push_back({ TRY(smallIndex(leafTargets[i])), leafWeights[i] });
    takeMembers(trees, TRY(tensorNumbers(request, "membership_values")));
    // Here these attributes are numbers of the enumerators.
    trees.transform
        = static_cast<PostTransform>(TRY(checkedIndex(node.integer("post_transform", 0), 5)));
    trees.aggregate
        = static_cast<Aggregate>(TRY(checkedIndex(node.integer("aggregate_function", 1), 4)));
    TRY(checkTrees(trees));
    return trees;
}

} // namespace engine
