#include "model/edit/new_messages.h"
#include "model/edit/operation.h"
#include "model/edit/tree.h"

#include "model/operator.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace model::edit {

namespace {

using onnx_pb::GraphProto;
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

/// Reads the operator, the name and the domain of a new node. It may have the name of a node that
/// goes.
Result<NodeProto> newNode(const Editing& editing, const OperationArguments& arguments,
    const std::set<NodeId>& removed = {})
{
    NodeProto node;
    node.set_op_type(TRY(arguments.text("type")));
    if (arguments.has("name"))
        node.set_name(TRY(arguments.text("name")));
    const auto isTaken = [&](const Node& other) {
        return other.name == node.name()
            && !removed.contains(NodeId(std::size_t(&other - editing.model.nodes.data())));
    };
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

/// Replaces nodes of the main graph by others.
class NodeRewrite {
public:
    explicit NodeRewrite(Editing& editing)
        : m_editing(editing)
        , m_graph(editing.model.main())
    {
    }

    Result<std::string> run(const OperationArguments& arguments)
    {
        for (const auto& item : arguments["remove"].items())
            m_removed.insert(TRY(mainNode(item.stringOr({}))));
        TRY(addInitializers(arguments["initializers"]));
        TRY(readNodes(arguments["nodes"]));
        TRY(readInputs(arguments["inputs"]));
        TRY(checkValues());
        TRY(write());
        TRY(m_editing.removeTypes(m_graph.id, [&](std::string_view name) {
            return m_gone.contains(std::string(name)) && !m_made.contains(std::string(name));
        }));
        return "replaced " + support::countOf(m_removed.size(), "node", "nodes") + " by "
            + std::to_string(m_count) + m_imported;
    }

private:
    struct New {
        NodeProto node;
        const JsonValue* attributes = nullptr;
    };

    Result<NodeId> mainNode(const std::string& name) const
    {
        const auto id = TRY(m_editing.nodeCalled(name));
        if (m_editing.model.node(id).graph != m_graph.id)
            return failAs(
                ErrorKind::Usage, describe(m_editing.model, id), " is not in the main graph");
        return id;
    }

    Result<void> addInitializers(const JsonValue& list)
    {
        auto& message = *TRY(m_editing.graphMessage(m_graph.id));
        if (!list.items().empty() && m_editing.model.irVersion < separateInitializers)
            return failAs(ErrorKind::Usage, "IR version ", m_editing.model.irVersion,
                " has initializers only as inputs; set it to ", separateInitializers, " first");
        for (const auto& item : list.items()) {
            const auto name = TRY(OperationArguments(item).text("name"));
            TRY(m_editing.checkFree(m_graph.id, name, Editing::Names::All));
            if (!m_made.insert(name).second)
                return failAs(ErrorKind::Usage, "two initializers are called ", quote(name));
            const auto source = TRY(tensorSourceFrom(item, m_editing.folder).within(quote(name)));
            m_editing.change.append(
                message, tensorField(GraphProto::kInitializerFieldNumber, name, source));
        }
        return {};
    }

    Result<void> readNodes(const JsonValue& list)
    {
        for (const auto& item : list.items()) {
            const OperationArguments arguments(item);
            const auto place = TRY(arguments.text("at"));
            const auto at = TRY(mainNode(place));
            if (!m_removed.contains(at))
                return failAs(ErrorKind::Usage, "\"at\" is ", describe(m_editing.model, at),
                    ", expected a node that is removed");
            New added { TRY(newNode(m_editing, arguments, m_removed)), &arguments["attributes"] };
            for (const auto& name : arguments["inputs"].items())
                added.node.add_input(name.stringOr({}));
            for (const auto& name : arguments["outputs"].items()) {
                added.node.add_output(name.stringOr({}));
                m_made.insert(name.stringOr({}));
            }
            m_new[at].push_back(std::move(added));
            ++m_count;
        }
        return {};
    }

    Result<void> readInputs(const JsonValue& list)
    {
        for (const auto& item : list.items()) {
            const OperationArguments arguments(item);
            const auto name = TRY(arguments.text("node"));
            const auto node = TRY(mainNode(name));
            const auto index = TRY(arguments.integer("index"));
            if (index < 0 || std::size_t(index) >= m_editing.model.node(node).inputs.size())
                return failAs(
                    ErrorKind::Usage, describe(m_editing.model, node), " has no input ", index);
            m_inputs[node][std::size_t(index)] = TRY(arguments.text("value"));
        }
        return {};
    }

    /// Whatever is read afterwards must be there.
    Result<void> checkValues()
    {
        const auto& model = m_editing.model;
        for (const auto id : m_removed)
            for (const auto output : model.node(id).outputs)
                if (output.isValid())
                    m_gone.insert(model.value(output).name);
        const auto check = [&](const std::string& name) -> Result<void> {
            if (!name.empty() && !m_made.contains(name)) {
                TRY(m_editing.visibleValue(m_graph.id, name));
                if (m_gone.contains(name))
                    return failAs(
                        ErrorKind::Usage, quote(name), " is read, and its node is removed");
            }
            return {};
        };
        for (const auto& [at, nodes] : m_new)
            for (const auto& added : nodes)
                for (const auto& name : added.node.input())
                    TRY(check(name));
        for (std::size_t i = 0; i < model.nodes.size(); ++i) {
            const NodeId id(i);
            const auto changed = m_inputs.find(id);
            for (std::size_t j = 0; j < model.nodes[i].inputs.size() && !m_removed.contains(id);
                 ++j) {
                const auto input = model.nodes[i].inputs[j];
                if (changed != m_inputs.end() && changed->second.contains(j))
                    TRY(check(changed->second.at(j)));
                else if (input.isValid() && model.value(input).graph == m_graph.id
                    && m_gone.contains(model.value(input).name))
                    TRY(check(model.value(input).name));
            }
        }
        for (const auto output : m_graph.outputs)
            TRY(check(model.value(output).name));
        return {};
    }

    /// From the last node to the first: what is inserted does not move those before it.
    Result<void> write()
    {
        const auto number = m_editing.fieldsOf(m_graph.id).node;
        for (auto i = m_graph.nodes.size(); i-- > 0;) {
            const auto id = m_graph.nodes[i];
            if (const auto inputs = m_inputs.find(id); inputs != m_inputs.end())
                for (const auto& [index, name] : inputs->second)
                    setText(m_editing, *TRY(m_editing.nodeMessage(id)),
                        NodeProto::kInputFieldNumber, index, name);
            if (!m_removed.contains(id))
                continue;
            auto& message = *TRY(m_editing.graphMessage(m_graph.id));
            m_editing.change.remove(message, *positionOf(message, number, i));
            auto& nodes = m_new[id];
            for (auto added = nodes.rbegin(); added != nodes.rend(); ++added)
                m_imported += TRY(place(m_editing, m_graph.id, i, added->node, *added->attributes));
        }
        return {};
    }

    Editing& m_editing;
    const Graph& m_graph;
    std::set<NodeId> m_removed;
    std::map<NodeId, std::vector<New>> m_new; ///< by the node whose place they take
    std::map<NodeId, std::map<std::size_t, std::string>> m_inputs;
    std::set<std::string> m_made;
    std::set<std::string> m_gone; ///< what the removed nodes made
    std::size_t m_count = 0;
    std::string m_imported;
};

Result<std::string> rewriteNodes(Editing& editing, const OperationArguments& arguments)
{
    return NodeRewrite(editing).run(arguments);
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
        OperationKind { "rewriteNodes", "remove nodes? inputs? initializers?",
            "replaces nodes of the main graph by others: each new node (type, domain, name, "
            "inputs, "
            "outputs, attributes) stands where a removed one was (at); other nodes get other "
            "inputs "
            "(node, index, value)",
            rewriteNodes },
    };
    return kinds;
}

} // namespace model::edit
