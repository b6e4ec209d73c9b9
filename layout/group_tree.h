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

/// Which nodes belong together, to any depth: what can be folded and unfolded in a picture, and the
/// rows of the explorer.
namespace layout {

constexpr std::uint32_t noGroup = 0xFFFFFFFFU;

enum class GroupKind : std::uint8_t {
    Root, ///< the graph itself; always open
    Scope, ///< nodes whose names begin alike: `layers.7`
    Block, ///< one of several equal stretches, found from structure where names do not tell
    Function, ///< the body of a local function, for one call; owner = the calling node
    Subgraph, ///< a graph attribute of a node (If, Loop, Scan); owner = that node
    Branches, ///< holds the subgraphs of a node that has several; owner = that node
};

struct Group {
    GroupKind kind = GroupKind::Root;
    std::uint32_t parent = noGroup;
    std::uint32_t depth = 0; ///< 0 = root
    std::uint32_t firstChild = 0; ///< children lie side by side in GroupTree::groups
    std::uint32_t childCount = 0;
    std::uint32_t firstNode = 0; ///< direct nodes lie side by side in GroupTree::nodes
    std::uint32_t nodeCount = 0;
    std::uint32_t cardCount = 0; ///< direct nodes that are cards: without folded constants
    std::uint64_t totalNodes = 0; ///< with those of all groups inside

    model::GraphId graph; ///< that the direct nodes are in
    model::NodeId owner; ///< of a Function, Subgraph or Branches; else invalid

    /// Stays the same when the file is read again unchanged, and for equal names in a changed one:
    /// what is kept about a group (open or not, marks) is kept by it.
    std::uint64_t key = 0;
    /// Equal for groups with the same structure inside (operators, attributes, edges): blocks that
    /// repeat. Never 0 unless unknown.
    std::uint64_t structure = 0;

    std::string title; ///< last part, sanitised and elided: `self_attn`, `block 3`, `then_branch`
    std::string path; ///< from the root, as in the file, not sanitised: `model/layers.7/self_attn`
};

/// The groups of one graph. Immutable. Every group is convex: no path leaves it and comes back, so
/// that contracting any set of groups leaves a graph without cycles (if the file has none). A scope
/// that is not convex appears as several groups, one for each of its stretches.
struct GroupTree {
    model::GraphId graph;
    std::vector<Group> groups; ///< [0] is the root; parents before children; siblings in
                               ///< topological order
    /// Direct members by group, in topological order; folded constants (card.h) right before their
    /// first reader, wherever their names put them.
    std::vector<model::NodeId> nodes;
    /// By NodeId: the group it is a direct member of, noGroup if it is in none. A node in a body
    /// that is shown for several calls names the first of them.
    std::vector<std::uint32_t> groupOfNode;
    /// Bodies that were left out because all of them together would be too many nodes; their calls
    /// can still be entered.
    std::uint64_t omittedBodies = 0;

    std::span<const model::NodeId> nodesOf(std::uint32_t group) const
    {
        return std::span(nodes).subspan(groups[group].firstNode, groups[group].nodeCount);
    }
};

/// Linear in nodes and edges, without recursion. Cancelled: returns what it has; nobody keeps that.
GroupTree buildGroupTree(
    const model::Model& model, model::GraphId graph, std::stop_token stop = {});

/// The groups (by key) that are open. A group is visible if all its ancestors are open.
using OpenGroups = std::unordered_set<std::uint64_t>;

/// What a picture without a viewport opens with (a file, two graphs side by side): everything up to
/// `readableNodes` nodes; above that groups folded, opened from the root as long as `readableCards`
/// cards suffice, all `layers.N` of one depth or none. Bodies of calls start folded.
constexpr std::size_t readableNodes = 1000;
constexpr std::size_t readableCards = 150;
OpenGroups initiallyOpen(const GroupTree& tree);
/// All groups folded but those that hold nearly everything around them: what is inside of such a
/// one is what its author would call the top level.
OpenGroups openTopLevel(const GroupTree& tree);
/// As many groups as a picture of `mostNodes` cards allows, outer ones first; bodies of calls
/// included.
OpenGroups allOpen(const GroupTree& tree, std::size_t mostNodes);

} // namespace layout
