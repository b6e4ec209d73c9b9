#include "model/inference/call_order.h"

#include "model/inference/saturated.h"

namespace model {

namespace {

void add(std::vector<GraphId>& graphs, GraphId id)
{
    if (id.isValid())
        graphs.push_back(id);
}

/// Returns the graphs that a node refers to: the body of the called function, or the node's own
/// bodies.
std::vector<GraphId> bodiesOf(const Model& model, const Node& node)
{
    std::vector<GraphId> bodies;
    if (node.function.isValid()) {
        add(bodies, model.function(node.function).body);
        return bodies;
    }
    for (const auto& attribute : node.attributes) {
        if (const auto* one = std::get_if<GraphId>(&attribute.value))
            add(bodies, *one);
        if (const auto* several = std::get_if<std::vector<GraphId>>(&attribute.value))
            for (const auto id : *several)
                add(bodies, id);
    }
    return bodies;
}

} // namespace

std::vector<GraphId> bodiesFirst(const Model& model)
{
    std::vector<GraphId> order;
    std::vector<bool> isEntered(model.graphs.size(), false);
    struct Open {
        GraphId graph;
        std::size_t next = 0; ///< position among its nodes
    };
    std::vector<Open> open;
    const auto enter = [&](GraphId id) {
        if (!isEntered[id.value()])
            open.push_back({ id });
        isEntered[id.value()] = true;
    };
    for (const auto& graph : model.graphs) {
        enter(graph.id);
        while (!open.empty()) {
            const auto id = open.back().graph;
            const auto& nodes = model.graph(id).nodes;
            if (open.back().next == nodes.size()) {
                order.push_back(id);
                open.pop_back();
                continue;
            }
            for (const auto body : bodiesOf(model, model.node(nodes[open.back().next++])))
                enter(body);
        }
    }
    return order;
}

std::vector<std::vector<FunctionId>> calledFunctions(const Model& model)
{
    std::vector<std::vector<FunctionId>> calls(model.functions.size());
    for (const auto& node : model.nodes) {
        const auto caller = model.graph(node.graph).function;
        if (caller.isValid() && node.function.isValid())
            calls[caller.value()].push_back(node.function);
    }
    return calls;
}

std::uint64_t inlinedSize(const Model& model)
{
    std::vector<std::uint64_t> sizes(model.graphs.size(), 0);
    for (const auto id : bodiesFirst(model)) {
        std::uint64_t size = 0;
        for (const auto nodeId : model.graph(id).nodes) {
            const auto& node = model.node(nodeId);
            size = saturatedSum(size, node.function.isValid() ? 0 : 1);
            for (const auto body : bodiesOf(model, node))
                size = saturatedSum(size, sizes[body.value()]);
        }
        sizes[id.value()] = size;
    }
    return sizes[model.main().id.value()];
}

} // namespace model
