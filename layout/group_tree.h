#pragma once

#include "model/graph.h"
#include "model/model.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <unordered_set>
#include <vector>

/// The tree of node groups. Pictures fold and unfold them, and the explorer lists them.
namespace layout {

constexpr std::uint32_t noGroup = 0xFFFFFFFFU;

enum class GroupKind : std::uint8_t {
    Root, ///< the graph itself; always open
    Scope, ///< nodes whose names begin alike: `layers.7`
    Block, ///< one of several equal sequences, found by structure where names do not divide the
           ///< nodes
    Function, ///< the body of a local function at one call; owner: the calling node
    Subgraph, ///< a graph attribute of a node (If, Loop, Scan); owner: that node
    Branches, ///< contains the subgraphs of a node with several; owner: that node
};

/// True for the body of a call or of a control flow operator, and for a group of such bodies.
constexpr bool isBody(GroupKind kind)
{
    return kind == GroupKind::Function || kind == GroupKind::Subgraph
        || kind == GroupKind::Branches;
}

struct Group {
    GroupKind kind = GroupKind::Root;
    std::uint32_t parent = noGroup;
    std::uint32_t depth = 0; ///< 0 = root
    std::uint32_t firstChild = 0; ///< children are consecutive in GroupTree::groups
    std::uint32_t childCount = 0;
    std::uint32_t firstNode = 0; ///< direct nodes are consecutive in GroupTree::nodes
    std::uint32_t nodeCount = 0;
    std::uint32_t cardCount = 0; ///< direct nodes that are cards, without folded constants
    std::uint64_t totalNodes = 0; ///< includes nodes of all nested groups

    model::GraphId graph; ///< graph of the direct nodes
    model::NodeId owner; ///< of a Function, Subgraph or Branches; else invalid

    /// Identifies the group. Stays the same when an unchanged file is read again, and for equal
    /// names in a changed file. The state of a group (open, marks) is stored by this key.
    std::uint64_t key = 0;
    /// Hash of the structure inside (operators, attributes, edges). Equal for repeating blocks. 0
    /// only if unknown.
    std::uint64_t structure = 0;

    std::string title; ///< last part, sanitised and elided: `self_attn`, `block 3`, `then_branch`
    std::string path; ///< from the root, as in the file, not sanitised: `model/layers.7/self_attn`
};

/// The groups of one graph. Immutable. Every group is convex: no path leaves it and returns. So any
/// set of groups can be contracted without creating a cycle. A scope that is not convex is divided
/// into several groups.
struct GroupTree {
    model::GraphId graph;
    std::vector<Group> groups; ///< [0] is the root; parents before children; siblings in
                               ///< topological order
    /// Direct nodes by group, in topological order. Folded constants (card.h) come immediately
    /// before their first reader, whatever their names are.
    std::vector<model::NodeId> nodes;
    std::vector<std::uint8_t> isFolded; ///< by position in `nodes`: 1 for a folded constant
    /// By NodeId: the group that directly contains it, or noGroup. If a body is shown for several
    /// calls, its nodes refer to the first of them.
    std::vector<std::uint32_t> groupOfNode;

    std::span<const model::NodeId> nodesOf(std::uint32_t group) const
    {
        return std::span(nodes).subspan(groups[group].firstNode, groups[group].nodeCount);
    }
};

/// Builds the tree. Linear in nodes and edges; not recursive. After a stop request the result is
/// incomplete and must be discarded.
GroupTree buildGroupTree(
    const model::Model& model, model::GraphId graph, std::stop_token stop = {});

/// True if each graph has the same tree in both models, because they differ only in what groups do
/// not depend on: names of values and last parts of node names, types, texts and elements of
/// weights.
bool haveSameGroups(const model::Model& before, const model::Model& after);

/// Keys of the open groups. A group is visible if all its ancestors are open.
using OpenGroups = std::unordered_set<std::uint64_t>;

/// Returns the groups that are open at first in a picture without a viewport (a file, or two graphs
/// side by side). Up to `readableNodes` nodes everything is open. Above that, groups are opened
/// from the root on as long as there are at most `readableCards` cards; of the `layers.N` of one
/// depth either all or none are opened. Bodies of calls are folded.
constexpr std::size_t readableNodes = 1000;
constexpr std::size_t readableCards = 150;
OpenGroups initiallyOpen(const GroupTree& tree);
/// Folds all groups except those that contain nearly all nodes of their parent. The content of such
/// a group is the top level from the author's point of view.
OpenGroups openTopLevel(const GroupTree& tree);
/// Opens as many groups as a picture of `maxNodes` cards allows, outer groups first, including
/// bodies of calls.
OpenGroups allOpen(const GroupTree& tree, std::size_t maxNodes);

} // namespace layout
