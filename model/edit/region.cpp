#include "model/edit/region.h"

#include "model/scope_tree.h"
#include "model/support/text.h"

#include <algorithm>
#include <unordered_map>

namespace model::edit {

using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

namespace {

std::vector<GraphId> bodiesOf(const Node& node)
{
    std::vector<GraphId> bodies;
    for (const auto& attribute : node.attributes) {
        if (const auto* const one = std::get_if<GraphId>(&attribute.value))
            bodies.push_back(*one);
        else if (const auto* const several = std::get_if<std::vector<GraphId>>(&attribute.value))
            bodies.insert(bodies.end(), several->begin(), several->end());
    }
    return bodies;
}

bool isConstantNode(const Node& node)
{
    return node.type == "Constant" && node.domain.empty() && node.inputs.empty();
}

/// A weight that is no default of an input. Before IR version 4 all weights are inputs too.
bool isFixed(const Model& model, const Value& value)
{
    return value.initializer.isValid()
        && (!value.isInput || model.irVersion < separateInitializers);
}

std::string listOf(const Model& model, const std::vector<ValueId>& values)
{
    return support::joined(values, ", ", [&](ValueId id) { return quote(model.value(id).name); });
}

/// Collects a region around chosen nodes.
class RegionBuilder {
public:
    RegionBuilder(const Model& model, GraphId graph)
        : m_model(model)
        , m_isInside(model.nodes.size())
        , m_isCut(model.values.size())
        , m_isSeen(model.values.size())
    {
        m_region.graph = graph;
        for (const auto& body : model.graphs)
            for (const auto output : body.outputs)
                if (body.owner.isValid() && model.value(output).graph != body.id)
                    m_returningOwners[output].push_back(body.owner);
    }

    void add(NodeId node) { m_isInside[node.value()] = true; }
    bool contains(NodeId node) const { return node.isValid() && m_isInside[node.value()]; }
    /// The region ends at this value, whatever makes it.
    void cut(ValueId value) { m_isCut[value.value()] = true; }

    void close();
    /// Finds constants and inputs. The nodes are complete then.
    void finish();
    void findOutputs();
    Region& region() { return m_region; }

private:
    std::vector<bool> reached(bool isForwards) const;
    NodeId nodeHere(NodeId node) const;
    void read(ValueId value);
    bool isReadOutside(const Value& value, ValueId id) const;

