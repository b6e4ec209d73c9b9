#include "layout/group_tree.h"

#include "layout/card/card.h"
#include "layout/groups/blocks.h"
#include "layout/groups/partition.h"
#include "layout/groups/structure.h"
#include "layout/hierarchy.h"
#include "model/scope_path.h"
#include "model/support/hash.h"
#include "model/support/text.h"

#include <algorithm>
#include <future>
#include <memory>
#include <unordered_set>

namespace layout {
namespace {

using namespace groups;
using support::mixed;

constexpr std::uint32_t largeGraph = 10'000; ///< nodes that are worth a second thread
constexpr std::size_t titleCharacters = 48;
constexpr std::size_t longestPath = 1024; ///< bytes; of longer paths the end is kept
constexpr std::size_t bodyNodesFree = 100'000; ///< body nodes that may be shown in addition to a
                                               ///< number per node of the model
constexpr std::size_t bodyNodesEach = 4;

std::string shortened(std::string path)
{
    if (path.size() <= longestPath)
        return path;
    const auto cut = path.find('/', path.size() - longestPath / 2);
    return "…"
        + (cut == std::string::npos ? path.substr(path.size() - longestPath / 2)
                                    : path.substr(cut));
}

std::string joined(const std::string& path, const std::string& part)
{
    return path.empty() || part.empty() ? path + part : path + "/" + part;
}

/// Returns the last part of a node's name; `If[12]` if it has no name.
std::string ownName(const model::Node& node)
{
    const auto parts = model::partsOfName(node.name);
    return parts.empty() ? node.type + "[" + std::to_string(node.position) + "]"
                         : std::string(parts.back());
}

/// Returns the title of a node with bodies: `Loop_713`, or `Loop refine` if the name does not
/// contain the type.
std::string ownerTitle(const model::Node& node)
{
    const auto name = ownName(node);
    return name.starts_with(node.type) ? name : node.type + " " + name;
}

std::string graphName(const model::Model& model, const model::Graph& graph)
{
    if (graph.role == model::Graph::Role::FunctionBody)
        return model.function(graph.function).domain + "." + model.function(graph.function).name;
    if (!graph.owner.isValid())
        return graph.role == model::Graph::Role::Training ? "training " + graph.name : "";
    return ownName(model.node(graph.owner)) + "/" + graph.ownerAttribute;
}

/// The groups of one graph, prepared once for all calls.
struct PreparedGraph {
    LocalTree tree;
    std::vector<std::uint64_t> structures; ///< by local group
    std::vector<std::vector<std::uint32_t>> children; ///< by local group, in order
    std::vector<std::uint32_t> firstConstant; ///< by position, one entry more than positions
    std::vector<model::NodeId> constants; ///< constants whose first reader is at the position
    std::vector<model::NodeId> unread; ///< folded constants that no node of this graph reads
};

class Preparation {
public:
    Preparation(const model::Model& model, std::stop_token stop)
        : m_model(model)
        , m_stop(std::move(stop))
        , m_prepared(model.graphs.size())
        , m_indexOf(model.nodes.size(), none)
        , m_numberOf(model.values.size(), none)
        , m_isPlaced(model.nodes.size(), 0)
    {
    }

