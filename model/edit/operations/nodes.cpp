#include "model/edit/new_messages.h"
#include "model/edit/operation.h"

#include "model/operator.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>

namespace model::edit {

namespace {

using onnx_pb::GraphProto;
using onnx_pb::NodeProto;
using support::ErrorKind;
using support::failAs;
using support::JsonValue;
using support::quote;
using support::Result;

std::string nodeName(const Editing& editing, NodeId node) { return describe(editing.model, node); }

/// The node of `graph` in which `reader` lies: itself, or the one that owns the body around it.
NodeId nodeIn(const Model& model, GraphId graph, NodeId reader)
{
    while (reader.isValid() && model.node(reader).graph != graph)
        reader = model.graph(model.node(reader).graph).owner;
    return reader;
}

/// Whether `node` must run before `later`, which is in the same graph.
bool isBefore(const Model& model, NodeId node, NodeId later)
{
    const auto graph = model.node(node).graph;
    std::vector<NodeId> open { node };
    std::unordered_set<std::uint32_t> seen;
    while (!open.empty()) {
        const auto next = open.back();
        open.pop_back();
        if (next == later)
            return true;
        if (!seen.insert(next.value()).second)
            continue;
        for (const auto output : model.node(next).outputs)
            if (output.isValid())
                for (const auto& use : model.value(output).uses)
                    if (const auto reader = nodeIn(model, graph, use.node); reader.isValid())
                        open.push_back(reader);
    }
    return false;
}

/// Returns the name that a node reads: of a value that is visible to it and does not depend on it;
/// empty for null.
Result<std::string> readableName(const Editing& editing, NodeId node, const JsonValue& json)
{
    if (json.isNull() || json.string() == std::string_view())
        return std::string();
    if (!json.string())
        return failAs(ErrorKind::Usage, "value is neither a name nor null");
    const auto& model = editing.model;
    const auto graph = model.node(node).graph;
    const auto id = TRY(editing.visibleValue(graph, *json.string()));
    const auto& value = model.value(id);
    // In the graph of the value: a body must not read what its own node makes.
    if (value.producer.isValid()
        && isBefore(model, nodeIn(model, value.graph, node), value.producer))
        return failAs(ErrorKind::Usage, quote(value.name), " depends on ", nodeName(editing, node),
            ", so the graph would have a cycle");
    return value.name;
}

/// Removes left-out inputs at the end: they are the same as none.
void trimInputs(Editing& editing, Message& message)
{
    for (auto positions = positionsOf(message, NodeProto::kInputFieldNumber); !positions.empty();
         positions.pop_back()) {
        if (!message.fields[positions.back()].text().empty())
            return;
        editing.change.remove(message, positions.back());
    }
}

Result<std::string> setInput(Editing& editing, const OperationArguments& arguments)
{
    const auto node = TRY(nodeArgument(editing, arguments));
    const auto count = editing.model.node(node).inputs.size();
    const auto index = TRY(arguments.positionUpTo("index", count));
    const auto name = TRY(readableName(editing, node, arguments["value"]));
    auto& message = *TRY(editing.nodeMessage(node));
    auto field = bytesField(NodeProto::kInputFieldNumber, name);
    if (const auto position = positionOf(message, NodeProto::kInputFieldNumber, index))
        editing.change.replace(message, *position, std::move(field));
    else
        editing.change.append(message, std::move(field));
    trimInputs(editing, message);
    return "set input " + std::to_string(index) + " of " + nodeName(editing, node) + " to "
        + (name.empty() ? "nothing" : quote(name));
}

Result<std::string> addInput(Editing& editing, const OperationArguments& arguments)
{
    const auto node = TRY(nodeArgument(editing, arguments));
    const auto count = editing.model.node(node).inputs.size();
    const auto index = TRY(arguments.positionUpTo("index", count));
    const auto name = TRY(readableName(editing, node, arguments["value"]));
    auto& message = *TRY(editing.nodeMessage(node));
    editing.change.insertNth(message, index, bytesField(NodeProto::kInputFieldNumber, name));
    return "added " + quote(name) + " as input " + std::to_string(index) + " of "
        + nodeName(editing, node);
}

Result<std::string> removeInput(Editing& editing, const OperationArguments& arguments)
{
    const auto node = TRY(nodeArgument(editing, arguments));
    auto& message = *TRY(editing.nodeMessage(node));
    const auto index = TRY(arguments.integer("index"));
    const auto position = index < 0
        ? std::nullopt
        : positionOf(message, NodeProto::kInputFieldNumber, static_cast<std::size_t>(index));
    if (!position)
        return failAs(ErrorKind::Usage, nodeName(editing, node), " has no input ", index);
    editing.change.remove(message, *position);
    trimInputs(editing, message);
    return "removed input " + std::to_string(index) + " of " + nodeName(editing, node);
}

/// Removes what the graph says about a value that goes: its type and its annotations.
Result<void> forget(Editing& editing, GraphId graph, std::string_view name)
{
    auto& message = *TRY(editing.graphMessage(graph));
    const auto drop = [&](std::uint32_t number, std::uint32_t nameNumber) {
        const auto positions = positionsOf(message, number);
        for (auto position = positions.rbegin(); position != positions.rend(); ++position)
            if (textIn(message.fields[*position], nameNumber) == name)
                editing.change.remove(message, *position);
    };
    drop(editing.fieldsOf(graph).valueInfo, onnx_pb::ValueInfoProto::kNameFieldNumber);
    if (!editing.fieldsOf(graph).hasTypedInterface)
        return {};
    drop(GraphProto::kQuantizationAnnotationFieldNumber,
        onnx_pb::TensorAnnotation::kTensorNameFieldNumber);
    drop(GraphProto::kOutputFieldNumber, onnx_pb::ValueInfoProto::kNameFieldNumber);
    return {};
}

Result<std::string> removeNode(Editing& editing, const OperationArguments& arguments)
{
    const auto& model = editing.model;
    const auto id = TRY(nodeArgument(editing, arguments));
    const auto& node = model.node(id);
    std::string also;
    for (const auto output : node.outputs) {
        if (!output.isValid())
            continue;
        const auto& value = model.value(output);
        if (!value.uses.empty())
            return failAs(ErrorKind::Usage, nodeName(editing, value.uses.front().node), " reads ",
                quote(value.name), "; set its input first");
        const auto returns = [&](const Graph& graph) {
            return std::ranges::find(graph.outputs, output) != graph.outputs.end();
        };
        if (std::ranges::any_of(model.graphs, [&](const Graph& graph) {
                return graph.role != Graph::Role::Main && returns(graph);
            }))
            return failAs(ErrorKind::Usage, quote(value.name),
                " is an output of a body or function, whose outputs must stay");
        if (value.isOutput)
            also += ", and " + quote(value.name) + " from the outputs";
    }
    const auto text = "removed " + nodeName(editing, id) + also;
    auto& graph = *TRY(editing.graphMessage(node.graph));
    const auto position = positionOf(graph, editing.fieldsOf(node.graph).node, node.position);
    editing.change.remove(graph, *position);
    for (const auto output : node.outputs)
        if (output.isValid())
            TRY(forget(editing, node.graph, model.value(output).name));
    return text;
}

Result<std::string> moveNode(Editing& editing, const OperationArguments& arguments)
{
    const auto id = TRY(nodeArgument(editing, arguments));
    const auto& node = editing.model.node(id);
    const auto last = editing.model.graph(node.graph).nodes.size() - 1;
    const auto to = TRY(arguments.positionUpTo("to", last));
    const auto number = editing.fieldsOf(node.graph).node;
    auto& graph = *TRY(editing.graphMessage(node.graph));
    editing.change.move(
        graph, *positionOf(graph, number, node.position), *positionOf(graph, number, to));
    return "moved " + nodeName(editing, id) + " to position " + std::to_string(to);
}

Result<std::string> renameNode(Editing& editing, const OperationArguments& arguments)
{
    const auto id = TRY(nodeArgument(editing, arguments));
    const auto to = TRY(arguments.text("to"));
    const auto isTaken = [&](const Node& other) { return other.name == to; };
    if (!to.empty() && std::ranges::any_of(editing.model.nodes, isTaken))
        return failAs(ErrorKind::Usage, "another node is called ", quote(to));
    editing.change.setText(*TRY(editing.nodeMessage(id)), NodeProto::kNameFieldNumber, to);
    return "renamed node " + nodeName(editing, id) + " to " + quote(to);
}

Result<std::string> setOperator(Editing& editing, const OperationArguments& arguments)
{
    const auto id = TRY(nodeArgument(editing, arguments));
    const auto domain = TRY(domainArgument(arguments));
    const auto type = TRY(arguments.text("type"));
    const auto imported = TRY(editing.ensureImport(editing.model.node(id).graph, domain));
    auto& message = *TRY(editing.nodeMessage(id));
    editing.change.setText(message, NodeProto::kOpTypeFieldNumber, type);
    if (textOf(message, NodeProto::kDomainFieldNumber) != "ai.onnx" || !domain.empty())
        editing.change.setText(message, NodeProto::kDomainFieldNumber, domain);
    if (arguments.has("overload"))
        editing.change.setText(
            message, NodeProto::kOverloadFieldNumber, TRY(arguments.text("overload")));
    return "changed " + nodeName(editing, id) + " to operator "
        + quote(domain.empty() ? type : domain + "." + type) + imported;
}

/// Lets the readers of a node's output read `source` instead.
Result<void> redirectReaders(Editing& editing, const Value& output, ValueId source)
{
    const auto& name = editing.model.value(source).name;
    for (const auto& use : output.uses) {
        const auto graph = editing.model.node(use.node).graph;
        if (TRY(editing.visibleValue(graph, name)) != source)
            return failAs(ErrorKind::Usage, nodeName(editing, use.node), " cannot read ",
                quote(name), ", because its body has another value of this name");
        auto& message = *TRY(editing.nodeMessage(use.node));
        const auto position = positionOf(message, NodeProto::kInputFieldNumber, use.input);
        editing.change.replace(message, *position, bytesField(NodeProto::kInputFieldNumber, name));
    }
    return {};
}

bool isReturned(const Model& model, ValueId value)
{
    return std::ranges::any_of(model.graphs, [&](const Graph& graph) {
        return std::ranges::find(graph.outputs, value) != graph.outputs.end();
    });
}

/// An output of a graph keeps its name: the node then becomes an Identity.
Result<void> makeIdentity(Editing& editing, NodeId node, const std::string& source)
{
    auto& message = *TRY(editing.nodeMessage(node));
    for (const std::uint32_t number :
        { NodeProto::kAttributeFieldNumber, NodeProto::kDomainFieldNumber,
            NodeProto::kOverloadFieldNumber, NodeProto::kInputFieldNumber })
        editing.change.removeAll(message, number);
    const auto outputs = positionsOf(message, NodeProto::kOutputFieldNumber);
    for (auto i = outputs.size() - 1; i > 0; --i)
        editing.change.remove(message, outputs[i]);
    editing.change.append(message, bytesField(NodeProto::kInputFieldNumber, source));
    editing.change.setText(message, NodeProto::kOpTypeFieldNumber, "Identity");
    return {};
}

Result<std::string> bypassNode(Editing& editing, const OperationArguments& arguments)
{
    const auto& model = editing.model;
    const auto id = TRY(nodeArgument(editing, arguments));
    const auto& node = model.node(id);
    const auto input = arguments.has("input") ? TRY(arguments.integer("input")) : 0;
    if (input < 0 || static_cast<std::size_t>(input) >= node.inputs.size()
        || !node.inputs[static_cast<std::size_t>(input)].isValid())
        return failAs(ErrorKind::Usage, nodeName(editing, id), " has no input ", input);
    const auto source = node.inputs[static_cast<std::size_t>(input)];
    if (node.outputs.empty() || !node.outputs.front().isValid())
        return failAs(ErrorKind::Usage, nodeName(editing, id), " has no first output");
    const auto isNeeded = [&](ValueId output) {
        return output.isValid() && (!model.value(output).uses.empty() || isReturned(model, output));
    };
    if (std::any_of(node.outputs.begin() + 1, node.outputs.end(), isNeeded))
        return failAs(
            ErrorKind::Usage, "more than the first output of ", nodeName(editing, id), " is read");
    const auto& output = model.value(node.outputs.front());
    auto text = "bypassed " + nodeName(editing, id) + ": " + quote(model.value(source).name)
        + " is read instead of " + quote(output.name);
    if (isReturned(model, node.outputs.front())) {
        TRY(makeIdentity(editing, id, model.value(source).name));
        return text + "; it is now an Identity, because " + quote(output.name) + " is an output";
    }
    TRY(redirectReaders(editing, output, source));
    auto& graph = *TRY(editing.graphMessage(node.graph));
    editing.change.remove(
        graph, *positionOf(graph, editing.fieldsOf(node.graph).node, node.position));
    for (const auto gone : node.outputs)
        if (gone.isValid())
            TRY(forget(editing, node.graph, model.value(gone).name));
    return text;
}

} // namespace

std::span<const OperationKind> nodeOperations()
{
    static constexpr std::array kinds {
        OperationKind {
            "removeNode", "node", "removes a node whose outputs nothing reads", removeNode },
        OperationKind { "bypassNode", "node input?",
            "removes a node; readers of its first output read its input (the first, or another)",
            bypassNode },
        OperationKind { "moveNode", "node to", "moves a node in the order of the file", moveNode },
        OperationKind { "renameNode", "node to", "gives a node another name", renameNode },
        OperationKind { "setOperator", "node type domain? overload?",
            "makes a node call another operator or function", setOperator },
        OperationKind { "setInput", "node index value",
            "lets an input read another value, or none (null)", setInput },
        OperationKind {
            "addInput", "node value index?", "adds an input, at the end or at an index", addInput },
        OperationKind {
            "removeInput", "node index", "removes an input; later ones move up", removeInput },
    };
    return kinds;
}

} // namespace model::edit