    const Model& m_model;
    std::vector<bool> m_isInside; ///< by NodeId
    std::vector<bool> m_isCut; ///< by ValueId
    std::vector<bool> m_isSeen; ///< by ValueId: classified as input or constant
    std::vector<NodeId> m_outerConstants;
    /// Nodes with a body that returns a value of a graph around it.
    std::unordered_map<ValueId, std::vector<NodeId>> m_returningOwners;
    Region m_region;
};

/// The node of the region's graph that a node is, or in whose body it is.
NodeId RegionBuilder::nodeHere(NodeId node) const
{
    while (node.isValid() && m_model.node(node).graph != m_region.graph)
        node = m_model.graph(m_model.node(node).graph).owner;
    return node;
}

/// Nodes of the graph that come after nodes of the region, or before them.
std::vector<bool> RegionBuilder::reached(bool isForwards) const
{
    std::vector<bool> isReached(m_model.nodes.size());
    std::vector<NodeId> open;
    const auto visit = [&](NodeId node) {
        if (node.isValid() && !isReached[node.value()]) {
            isReached[node.value()] = true;
            open.push_back(node);
        }
    };
    const auto visitNeighbours = [&](NodeId id) {
        if (!isForwards) {
            for (const auto value : readsOf(m_model, id))
                if (m_model.value(value).graph == m_region.graph)
                    visit(m_model.value(value).producer);
            return;
        }
        for (const auto output : m_model.node(id).outputs)
            if (output.isValid())
                for (const auto& use : m_model.value(output).uses)
                    visit(nodeHere(use.node));
    };
    for (const auto node : m_model.graph(m_region.graph).nodes)
        if (contains(node))
            visitNeighbours(node);
    while (!open.empty()) {
        const auto next = open.back();
        open.pop_back();
        visitNeighbours(next);
    }
    return isReached;
}

void RegionBuilder::close()
{
    const auto after = reached(true);
    const auto before = reached(false);
    for (const auto node : m_model.graph(m_region.graph).nodes) {
        if (contains(node) || !after[node.value()] || !before[node.value()])
            continue;
        add(node);
        m_region.closing.push_back(node);
    }
}

void RegionBuilder::read(ValueId id)
{
    const auto& value = m_model.value(id);
    if (!m_isCut[id.value()] && contains(value.producer))
        return;
    if (m_isSeen[id.value()])
        return;
    m_isSeen[id.value()] = true;
    if (m_isCut[id.value()]) {
        m_region.inputs.push_back(id);
    } else if (isFixed(m_model, value)) {
        m_region.constants.push_back(id);
    } else if (value.producer.isValid() && isConstantNode(m_model.node(value.producer))) {
        add(value.producer);
        if (value.graph != m_region.graph)
            m_outerConstants.push_back(value.producer);
    } else {
        m_region.inputs.push_back(id);
        if (value.initializer.isValid())
            m_region.constants.push_back(id); // the default of the input
    }
}

void RegionBuilder::finish()
{
    const auto& graph = m_model.graph(m_region.graph);
    for (const auto node : graph.nodes)
        if (contains(node))
            ++m_region.selected;
    m_region.selected -= m_region.closing.size();
    for (const auto node : graph.nodes)
        if (contains(node))
            for (const auto value : readsOf(m_model, node))
                read(value);
    for (const auto output : m_region.outputs)
        read(output);
    m_region.nodes = m_outerConstants;
    for (const auto node : graph.nodes)
        if (contains(node))
            m_region.nodes.push_back(node);
}

bool RegionBuilder::isReadOutside(const Value& value, ValueId id) const
{
    if (value.isOutput)
        return true;
    if (std::ranges::any_of(
            value.uses, [&](const Value::Use& use) { return !contains(nodeHere(use.node)); }))
        return true;
    const auto owners = m_returningOwners.find(id);
    return owners != m_returningOwners.end()
        && std::ranges::any_of(
            owners->second, [&](NodeId owner) { return !contains(nodeHere(owner)); });
}

void RegionBuilder::findOutputs()
{
    std::vector<ValueId> ofConstants;
    for (const auto node : m_model.graph(m_region.graph).nodes) {
        if (!contains(node))
            continue;
        const bool isConstant = isConstantNode(m_model.node(node));
        for (const auto id : m_model.node(node).outputs) {
            if (!id.isValid())
                continue;
            const auto& value = m_model.value(id);
            if (value.uses.empty() || isReadOutside(value, id))
                (isConstant && !value.isOutput ? ofConstants : m_region.outputs).push_back(id);
        }
    }
    // Constants come along; they are results only if there is nothing else.
    if (m_region.outputs.empty())
        m_region.outputs = std::move(ofConstants);
}

std::vector<std::string_view> scopeParts(std::string_view scope)
{
    std::vector<std::string_view> parts;
    for (const auto part : support::split(scope, '/'))
        if (!part.empty())
            parts.push_back(part);
    return parts;
}

/// Whether the path of a scope is the wanted one or below it.
bool isWithin(const ScopeTree& tree, std::uint32_t scope, const std::string& wanted)
{
    if (scope == noScope)
        return false;
    const auto path = tree.path(scope);
    return path == wanted || path.starts_with(wanted + "/");
}

} // namespace

std::vector<ValueId> readsOf(const Model& model, NodeId id)
{
    const auto& node = model.node(id);
    std::vector<ValueId> reads;
    for (const auto input : node.inputs)
        if (input.isValid())
            reads.push_back(input);
    for (const auto body : bodiesOf(node)) {
        const auto& captures = model.graph(body).captures;
        reads.insert(reads.end(), captures.begin(), captures.end());
    }
    return reads;
}

std::vector<bool> graphsInside(const Model& model, const std::vector<NodeId>& nodes)
{
    std::vector<bool> isOwner(model.nodes.size());
    for (const auto node : nodes)
        isOwner[node.value()] = true;
    std::vector<bool> isInside(model.graphs.size());
    // A nested graph has a higher id than the graph around it.
    for (const auto& graph : model.graphs)
        if (graph.owner.isValid())
            isInside[graph.id.value()]
                = isOwner[graph.owner.value()] || isInside[graph.parent.value()];
    return isInside;
}

Result<Region> regionOf(const Model& model, std::vector<NodeId> nodes, Closure closure)
{
    if (nodes.empty())
        return failAs(ErrorKind::Usage, "no node is chosen");
    const auto graph = model.node(nodes.front()).graph;
    RegionBuilder builder(model, graph);
    for (const auto node : nodes) {
        if (model.node(node).graph != graph)
            return failAs(ErrorKind::Usage, describe(model, node), " is in another graph than ",
                describe(model, nodes.front()), "; choose nodes of one graph");
        builder.add(node);
    }
    if (closure == Closure::Convex)
        builder.close();
    builder.findOutputs();
    builder.finish();
    return std::move(builder.region());
}

Result<Region> regionBetween(const Model& model, GraphId id, const std::vector<ValueId>& from,
    const std::vector<ValueId>& to)
{
    const auto& graph = model.graph(id);
    RegionBuilder builder(model, id);
    for (const auto value : from)
        builder.cut(value);
    builder.region().outputs = to.empty() ? graph.outputs : to;
    std::vector<bool> isSeen(model.values.size());
    std::vector<ValueId> open = builder.region().outputs;
    std::vector<ValueId> others; // what is needed besides `from`
    while (!open.empty()) {
        const auto next = open.back();
        open.pop_back();
        if (isSeen[next.value()])
            continue;
        isSeen[next.value()] = true;
        const auto& value = model.value(next);
        if (std::ranges::find(from, next) != from.end() || isFixed(model, value))
            continue;
        if (!value.producer.isValid() || value.graph != id) {
            const bool isConstant
                = value.producer.isValid() && isConstantNode(model.node(value.producer));
            if (!isConstant)
                others.push_back(next);
            continue;
        }
        if (builder.contains(value.producer))
            continue;
        builder.add(value.producer);
        const auto reads = readsOf(model, value.producer);
        open.insert(open.end(), reads.begin(), reads.end());
    }
    if (!from.empty() && !others.empty())
        return failAs(ErrorKind::Usage, "the path also needs ", listOf(model, others),
            "; add them to the values it starts from");
    for (const auto value : from)
        if (builder.contains(model.value(value).producer))
            return failAs(ErrorKind::Usage, describe(model, model.value(value).producer), " makes ",
                quote(model.value(value).name),
                ", but another of its outputs is needed too; start from its inputs");
    builder.finish();
    auto& region = builder.region();
    for (const auto value : from)
        if (std::ranges::find(region.inputs, value) == region.inputs.end())
            region.unneeded.push_back(model.value(value).name);
    if (region.nodes.empty())
        return failAs(ErrorKind::Usage, "no node lies between these values");
    return std::move(region);
}

Result<Region> regionOfGraph(const Model& model, GraphId id)
{
    const auto& graph = model.graph(id);
    if (graph.nodes.empty())
        return failAs(ErrorKind::Usage, graphPath(model, id), " has no nodes");
    RegionBuilder builder(model, id);
    for (const auto node : graph.nodes)
        builder.add(node);
    builder.region().outputs = graph.outputs;
    builder.finish();
    auto& region = builder.region();
    // The formal inputs in their order, also those that nothing reads; then what is captured.
    auto captured = std::move(region.inputs);
    std::erase_if(captured, [&](ValueId value) {
        return std::ranges::find(graph.inputs, value) != graph.inputs.end();
    });
    region.inputs = graph.inputs;
    std::erase_if(region.inputs, [&](ValueId value) { return isFixed(model, model.value(value)); });
    region.inputs.insert(region.inputs.end(), captured.begin(), captured.end());
    for (const auto value : graph.inputs)
        if (model.value(value).initializer.isValid()
            && std::ranges::find(region.constants, value) == region.constants.end())
            region.constants.push_back(value);
    return std::move(region);
}

Result<std::vector<NodeId>> nodesOfScope(const Model& model, std::string_view scope)
{
    std::vector<ScopeSource> sources;
    for (const auto& node : model.nodes)
        sources.push_back({ node.name, writtenScopes(node) });
    const auto tree = scopeTree(sources);
    const auto wanted = support::joined(scopeParts(scope), "/");
    std::vector<NodeId> found;
    std::vector<bool> isTheirs(model.graphs.size());
    for (std::size_t i = 0; i < model.nodes.size(); ++i)
        if (isWithin(tree, tree.scopeOf[i], wanted)) {
            found.emplace_back(i);
            isTheirs[model.nodes[i].graph.value()] = true;
        }
    if (wanted.empty() || found.empty())
        return failAs(ErrorKind::Usage, "no node is in a scope ", quote(scope),
            ", expected the beginning of node names such as /encoder/layers.0");
    if (isTheirs.front())
        std::erase_if(found, [&](NodeId node) { return model.node(node).graph.value() != 0; });
    return found;
}

} // namespace model::edit