    const PreparedGraph& of(model::GraphId graph)
    {
        auto& prepared = m_prepared[graph.value()];
        if (prepared == nullptr)
            prepared = std::make_unique<PreparedGraph>(prepare(graph));
        return *prepared;
    }

private:
    PreparedGraph prepare(model::GraphId graph)
    {
        PreparedGraph result;
        auto flow = flowOf(m_model, graph, m_indexOf);
        if (m_stop.stop_requested())
            return result;
        // On two threads, because scopes and signatures do not need each other.
        const auto launch = flow.size() < largeGraph ? std::launch::deferred : std::launch::async;
        auto signing = std::async(launch, [&] { return signaturesOf(m_model, flow, m_indexOf); });
        result.tree = partition(m_model, flow, m_stop);
        if (m_stop.stop_requested())
            return result;
        const auto signatures = signing.get();
        StructureHash hash(result.tree, signatures, m_numberOf);
        addBlocks(result.tree, signatures, hash, m_stop);
        if (m_stop.stop_requested())
            return result;
        result.children.resize(result.tree.groups.size());
        for (std::uint32_t group = 0; group < result.tree.groups.size(); ++group) {
            const auto& known = result.tree.groups[group];
            result.structures.push_back(hash.of(known.begin, known.end));
            if (known.parent != none)
                result.children[known.parent].push_back(group);
        }
        for (auto& children : result.children)
            std::ranges::sort(
                children, {}, [&](std::uint32_t child) { return result.tree.groups[child].begin; });
        placeConstants(result, graph);
        return result;
    }

    void placeConstants(PreparedGraph& result, model::GraphId graph)
    {
        if (result.tree.order.size() == m_model.graph(graph).order.size()) { // no node is folded
            result.firstConstant.assign(result.tree.order.size() + 1, 0);
            return;
        }
        result.firstConstant.push_back(0);
        for (const auto index : result.tree.order) {
            const auto& node = m_model.node(result.tree.flow.nodes[index]);
            forEachRead(m_model, node,
                [&](model::ValueId value) { placeChain(value, graph, result.constants); });
            result.firstConstant.push_back(static_cast<std::uint32_t>(result.constants.size()));
        }
        for (const auto node : m_model.graph(graph).order) {
            if (isWaiting(node, graph))
                place(node, result.unread);
        }
    }

    /// Adds a folded node and the folded nodes before it in its chain.
    void placeChain(model::ValueId value, model::GraphId graph, std::vector<model::NodeId>& list)
    {
        auto producer = m_model.value(value).producer;
        while (isWaiting(producer, graph)) {
            place(producer, list);
            const auto& inputs = m_model.node(producer).inputs;
            if (inputs.empty() || !inputs[0].isValid())
                return;
            producer = m_model.value(inputs[0]).producer;
        }
    }

    bool isWaiting(model::NodeId node, model::GraphId graph) const
    {
        return node.isValid() && m_indexOf[node.value()] == none && m_isPlaced[node.value()] == 0
            && m_model.node(node).graph == graph;
    }

    void place(model::NodeId node, std::vector<model::NodeId>& list)
    {
        m_isPlaced[node.value()] = 1;
        list.push_back(node);
    }

    const model::Model& m_model;
    std::stop_token m_stop;
    std::vector<std::unique_ptr<PreparedGraph>> m_prepared;
    std::vector<std::uint32_t> m_indexOf;
    std::vector<std::uint32_t> m_numberOf;
    std::vector<std::uint8_t> m_isPlaced;
};

/// The origin of a group of the tree.
struct Source {
    const PreparedGraph* prepared = nullptr; ///< null: contains the bodies of its owner
    std::uint32_t localGroup = 0;
    std::uint32_t calls = 0; ///< number of function calls around it
    std::string outside; ///< path of the enclosing body
};

class TreeBuilder {
public:
    TreeBuilder(const model::Model& model, model::GraphId graph, std::stop_token stop)
        : m_model(model)
        , m_stop(stop)
        , m_preparation(model, stop)
        , m_ownsGraph(model.nodes.size())
        , m_nodesLeft(bodyNodesFree + bodyNodesEach * model.nodes.size())
    {
        m_tree.graph = graph;
        m_tree.groupOfNode.assign(model.nodes.size(), noGroup);
        for (const auto& inside : model.graphs)
            if (inside.owner.isValid())
                m_ownsGraph[inside.owner.value()] = true;
    }

