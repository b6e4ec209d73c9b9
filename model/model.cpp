#include "model/model.h"

#include "model/node_labels.h"
#include "model/support/stopping.h"
#include "model/support/text.h"

namespace model {

namespace {

/// Graphs can be nested 10,000 levels deep. A path names at most this many levels, so that the
/// length of all paths together stays linear.
constexpr std::size_t levelLimit = 64;
constexpr std::size_t nameLimit = 200;

std::string functionPath(const Function& function)
{
    std::string text = "function ";
    if (!function.domain.empty())
        text += function.domain + ".";
    text += function.name;
    if (!function.overload.empty())
        text += ":" + function.overload;
    return support::elideMiddle(support::sanitise(text), nameLimit);
}

std::string rootPath(const Model& model, const Graph& graph)
{
    switch (graph.role) {
    case Graph::Role::FunctionBody:
        return graph.function.isValid() ? functionPath(model.function(graph.function)) : "function";
    case Graph::Role::Training:
        return "training";
    default:
        return "graph";
    }
}

std::string nodeStep(const Node& node) { return "/node[" + std::to_string(node.position) + "]"; }

std::string attributeStep(const Graph& graph)
{
    return "/" + support::elideMiddle(support::sanitise(graph.ownerAttribute), nameLimit);
}

/// Returns the location of a value in a list of the node; `role` is input or output.
support::Location locateIn(const Model& model, NodeId node, const std::vector<ValueId>& values,
    std::size_t i, const std::string& role)
{
    auto where = locate(model, node);
    where.path += "/" + role + "[" + std::to_string(i) + "]";
    if (i < values.size() && values[i].isValid())
        where.value = values[i].value();
    return where;
}

std::string_view valueRole(const Value& value)
{
    if (value.isInput)
        return "input";
    return value.initializer.isValid() ? "initializer" : "value";
}

} // namespace

std::int64_t Model::opset(std::string_view wanted, GraphId graphId) const
{
    const auto owner = graph(graphId).function;
    const auto& imports = owner.isValid() ? function(owner).opsets : opsets;
    const auto name = wanted == "ai.onnx" ? std::string_view() : wanted;
    for (const auto& import : imports) {
        if (import.domain == name)
            return import.version;
    }
    return 0;
}

std::string graphPath(const Model& model, GraphId graphId)
{
    std::vector<std::string> steps;
    const Graph* graph = &model.graph(graphId);
    for (; graph->parent.isValid(); graph = &model.graph(graph->parent)) {
        if (steps.size() >= 2 * levelLimit) {
            steps.push_back("…/graph#" + std::to_string(graph->id.value()));
            break;
        }
        steps.push_back(attributeStep(*graph));
        if (graph->owner.isValid())
            steps.push_back(nodeStep(model.node(graph->owner)));
    }
    if (!graph->parent.isValid())
        steps.push_back(rootPath(model, *graph));
    std::string path;
    for (const auto& step : steps)
        path.insert(0, step);
    return path;
}

std::string nodePath(const Model& model, NodeId node)
{
    return graphPath(model, model.node(node).graph) + nodeStep(model.node(node));
}

std::vector<std::string> nodeLabels(const Model& model, const std::stop_token& stop)
{
    const NodeLabels labels(model);
    std::vector<std::string> texts;
    texts.reserve(labels.size());
    for (std::size_t i = 0; i < labels.size() && !support::isStopped(stop, i); ++i)
        texts.push_back(labels.of(model, NodeId(i)));
    return texts;
}

std::string describe(const Model& model, NodeId id)
{
    const auto& node = model.node(id);
    auto text = nodePath(model, id);
    if (!node.name.empty())
        text += " '" + support::elideMiddle(support::sanitise(node.name), nameLimit) + "'";
    return text + " (" + support::elideMiddle(support::sanitise(node.type), nameLimit) + ")";
}

support::Location locate(const Model& model, NodeId node)
{
    auto where = support::locationOf(describe(model, node));
    where.node = node.value();
    return where;
}

support::Location locateInput(const Model& model, NodeId node, std::size_t input)
{
    return locateIn(model, node, model.node(node).inputs, input, "input");
}

support::Location locateOutput(const Model& model, NodeId node, std::size_t output)
{
    return locateIn(model, node, model.node(node).outputs, output, "output");
}

support::Location locateValue(const Model& model, ValueId id)
{
    const auto& value = model.value(id);
    if (value.producer.isValid())
        return locateOutput(model, value.producer, value.producerOutput);
    auto where
        = support::locationOf(graphPath(model, value.graph) + "/" + std::string(valueRole(value))
            + " '" + support::elideMiddle(support::sanitise(value.name), nameLimit) + "'");
    where.value = id.value();
    return where;
}

} // namespace model
