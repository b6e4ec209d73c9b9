#include "model/edit/new_messages.h"
#include "model/edit/operation.h"
#include "model/edit/tree.h"

#include "model/operator.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>

namespace model::edit {

namespace {

using onnx_pb::NodeProto;
using support::ErrorKind;
using support::failAs;
using support::JsonValue;
using support::quote;
using support::Result;

Result<void> addInputNames(
    const Editing& editing, GraphId graph, NodeProto& node, const JsonValue& names)
{
    for (const auto& item : names.items()) {
        const auto name = item.string().value_or("");
        if (!name.empty())
            TRY(editing.visibleValue(graph, name));
        node.add_input(std::string(name));
    }
    return {};
}

Result<void> addOutputNames(
    const Editing& editing, GraphId graph, NodeProto& node, const JsonValue& names)
{
    auto taken = editing.namesIn(graph, Editing::Names::Defined);
    for (const auto& item : names.items()) {
        const auto name = std::string(item.string().value_or(""));
        if (!name.empty() && !taken.insert(name).second)
            return failAs(ErrorKind::Usage, "the name ", quote(name), " is taken by another value");
        node.add_output(name);
    }
    if (node.output_size() > 0)
        return {};
    auto name = node.op_type() + "_output";
    for (int i = 1; taken.contains(name); ++i)
        name = node.op_type() + "_output_" + std::to_string(i);
    node.add_output(name);
    return {};
}

/// `schema` gives the kinds of attributes; null: they are what the values look like.
Result<void> addAttributes(
    Editing& editing, Message& node, const JsonValue& attributes, const OperatorSchema* schema)
{
    for (const auto& [name, value] : attributes.members()) {
        const auto* const spec = schema ? schema->attribute(name) : nullptr;
        if (schema && !spec)
            return failAs(ErrorKind::Usage, schema->name, " has no attribute ", quote(name));
        const auto kind = spec ? spec->kind : kindOf(value);
        auto fields = TRY(
            attributeValueFields(kind, value, editing.folder).within("attribute " + quote(name)));
        auto field = bytesField(NodeProto::kAttributeFieldNumber, {});
        field.child = std::make_unique<Message>();
        field.child->rule = &onnx::messageRule("AttributeProto");
        auto& into = field.child->fields;
        into.push_back(bytesField(onnx_pb::AttributeProto::kNameFieldNumber, name));
        for (auto& part : fields)
            into.push_back(std::move(part));
        into.push_back(integerField(
            onnx_pb::AttributeProto::kTypeFieldNumber, static_cast<std::int64_t>(kind)));
        editing.change.append(node, std::move(field));
    }
    return {};
}

/// Reads the operator, the name and the domain of a new node.
Result<NodeProto> newNode(const Editing& editing, const OperationArguments& arguments)
{
    NodeProto node;
    node.set_op_type(TRY(arguments.text("type")));
    if (arguments.has("name"))
        node.set_name(TRY(arguments.text("name")));
    const auto isTaken = [&](const Node& other) { return other.name == node.name(); };
    if (!node.name().empty() && std::ranges::any_of(editing.model.nodes, isTaken))
        return failAs(ErrorKind::Usage, "another node is called ", quote(node.name()));
    const auto domain = TRY(domainArgument(arguments));
    if (!domain.empty())
        node.set_domain(domain);
    if (arguments.has("overload"))
        node.set_overload(TRY(arguments.text("overload")));
    return node;
}

/// Puts a node into a graph. Returns the words about an import that it needed.
Result<std::string> place(Editing& editing, GraphId graph, std::size_t index, const NodeProto& node,
    const JsonValue& attributes)
{
    const auto imported = TRY(editing.ensureImport(graph, node.domain()));
    const auto& registry = OperatorRegistry::instance();
    const auto opset = editing.model.opset(node.domain(), graph);
    const auto* const schema = registry.find(node.domain(), node.op_type(),
        opset != 0 ? opset : std::max<std::int64_t>(registry.newestOpset(node.domain()), 1));
    auto& message = *TRY(editing.graphMessage(graph));
    const auto number = editing.fieldsOf(graph).node;
    editing.change.insertNth(message, index, messageField(number, node));
    auto* const added = TRY(editing.change.open(message, *positionOf(message, number, index)));
    TRY(addAttributes(editing, *added, attributes, schema));
    return imported;
}

Result<std::string> addNode(Editing& editing, const OperationArguments& arguments)
{
    const auto graph = TRY(graphArgument(editing, arguments));
    const auto index
        = TRY(arguments.positionUpTo("index", editing.model.graph(graph).nodes.size()));
    auto node = TRY(newNode(editing, arguments));
    TRY(addInputNames(editing, graph, node, arguments["inputs"]));
    TRY(addOutputNames(editing, graph, node, arguments["outputs"]));
    const auto imported = TRY(place(editing, graph, index, node, arguments["attributes"]));
    return "added " + node.op_type() + (node.name().empty() ? "" : " " + quote(node.name()))
        + ", which makes " + quote(node.output(0)) + imported;
}

/// An input of a node that reads a value, as a message of the file.
struct Reader {
    Message* node = nullptr;
    std::size_t input = 0;
};

/// The input that the arguments `reader` and `input` name; all readers without them.
Result<std::vector<Reader>> readersOf(
    Editing& editing, const Value& value, const OperationArguments& arguments)
{
    std::vector<Reader> readers;
    NodeId wanted;
    if (arguments.has("reader")) {
        const auto name = TRY(arguments.text("reader"));
        wanted = TRY(editing.nodeCalled(name));
    }
    for (const auto& use : value.uses) {
        if (wanted.isValid() && use.node != wanted)
            continue;
        if (arguments.has("input") && arguments["input"].integer() != use.input)
            continue;
        readers.push_back({ TRY(editing.nodeMessage(use.node)), use.input });
    }
    if (wanted.isValid() && readers.empty())
        return failAs(ErrorKind::Usage, describe(editing.model, wanted), " does not read ",
            quote(value.name), arguments.has("input") ? " there" : "");
    return readers;
}

void setText(Editing& editing, Message& message, std::uint32_t number, std::size_t index,
    const std::string& text)
{
    if (const auto position = positionOf(message, number, index))
        editing.change.replace(message, *position, bytesField(number, text));
}

bool isReturnedBy(const Model& model, ValueId value)
{
    return std::ranges::any_of(model.graphs, [&](const Graph& graph) {
        return std::ranges::find(graph.outputs, value) != graph.outputs.end();
    });
}

/// The new node takes the name of an output of a graph, and what made it gets another one.
Result<void> renameSource(Editing& editing, const Value& value, const std::string& name)
{
    if (!value.producer.isValid())
        return failAs(ErrorKind::Usage, quote(value.name),
            " is an output of the graph that no node makes, so no node can be put before all of "
            "its readers; choose one reader");
    auto* const producer = TRY(editing.nodeMessage(value.producer));
    setText(editing, *producer, NodeProto::kOutputFieldNumber, value.producerOutput, name);
    auto* const graph = TRY(editing.graphMessage(value.graph));
    const auto number = editing.fieldsOf(value.graph).valueInfo;
    for (auto positions = positionsOf(*graph, number); !positions.empty(); positions.pop_back())
        if (textIn(graph->fields[positions.back()], onnx_pb::ValueInfoProto::kNameFieldNumber)
            == value.name)
            editing.change.remove(*graph, positions.back());
    return {};
}

Result<void> addInsertedInputs(const Editing& editing, GraphId graph, NodeProto& node,
    const OperationArguments& arguments, const std::string& source)
{
    if (!arguments.has("inputs")) {
        node.add_input(source);
        return {};
    }
    TRY(addInputNames(editing, graph, node, arguments["inputs"]));
    const auto name = TRY(arguments.text("value"));
    const auto own = std::ranges::find(*node.mutable_input(), name);
    if (own == node.mutable_input()->end())
        return failAs(ErrorKind::Usage, "the inputs of the new node do not have ", quote(name));
    *own = source;
    return {};
}

Result<std::string> insertNode(Editing& editing, const OperationArguments& arguments)
{
    const auto& model = editing.model;
    const auto id = TRY(valueArgument(editing, arguments));
    const auto& value = model.value(id);
    if (!value.isDefined)
        return failAs(ErrorKind::Usage, quote(value.name), " is read but never defined");
    const auto readers = TRY(readersOf(editing, value, arguments));
    auto node = TRY(newNode(editing, arguments));
    const bool takesName = !arguments.has("reader") && isReturnedBy(model, id);
    if (readers.empty() && !takesName)
        return failAs(ErrorKind::Usage, "nothing reads ", quote(value.name));
    const auto wanted = takesName ? value.name : node.op_type() + "_output";
    FreshNames fresh(editing.namesIn(value.graph, Editing::Names::All, wanted));
    const auto made = fresh.take(wanted);
    if (takesName)
        TRY(renameSource(editing, value, made));
    TRY(addInsertedInputs(editing, value.graph, node, arguments, takesName ? made : value.name));
    node.add_output(takesName ? value.name : made);
    if (!takesName)
        for (const auto& reader : readers)
            setText(editing, *reader.node, NodeProto::kInputFieldNumber, reader.input, made);
    const auto index = value.producer.isValid() && model.node(value.producer).graph == value.graph
        ? model.node(value.producer).position + 1U
        : 0U;
    const auto imported = TRY(place(editing, value.graph, index, node, arguments["attributes"]));
    return "inserted " + node.op_type() + (node.name().empty() ? "" : " " + quote(node.name()))
        + " behind " + quote(value.name) + " ("
        + support::countOf(readers.size(), "reader", "readers")
        + (takesName ? "; it makes the output, " + quote(made) + " is what went in" : "") + ")"
        + imported;
}

Result<std::string> duplicateNode(Editing& editing, const OperationArguments& arguments)
{
    const auto& model = editing.model;
    const auto id = TRY(nodeArgument(editing, arguments));
    const auto& node = model.node(id);
    FreshNames values(editing.namesIn(node.graph, Editing::Names::All));
    std::unordered_set<std::string> taken;
    for (const auto& other : model.nodes)
        taken.insert(other.name);
    FreshNames nodes(std::move(taken));
    NameMap names;
    std::string made;
    for (const auto output : node.outputs)
        if (output.isValid()) {
            const auto& name = model.value(output).name;
            names[name] = values.take(name);
            made += (made.empty() ? "" : ", ") + quote(names[name]);
        }
    auto& graph = *TRY(editing.graphMessage(node.graph));
    const auto number = editing.fieldsOf(node.graph).node;
    const auto position = *positionOf(graph, number, node.position);
    Message holder { graph.rule, graph.level, {} };
    holder.fields.push_back(renumbered(cloneOf(graph.fields[position]), number));
    auto* const copy = TRY(openIn(holder, 0));
    TRY(renameInNode(*copy, names, [&](std::string_view name) { return values.take(name); }));
    TRY(visitNodes(*copy, [&](Message& inner) -> Result<void> {
        Change unlogged;
        if (const auto name = std::string(textOf(inner, NodeProto::kNameFieldNumber));
            !name.empty())
            unlogged.setText(inner, NodeProto::kNameFieldNumber, nodes.take(name));
        return {};
    }));
    editing.change.insert(graph, position + 1, std::move(holder.fields.front()));
    return "duplicated " + describe(model, id) + "; the copy makes " + made;
}

} // namespace

std::span<const OperationKind> newNodeOperations()
{
    static constexpr std::array kinds {
        OperationKind { "addNode",
            "type domain? overload? name? inputs? outputs? attributes? graph? index?",
            "adds a node, at the end of the graph or at an index; without outputs it makes one "
            "value of a new name",
            addNode },
        OperationKind { "insertNode",
            "type value reader? input? domain? overload? name? inputs? attributes? graph?",
            "puts a node on the line from a value to one reader, or to all of them", insertNode },
        OperationKind { "duplicateNode", "node",
            "adds a copy of a node that reads the same and makes values of new names",
            duplicateNode },
    };
    return kinds;
}

} // namespace model::edit