    GroupTree build()
    {
        Group root;
        root.graph = m_tree.graph;
        root.key = mixed(1, graphName(m_model, m_model.graph(m_tree.graph)));
        root.title = support::sanitise(
            support::elideMiddle(levelTitle(m_model, m_tree.graph), titleCharacters));
        m_keys.insert(root.key);
        const auto& prepared = m_preparation.of(m_tree.graph);
        m_tree.groups.reserve(prepared.tree.groups.size());
        m_tree.nodes.reserve(m_model.graph(m_tree.graph).order.size());
        m_tree.isFolded.reserve(m_tree.nodes.capacity());
        m_tree.groups.push_back(std::move(root));
        m_sources.push_back({ &prepared });
        for (std::uint32_t group = 0; group < m_tree.groups.size(); ++group) {
            if (m_stop.stop_requested())
                return std::move(m_tree);
            fill(group);
        }
        sumUp();
        return std::move(m_tree);
    }

private:
    void fill(std::uint32_t group)
    {
        m_tree.groups[group].firstChild = static_cast<std::uint32_t>(m_tree.groups.size());
        m_tree.groups[group].firstNode = static_cast<std::uint32_t>(m_tree.nodes.size());
        if (m_sources[group].prepared == nullptr)
            addEach(group);
        else
            fillFromGraph(group);
    }

    void fillFromGraph(std::uint32_t group)
    {
        const auto& prepared = *m_sources[group].prepared;
        const auto local = m_sources[group].localGroup;
        auto place = prepared.tree.groups[local].begin;
        const auto addNodes = [&](std::uint32_t end) {
            for (; place < end; ++place)
                addCard(group, prepared, place);
        };
        for (const auto child : prepared.children[local]) {
            addNodes(prepared.tree.groups[child].begin);
            addLocal(group, child);
            place = prepared.tree.groups[child].end;
        }
        addNodes(prepared.tree.groups[local].end);
        if (local == 0) {
            for (const auto node : prepared.unread)
                addNode(group, node, true);
        }
    }

    void addCard(std::uint32_t group, const PreparedGraph& prepared, std::uint32_t place)
    {
        for (auto i = prepared.firstConstant[place]; i < prepared.firstConstant[place + 1]; ++i)
            addNode(group, prepared.constants[i], true);
        const auto node = prepared.tree.flow.nodes[prepared.tree.order[place]];
        addNode(group, node, false);
        ++m_tree.groups[group].cardCount;
        addBodies(group, node);
    }

    void addNode(std::uint32_t group, model::NodeId node, bool isFolded)
    {
        m_tree.nodes.push_back(node);
        m_tree.isFolded.push_back(isFolded);
        ++m_tree.groups[group].nodeCount;
        if (m_tree.groupOfNode[node.value()] == noGroup)
            m_tree.groupOfNode[node.value()] = group;
    }

    /// `name` distinguishes the group from its siblings.
    std::uint32_t addChild(std::uint32_t parent, Group group, std::string_view name, Source source)
    {
        group.parent = parent;
        group.depth = m_tree.groups[parent].depth + 1;
        group.key
            = mixed(mixed(m_tree.groups[parent].key, static_cast<std::uint64_t>(group.kind)), name);
        while (!m_keys.insert(group.key).second)
            group.key = mixed(group.key, 1);
        group.title = support::sanitise(support::elideMiddle(group.title, titleCharacters));
        group.path = shortened(std::move(group.path));
        ++m_tree.groups[parent].childCount;
        m_tree.groups.push_back(std::move(group));
        m_sources.push_back(std::move(source));
        return static_cast<std::uint32_t>(m_tree.groups.size() - 1);
    }

    void addLocal(std::uint32_t parent, std::uint32_t localGroup)
    {
        auto source = m_sources[parent];
        source.localGroup = localGroup;
        const auto& local = source.prepared->tree.groups[localGroup];
        Group group;
        group.kind = local.kind;
        group.graph = m_tree.groups[parent].graph;
        group.title = local.title;
        group.path = joined(source.outside, local.path);
        addChild(parent, std::move(group), local.title, std::move(source));
    }

