#include "tests/support/layout/sample_graphs.h"

#include "layout/card/card.h"
#include "layout/groups/flow.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace testing {
namespace {

void addNode(model::Model& model, model::GraphId graphId, const SampleNode& sample)
{
    const model::NodeId id(model.nodes.size());
    const model::ValueId output(model.values.size());
    auto& graph = model.graphs[graphId.value()];
    model::Node node;
    node.graph = graphId;
    node.position = static_cast<std::uint32_t>(graph.nodes.size());
    node.name = sample.name;
    node.type = sample.type;
    for (std::uint32_t input = 0; input < sample.reads.size(); ++input) {
        const auto value = model.node(graph.nodes[sample.reads[input]]).outputs[0];
        node.inputs.push_back(value);
        model.values[value.value()].uses.push_back({ id, input });
    }
    node.outputs = { output };
    model::Value value;
    value.graph = graphId;
    value.name = sample.name + "_" + std::to_string(output.value());
    value.producer = id;
    value.isDefined = true;
    model.values.push_back(std::move(value));
    model.nodes.push_back(std::move(node));
    graph.nodes.push_back(id);
    graph.order.push_back(id);
    graph.values.push_back(output);
}

model::GraphId addGraph(model::Model& model, const std::vector<SampleNode>& nodes)
{
    const model::GraphId id(model.graphs.size());
    model.graphs.emplace_back().id = id;
    for (const auto& node : nodes)
        addNode(model, id, node);
    return id;
}

class DecoderNodes {
public:
    explicit DecoderNodes(bool isScoped)
        : m_isScoped(isScoped)
    {
    }

    std::uint32_t add(
        const std::string& name, const std::string& type, std::vector<std::uint32_t> reads)
    {
        m_nodes.push_back({ m_isScoped ? "/model/" + name : "", type, std::move(reads) });
        return static_cast<std::uint32_t>(m_nodes.size() - 1);
    }

    std::uint32_t addLayer(
        const std::string& scope, std::uint32_t x, std::uint32_t mask, std::uint32_t cos)
    {
        const auto norm = add(scope + "input_layernorm/Norm", "LayerNormalization", { x });
        std::vector<std::uint32_t> heads;
        for (const auto* part : { "q", "k", "v" }) {
            const auto at = scope + "self_attn/" + part + "_";
            const auto product = add(at + "proj/MatMul", "MatMul", { norm });
            const auto shaped = add(at + "Reshape", "Reshape", { product });
            heads.push_back(add(at + "Mul", "Mul", { shaped, cos }));
        }
        const auto scores = add(scope + "self_attn/MatMul", "MatMul", { heads[0], heads[1] });
        const auto masked = add(scope + "self_attn/Add", "Add", { scores, mask });
        const auto weights = add(scope + "self_attn/Softmax", "Softmax", { masked });
        const auto mixed = add(scope + "self_attn/MatMul_1", "MatMul", { weights, heads[2] });
        const auto attended = add(scope + "Add", "Add", { x, mixed });
        const auto norm2 = add(scope + "post_layernorm/Norm", "LayerNormalization", { attended });
        const auto up = add(scope + "mlp/up_proj/MatMul", "MatMul", { norm2 });
        const auto active = add(scope + "mlp/Sigmoid", "Sigmoid", { up });
        const auto down = add(scope + "mlp/down_proj/MatMul", "MatMul", { active });
        return add(scope + "Add_1", "Add", { attended, down });
    }

