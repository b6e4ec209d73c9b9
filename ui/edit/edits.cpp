#include "ui/edit/edits.h"
#include "ui/edit/edit_words.h"

#include "model/scope_path.h"
#include "model/support/text.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

namespace ui {

using model::GraphId;
using model::Model;
using model::NodeId;
using model::ValueId;
using model::edit::FittingOperator;
using model::edit::Operation;
using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::quote;
using support::Result;

namespace {

constexpr qsizetype longestName = 60;
/// Each operation reads the model anew, so more of them in one step would take too long.
constexpr std::size_t mostOperations = 1'000;

QString nameOf(const Model& model, NodeId node)
{
    const auto& name = model.node(node).name;
    return plain(name.empty() ? model::nodePath(model, node) : name, longestName);
}

bool isUnique(const Model& model, const std::string& name)
{
    return std::ranges::count(model.nodes, name, &model::Node::name) == 1;
}

template <typename Table>
std::unordered_set<std::string_view> namesIn(const Table& table)
{
    std::unordered_set<std::string_view> names;
    for (const auto& item : table)
        names.insert(item.name);
    return names;
}

std::string fresh(const std::unordered_set<std::string_view>& taken, const std::string& wanted)
{
    auto name = wanted;
    for (int i = 1; taken.contains(name); ++i)
        name = wanted + "_" + std::to_string(i);
    return name;
}

/// The position of a new node that reads the value, in the order of the file.
std::size_t positionAfter(const Model& model, ValueId value)
{
    const auto producer = model.value(value).producer;
    return producer.isValid() ? model.node(producer).position + 1 : 0;
}

void writeGraph(JsonWriter& json, const Model& model, GraphId graph)
{
    if (graph != model.main().id)
        json.member("graph", model::graphPath(model, graph));
}

/// Names that an edit gives, and where its node goes.
struct NewNames {
    std::string node;
    std::string output;
    std::optional<std::size_t> index = {}; ///< nothing: at the end of the graph
};

NewNames newNames(const Model& model, const FittingOperator& chosen, NodeId producer, NodeId reader)
{
    NewNames names;
    names.node = freshNodeName(model, commonScope(model, producer, reader), chosen.schema->name);
    names.output = freshValueName(model, names.node + "_output_0");
    return names;
}

Operation addNode(const Model& model, GraphId graph, const FittingOperator& chosen,
    const NewNames& names, std::string_view input)
{
    return makeOperation("addNode", [&](JsonWriter& json) {
        json.member("type", chosen.schema->name);
        if (!chosen.schema->domain.empty())
            json.member("domain", chosen.schema->domain);
        json.member("name", names.node);
        json.key("inputs").beginArray();
        if (!input.empty())
            json.value(input);
        json.endArray();
        json.key("outputs").beginArray().value(names.output).endArray();
        if (!chosen.attributes.empty())
            json.key("attributes").raw(chosen.attributes);
        writeGraph(json, model, graph);
        if (names.index)
            json.member("index", *names.index);
    });
}

Operation moveNode(const std::string& node, std::size_t to)
{
    return makeOperation("moveNode", [&](JsonWriter& json) {
        json.members({ { "node", node }, { "to", to } });
    });
}

Operation setInput(const std::string& node, std::size_t input, std::string_view value)
{
    return makeOperation("setInput", [&](JsonWriter& json) {
        json.members({ { "node", node }, { "index", input } });
        if (value.empty())
            json.key("value").null();
        else
            json.member("value", value);
    });
}

/// The value gives its name, and its place among the outputs, to the output of a new node.
void passOutputOn(std::vector<Operation>& operations, const Model& model, ValueId value,
    const std::string& newName)
{
    const auto& outputs = model.main().outputs;
    const auto index = std::ranges::find(outputs, value) - outputs.begin();
    const auto& name = model.value(value).name;
    const auto at = std::ssize(operations) - 1; // before the new node, which makes the old name
    operations.insert(operations.begin() + at, makeOperation("renameValue", [&](JsonWriter& json) {
        json.members({ { "value", name }, { "to", newName } });
    }));
    operations.push_back(makeOperation("addGraphOutput", [&](JsonWriter& json) {
        json.members({ { "value", name }, { "index", index } });
    }));
    operations.push_back(makeOperation(
        "removeGraphOutput", [&](JsonWriter& json) { json.member("value", newName); }));
}

} // namespace

Operation makeOperation(std::string_view name, const std::function<void(JsonWriter&)>& write)
{
    const auto text = support::jsonLine([&](JsonWriter& json) {
        json.member("op", name);
        write(json);
    });
    auto json = support::parseJson(text);
    return { std::string(name), json ? *std::move(json) : support::JsonValue() };
}

ModelEdit makeEdit(
    std::string_view operation, const std::function<void(JsonWriter&)>& write, QString text)
{
    ModelEdit edit;
    edit.operations.push_back(makeOperation(operation, write));
    edit.text = std::move(text);
    return edit;
}

std::string nodeReference(const Model& model, NodeId node)
{
    const auto& name = model.node(node).name;
    return !name.empty() && isUnique(model, name) ? name : model::nodePath(model, node);
}

std::string freshNodeName(const Model& model, std::string_view scope, std::string_view type)
{
    return fresh(namesIn(model.nodes), std::string(scope) + std::string(type));
}

std::string freshValueName(const Model& model, std::string_view wanted)
{
    return fresh(namesIn(model.values), std::string(wanted));
}

std::string commonScope(const Model& model, NodeId one, NodeId other)
{
    const auto scopeOf
        = [&](NodeId node) { return std::string(model::allButLast(model.node(node).name, '/')); };
    if (!one.isValid() || !other.isValid())
        return one.isValid() ? scopeOf(one) : other.isValid() ? scopeOf(other) : std::string();
    const auto a = scopeOf(one);
    const auto b = scopeOf(other);
    const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
    return std::string(model::allButLast({ a.begin(), end }, '/'));
}

Result<ModelEdit> deletionOf(const Model& model, std::span<const NodeId> nodes)
{
    if (nodes.empty())
        return failAs(ErrorKind::Usage, "no node is selected");
    if (nodes.size() > mostOperations)
        return failAs(ErrorKind::Usage, nodes.size(), " nodes are selected, more than ",
            mostOperations, "; delete them in several steps");
    const auto graph = model.node(nodes.front()).graph;
    std::vector<bool> goes(model.nodes.size());
    for (const auto node : nodes) {
        if (model.node(node).graph != graph)
            return failAs(ErrorKind::Usage,
                "the selected nodes are in different graphs; delete those of one graph at a time");
        goes[node.value()] = true;
    }
    for (const auto node : nodes)
        for (const auto output : model.node(node).outputs)
            for (const auto& use :
                output.isValid() ? model.value(output).uses : std::vector<model::Value::Use>())
                if (!goes[use.node.value()])
                    return failAs(ErrorKind::Usage, model::describe(model, use.node), " reads ",
                        quote(model.value(output).name), " of ", model::describe(model, node),
                        "; connect it to another value first, or delete and reconnect");
    ModelEdit edit;
    std::vector<std::uint32_t> removed; // positions: those behind them move up
    const auto& order = model.graph(graph).order;
    for (auto node = order.rbegin(); node != order.rend(); ++node) { // readers first
        if (!goes[node->value()])
            continue;
        const auto position = model.node(*node).position;
        const auto before = std::ranges::count_if(removed, [&](auto at) { return at < position; });
        auto reference = nodeReference(model, *node);
        if (reference != model.node(*node).name)
            reference = model::graphPath(model, graph) + "/node["
                + std::to_string(position - static_cast<std::uint32_t>(before)) + "]";
        removed.push_back(position);
        edit.operations.push_back(
            makeOperation("removeNode", [&](JsonWriter& json) { json.member("node", reference); }));
    }
    edit.text = nodes.size() == 1 ? EditWords::tr("Removed %1").arg(nameOf(model, nodes.front()))
                                  : EditWords::tr("Removed %1 nodes").arg(nodes.size());
    return edit;
}

ModelEdit bypassOf(const Model& model, NodeId node)
{
    auto edit = makeEdit(
        "bypassNode", [&](JsonWriter& json) { json.member("node", nodeReference(model, node)); },
        EditWords::tr("Removed %1 and connected its readers").arg(nameOf(model, node)));
    edit.newErrors = ModelEdit::NewErrors::Refused;
    return edit;
}

InsertPlace everyReader(const Model& model, ValueId value)
{
    return { value, model.value(value).uses, model.value(value).isOutput };
}

Result<ModelEdit> insertionOf(
    const Model& model, const InsertPlace& place, const FittingOperator& chosen)
{
    const auto& value = model.value(place.value);
    const bool isMain = value.graph == model.main().id;
    if (place.isOutput && (!isMain || !value.producer.isValid()))
        return failAs(ErrorKind::Usage, quote(value.name),
            isMain ? " is both input and output of the model"
                   : " is an output of a body or function, whose outputs keep their values",
            "; insert before one of its readers instead");
    if (place.readers.size() > mostOperations)
        return failAs(ErrorKind::Usage, quote(value.name), " has ", place.readers.size(),
            " readers, more than ", mostOperations, "; insert on the line to one of them");
    const auto reader = place.readers.empty() ? NodeId() : place.readers.front().node;
    auto names = newNames(model, chosen, value.producer, reader);
    auto input = value.name;
    if (place.isOutput) { // the output of the model keeps its name
        names.output = value.name;
        input = freshValueName(model, value.name);
    }
    const auto to
        = std::min(positionAfter(model, place.value), model.graph(value.graph).nodes.size());
    // A node without a name is found by its position, which must not change before.
    const bool areNamed = std::ranges::all_of(place.readers, [&](const auto& use) {
        return nodeReference(model, use.node) == model.node(use.node).name;
    });
    if (areNamed)
        names.index = to;
    ModelEdit edit;
    edit.operations.push_back(addNode(model, value.graph, chosen, names, input));
    if (place.isOutput)
        passOutputOn(edit.operations, model, place.value, input);
    for (const auto& use : place.readers)
        edit.operations.push_back(
            setInput(nodeReference(model, use.node), use.input, names.output));
    if (!areNamed)
        edit.operations.push_back(moveNode(names.node, to));
    edit.text = EditWords::tr("Inserted %1 after %2")
                    .arg(plain(names.node, longestName),
                        value.producer.isValid() ? nameOf(model, value.producer)
                                                 : plain(value.name, longestName));
    edit.newErrors = ModelEdit::NewErrors::Refused;
    edit.selected = names.node;
    return edit;
}

ModelEdit additionOf(
    const Model& model, GraphId graph, ValueId value, const FittingOperator& chosen)
{
    const bool reads = value.isValid();
    auto names = newNames(model, chosen, reads ? model.value(value).producer : NodeId(), NodeId());
    names.index = reads && model.value(value).graph == graph ? positionAfter(model, value) : 0;
    ModelEdit edit;
    edit.operations.push_back(addNode(
        model, graph, chosen, names, reads ? std::string_view(model.value(value).name) : ""));
    edit.text = EditWords::tr("Added %1").arg(plain(names.node, longestName));
    edit.newErrors = ModelEdit::NewErrors::Refused;
    edit.selected = names.node;
    return edit;
}

ModelEdit rewiringOf(const Model& model, NodeId node, std::size_t input, std::string_view value)
{
    ModelEdit edit;
    edit.operations.push_back(setInput(nodeReference(model, node), input, value));
    edit.newErrors = ModelEdit::NewErrors::Refused;
    edit.text = value.empty()
        ? EditWords::tr("Disconnected input %1 of %2").arg(input).arg(nameOf(model, node))
        : EditWords::tr("Connected input %1 of %2 to %3")
              .arg(input)
              .arg(nameOf(model, node), plain(value, longestName));
    return edit;
}

ModelEdit attributeEdit(const Model& model, NodeId node, std::string_view name,
    std::string_view json, std::string_view kind)
{
    auto edit = makeEdit("setAttribute", [&](JsonWriter& out) {
        out.members({ { "node", nodeReference(model, node) }, { "name", name } });
        out.key("value").raw(json);
        if (!kind.empty())
            out.member("kind", kind);
    });
    edit.newErrors = ModelEdit::NewErrors::Refused;
    return edit;
}

ModelEdit renamingOf(const Model& model, ValueId value, const QString& name)
{
    const auto& known = model.value(value);
    return makeEdit("renameValue", [&](JsonWriter& json) {
        json.members({ { "value", known.name }, { "to", name.toStdString() } });
        if (known.graph != model.main().id)
            json.member("graph", model::graphPath(model, known.graph));
    });
}

std::size_t placesOf(const Model& model, ValueId value)
{
    const auto& known = model.value(value);
    return known.uses.size() + 1
        + static_cast<std::size_t>(std::ranges::count_if(model.graphs, [&](const auto& graph) {
              return std::ranges::find(graph.outputs, value) != graph.outputs.end();
          }));
}

} // namespace ui