    void addBodies(std::uint32_t parent, model::NodeId owner)
    {
        if (!m_ownsGraph[owner.value()] && m_model.functions.empty())
            return;
        const auto bodies = graphsInside(m_model, owner);
        if (bodies.size() == 1)
            addBody(parent, owner, bodies.front());
        if (bodies.size() < 2)
            return;
        const auto name = ownName(m_model.node(owner));
        Group group;
        group.kind = GroupKind::Branches;
        group.graph = m_tree.groups[parent].graph;
        group.owner = owner;
        group.title = ownerTitle(m_model.node(owner));
        group.path = joined(m_tree.groups[parent].path, name);
        auto source = m_sources[parent];
        source.prepared = nullptr;
        addChild(parent, std::move(group), name, std::move(source));
    }

    void addEach(std::uint32_t branches)
    {
        const auto owner = m_tree.groups[branches].owner;
        for (const auto body : graphsInside(m_model, owner))
            addBody(branches, owner, body);
    }

    void addBody(std::uint32_t parent, model::NodeId owner, model::GraphId body)
    {
        const auto& graph = m_model.graph(body);
        const bool isFunction = graph.owner != owner;
        const auto calls = m_sources[parent].calls + (isFunction ? 1 : 0);
        // If there are more calls around it than functions, a function calls itself.
        if (graph.nodes.size() > m_nodesLeft || calls > m_model.functions.size())
            return;
        m_nodesLeft -= graph.nodes.size();
        const auto title = isFunction ? m_model.node(owner).type : graph.ownerAttribute;
        const auto name = joined(ownName(m_model.node(owner)), title);
        Group group;
        group.kind = isFunction ? GroupKind::Function : GroupKind::Subgraph;
        group.graph = body;
        group.owner = owner;
        const bool isBranch = m_tree.groups[parent].kind == GroupKind::Branches;
        // A branch is inside a frame that names its owner. Otherwise the title names it; a number
        // stays at the end of the title.
        group.title
            = isFunction || isBranch ? title : title + " of " + ownerTitle(m_model.node(owner));
        group.path = joined(m_tree.groups[parent].path, isBranch ? title : name);
        Source source { &m_preparation.of(body), 0, calls, shortened(group.path) };
        addChild(parent, std::move(group), name, std::move(source));
    }

    /// Children have higher indices than their parents.
    void sumUp()
    {
        for (auto index = m_tree.groups.size(); index-- > 0;) {
            auto& group = m_tree.groups[index];
            const auto& source = m_sources[index];
            group.totalNodes = group.nodeCount;
            group.structure
                = source.prepared == nullptr ? 1 : source.prepared->structures[source.localGroup];
            for (auto child = group.firstChild; child < group.firstChild + group.childCount;
                 ++child) {
                const auto& inner = m_tree.groups[child];
                group.totalNodes += inner.totalNodes;
                group.structure
                    = mixed(mixed(group.structure, offset(index, child)), inner.structure);
            }
        }
    }

    /// Returns the start of a child relative to its parent; 0 for bodies.
    std::uint32_t offset(std::size_t parent, std::size_t child) const
    {
        const auto& outer = m_sources[parent];
        const auto& inner = m_sources[child];
        if (outer.prepared != inner.prepared || inner.prepared == nullptr)
            return 0;
        const auto& groups = inner.prepared->tree.groups;
        return groups[inner.localGroup].begin - groups[outer.localGroup].begin;
    }

    const model::Model& m_model;
    std::stop_token m_stop;
    Preparation m_preparation;
    GroupTree m_tree;
    std::vector<Source> m_sources; ///< by group
    std::unordered_set<std::uint64_t> m_keys;
    std::vector<bool> m_ownsGraph; ///< by NodeId
    std::size_t m_nodesLeft;
};

}

GroupTree buildGroupTree(const model::Model& model, model::GraphId graph, std::stop_token stop)
{
    return TreeBuilder(model, graph, std::move(stop)).build();
}

}