    std::vector<SampleNode> take() { return std::move(m_nodes); }

private:
    bool m_isScoped;
    std::vector<SampleNode> m_nodes;
};

/// The outermost folded group that contains the node, else the node itself, as one number.
std::uint64_t shownFor(
    const layout::GroupTree& tree, model::NodeId node, const layout::OpenGroups& open)
{
    std::uint64_t shown = node.value();
    for (auto group = tree.groupOfNode[node.value()]; group != 0;
         group = tree.groups[group].parent) {
        if (!open.contains(tree.groups[group].key))
            shown = (std::uint64_t { 1 } << 32) + group;
    }
    return shown;
}

std::string circleIn(std::map<std::uint64_t, std::set<std::uint64_t>>& readers)
{
    std::map<std::uint64_t, std::size_t> waits;
    for (const auto& [from, targets] : readers) {
        waits.try_emplace(from, 0);
        for (const auto target : targets)
            ++waits[target];
    }
    std::vector<std::uint64_t> ready;
    for (const auto& [shown, count] : waits) {
        if (count == 0)
            ready.push_back(shown);
    }
    std::size_t done = 0;
    for (; !ready.empty(); ++done) {
        const auto shown = ready.back();
        ready.pop_back();
        for (const auto target : readers[shown]) {
            if (--waits[target] == 0)
                ready.push_back(target);
        }
    }
    return done == waits.size() ? ""
                                : std::to_string(waits.size() - done) + " things form a circle";
}

bool isSorted(const model::Model& model, const model::Graph& graph)
{
    std::vector<std::uint32_t> indexOf(model.nodes.size(), layout::groups::none);
    std::size_t reads = 0;
    for (const auto id : graph.order) {
        layout::groups::forEachRead(model, model.node(id), [&](model::ValueId value) {
            const auto producer = model.value(value).producer;
            reads += producer.isValid() && model.node(producer).graph == graph.id
                    && indexOf[producer.value()] == layout::groups::none
                ? 1
                : 0;
        });
        indexOf[id.value()] = 0;
    }
    return reads == 0;
}

std::string circleWhenContracted(
    const model::Model& model, const layout::GroupTree& tree, const layout::OpenGroups& open)
{
    const auto& graph = model.graph(tree.graph);
    if (!isSorted(model, graph))
        return {};
    std::map<std::uint64_t, std::set<std::uint64_t>> readers;
    for (const auto id : graph.nodes) {
        if (layout::isFolded(model, model.node(id)))
            continue;
        const auto reader = shownFor(tree, id, open);
        layout::groups::forEachRead(model, model.node(id), [&](model::ValueId value) {
            const auto producer = model.value(value).producer;
            if (!producer.isValid() || model.node(producer).graph != graph.id
                || layout::isFolded(model, model.node(producer)))
                return;
            const auto from = shownFor(tree, producer, open);
            if (from != reader)
                readers[from].insert(reader);
        });
    }
    return circleIn(readers);
}

std::string misplacedNode(const model::Model& model, const layout::GroupTree& tree)
{
    std::vector<int> places(model.nodes.size(), 0);
    for (std::uint32_t group = 0; group < tree.groups.size(); ++group) {
        for (const auto node : tree.nodesOf(group)) {
            if (model.node(node).graph != tree.groups[group].graph)
                return "node " + std::to_string(node.value()) + " is in a group of another graph";
            ++places[node.value()];
        }
    }
    for (const auto node : model.graph(tree.graph).nodes) {
        if (places[node.value()] != 1)
            return "node " + std::to_string(node.value()) + " is in "
                + std::to_string(places[node.value()]) + " groups";
    }
    return {};
}

std::string misplacedGroup(const layout::GroupTree& tree)
{
    std::set<std::uint64_t> keys;
    for (std::uint32_t index = 0; index < tree.groups.size(); ++index) {
        const auto& group = tree.groups[index];
        const auto name = "group " + std::to_string(index) + " '" + group.title + "' ";
        if (!keys.insert(group.key).second)
            return name + "has the key of another";
        if (index > 0 && tree.groups[group.parent].depth + 1 != group.depth)
            return name + "is not one below its parent";
        auto total = std::uint64_t { group.nodeCount };
        for (auto child = group.firstChild; child < group.firstChild + group.childCount; ++child) {
            if (tree.groups[child].parent != index || child <= index)
                return name + "has a child that does not know it";
            total += tree.groups[child].totalNodes;
        }
        if (total != group.totalNodes)
            return name + "counts wrong";
    }
    return {};
}

}

model::Model modelOfNodes(const std::vector<SampleNode>& nodes)
{
    model::Model model;
    addGraph(model, nodes);
    return model;
}

model::GraphId addSubgraph(model::Model& model, model::NodeId owner, const std::string& attribute,
    const std::vector<SampleNode>& nodes)
{
    const auto id = addGraph(model, nodes);
    auto& graph = model.graphs[id.value()];
    graph.role = model::Graph::Role::Subgraph;
    graph.owner = owner;
    graph.ownerAttribute = attribute;
    graph.parent = model.node(owner).graph;
    model::Attribute added;
    added.name = attribute;
    added.kind = model::AttributeKind::Graph;
    added.value = id;
    model.nodes[owner.value()].attributes.push_back(std::move(added));
    return id;
}

model::FunctionId addFunction(
    model::Model& model, const std::string& name, const std::vector<SampleNode>& nodes)
{
    const model::FunctionId id(model.functions.size());
    const auto body = addGraph(model, nodes);
    model.graphs[body.value()].role = model::Graph::Role::FunctionBody;
    model.graphs[body.value()].function = id;
    auto& function = model.functions.emplace_back();
    function.name = name;
    function.body = body;
    return id;
}

std::vector<SampleNode> decoderNodes(std::size_t layers, bool isScoped)
{
    DecoderNodes nodes(isScoped);
    const auto ids = nodes.add("Cast", "Cast", {});
    const auto mask = nodes.add("mask/Where", "Where", { ids });
    const auto cos = nodes.add("rotary_emb/Cos", "Cos", { ids });
    auto x = nodes.add("embed/Gather", "Gather", { ids });
    for (std::size_t layer = 0; layer < layers; ++layer)
        x = nodes.addLayer("layers." + std::to_string(layer) + "/", x, mask, cos);
    nodes.add("lm_head/MatMul", "MatMul", { x });
    return nodes.take();
}

std::string faultOf(
    const model::Model& model, const layout::GroupTree& tree, const layout::OpenGroups& open)
{
    auto fault = misplacedNode(model, tree);
    if (fault.empty())
        fault = misplacedGroup(tree);
    if (fault.empty())
        fault = circleWhenContracted(model, tree, open);
    return fault;
}

std::string print(const layout::GroupTree& tree)
{
    std::string text;
    std::vector<std::uint32_t> waiting { 0 };
    while (!waiting.empty()) {
        const auto& group = tree.groups[waiting.back()];
        waiting.pop_back();
        text += std::string(2 * group.depth, ' ') + group.title + " "
            + std::to_string(group.totalNodes) + "\n";
        for (auto child = group.firstChild + group.childCount; child-- > group.firstChild;)
            waiting.push_back(child);
    }
    return text;
}

}
