#include "model/edit/joining.h"

#include "model/edit/new_messages.h"
#include "model/edit/tensor_content.h"
#include "model/onnx/wire_index.h"
#include "model/operator.h"
#include "model/support/text.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace model::edit {

using onnx_pb::AttributeProto;
using onnx_pb::FunctionProto;
using onnx_pb::GraphProto;
using onnx_pb::ModelProto;
using onnx_pb::NodeProto;
using onnx_pb::OperatorSetIdProto;
using onnx_pb::TensorProto;
using onnx_pb::ValueInfoProto;
using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

namespace {

/// Domain, name and overload of a function, or of what a node calls.
using FunctionKey = std::tuple<std::string, std::string, std::string>;

std::string domainOf(std::string_view written)
{
    return written == "ai.onnx" ? std::string() : std::string(written);
}

FunctionKey keyOf(const Field& function)
{
    return { domainOf(textIn(function, FunctionProto::kDomainFieldNumber)),
        std::string(textIn(function, FunctionProto::kNameFieldNumber)),
        std::string(textIn(function, FunctionProto::kOverloadFieldNumber)) };
}

class Joiner {
public:
    Joiner(Editing& editing, Message& other, const JoinArguments& arguments)
        : m_editing(editing)
        , m_model(editing.model)
        , m_other(other)
        , m_arguments(arguments)
        , m_fields(editing.fieldsOf(arguments.graph))
        , m_values(editing.namesIn(arguments.graph, Editing::Names::All))
        , m_nodes(nodeNames(editing.model))
    {
    }

    Result<JoinedGraph> run();

private:
    static std::unordered_set<std::string> nodeNames(const Model& model)
    {
        std::unordered_set<std::string> names;
        for (const auto& node : model.nodes)
            names.insert(node.name);
        return names;
    }

    Result<void> joinImports();
    Result<void> checkVersions(const std::map<std::string, std::int64_t>& versions);
    Result<void> joinFunctions();
    Result<void> renameCalls(Message& node);
    Result<void> joinInitializers(Message& target);
    Result<const Value*> equalInitializer(const Field& tensor) const;
    bool isVisible(const Value& value) const;
    Field constantNode(const Field& tensor) const;
    Result<void> joinNodes(Message& target);
    Result<void> joinDeclarations(Message& target);
    /// Changes names in a field of the other graph, as in the graph.
    Result<Field> renamed(const Field& field);

    Editing& m_editing;
    const Model& m_model;
    Message& m_other;
    const JoinArguments& m_arguments;
    const GraphFields m_fields;
    FreshNames m_values;
    FreshNames m_nodes;
    Message* m_graph = nullptr; ///< the other main graph
    std::map<FunctionKey, std::string> m_calls; ///< new names of functions
    std::vector<Field> m_added; ///< nodes, in their order
    JoinedGraph m_joined;
};

Result<JoinedGraph> Joiner::run()
{
    Change unlogged;
    m_graph = TRY(unlogged.openOnly(m_other, ModelProto::kGraphFieldNumber));
    TRY(joinImports());
    TRY(joinFunctions());
    auto& target = *TRY(m_editing.graphMessage(m_arguments.graph));
    std::set<std::string> inputs;
    for (const auto position : positionsOf(*m_graph, GraphProto::kInputFieldNumber))
        inputs.insert(
            std::string(textIn(m_graph->fields[position], ValueInfoProto::kNameFieldNumber)));
    for (const auto& name : definedNames(*m_graph)) {
        const auto bound = m_arguments.inputs.find(name);
        if (m_joined.names.contains(name))
            continue;
        m_joined.names[name] = inputs.contains(name) && bound != m_arguments.inputs.end()
            ? bound->second
            : m_values.take(name);
    }
    TRY(joinInitializers(target));
    TRY(joinNodes(target));
    TRY(joinDeclarations(target));
    return std::move(m_joined);
}

Result<void> Joiner::joinImports()
{
    std::map<std::string, std::int64_t> versions;
    for (const auto position : positionsOf(m_other, ModelProto::kOpsetImportFieldNumber)) {
        OperatorSetIdProto import;
        if (import.ParseFromString(contentOf(m_other.fields[position])))
            versions[domainOf(import.domain())] = import.version();
    }
    TRY(checkVersions(versions));
    for (const auto& [domain, version] : versions) {
        const auto added = TRY(m_editing.ensureImport(m_arguments.graph, domain, version));
        if (!added.empty())
            m_joined.notes.push_back(added.substr(std::string_view(", and ").size()));
    }
    return {};
}

/// Nodes must mean the same here: their operators must not have changed between the two imports.
Result<void> Joiner::checkVersions(const std::map<std::string, std::int64_t>& versions)
{
    const auto& registry = OperatorRegistry::instance();
    const auto check = [&](const Message& node) -> Result<void> {
        const auto domain = domainOf(textOf(node, NodeProto::kDomainFieldNumber));
        const auto type = textOf(node, NodeProto::kOpTypeFieldNumber);
        const auto there = versions.find(domain);
        const auto here = m_model.opset(domain, m_arguments.graph);
        if (there == versions.end() || here == 0 || here == there->second
            || registry.find(domain, type, here) == registry.find(domain, type, there->second))
            return {};
        return failAs(ErrorKind::Usage, m_arguments.source, " imports ",
            domain.empty() ? "ai.onnx" : domain, " ", there->second, ", and the model ", here,
            ", between which ", type, " changed; convert one of them to the other's version first");
    };
    for (const auto position : positionsOf(*m_graph, GraphProto::kNodeFieldNumber)) {
        auto* const node = TRY(openIn(*m_graph, position));
        TRY(visitNodes(*node, check));
    }
    return {};
}

/// Adds functions that are not here. One of a taken name and another content gets a new name.
Result<void> Joiner::joinFunctions()
{
    std::map<FunctionKey, const Field*> here;
    for (const auto& field : m_editing.root.fields)
        if (field.number == ModelProto::kFunctionsFieldNumber)
            here.emplace(keyOf(field), &field);
    std::vector<Field> added;
    for (const auto position : positionsOf(m_other, ModelProto::kFunctionsFieldNumber)) {
        const auto& field = m_other.fields[position];
        const auto key = keyOf(field);
        const auto found = here.find(key);
        if (found != here.end() && contentOf(*found->second) == contentOf(field))
            continue;
        added.push_back(renumbered(cloneOf(field), ModelProto::kFunctionsFieldNumber));
        if (found == here.end())
            continue;
        const auto isTaken = [&](const std::string& name) {
            return here.contains({ std::get<0>(key), name, std::get<2>(key) });
        };
        auto name = std::get<1>(key);
        for (int i = 1; isTaken(name); ++i)
            name = std::get<1>(key) + "_" + std::to_string(i);
        m_calls[key] = name;
        m_joined.notes.push_back("its function " + quote(std::get<1>(key)) + " is called "
            + quote(name) + " here, because the model has another one of that name");
    }
    Message holder { m_other.rule, 0, std::move(added) };
    for (std::size_t i = 0; i < holder.fields.size(); ++i) {
        if (m_calls.empty())
            break;
        const auto key = keyOf(holder.fields[i]);
        auto* const function = TRY(openIn(holder, i));
        Change unlogged;
        if (const auto name = m_calls.find(key); name != m_calls.end())
            unlogged.setText(*function, FunctionProto::kNameFieldNumber, name->second);
        for (const auto position : positionsOf(*function, FunctionProto::kNodeFieldNumber)) {
            auto* const node = TRY(openIn(*function, position));
            TRY(visitNodes(*node, [&](Message& inner) { return renameCalls(inner); }));
        }
    }
    for (auto& field : holder.fields)
        m_editing.change.append(m_editing.root, std::move(field));
    return {};
}

Result<void> Joiner::renameCalls(Message& node)
{
    const FunctionKey key { domainOf(textOf(node, NodeProto::kDomainFieldNumber)),
        std::string(textOf(node, NodeProto::kOpTypeFieldNumber)),
        std::string(textOf(node, NodeProto::kOverloadFieldNumber)) };
    Change unlogged;
    if (const auto name = m_calls.find(key); name != m_calls.end())
        unlogged.setText(node, NodeProto::kOpTypeFieldNumber, name->second);
    return {};
}

/// Whether nodes of the target graph can read a value.
bool Joiner::isVisible(const Value& value) const
{
    const auto found = m_editing.visibleValue(m_arguments.graph, value.name);
    return found && &m_model.value(*found) == &value;
}

/// A constant that is visible here and has the same type, shape and bytes.
Result<const Value*> Joiner::equalInitializer(const Field& field) const
{
    auto alone = messageOf(field.body, onnx::messageRule("TensorProto"), 0, field.owner);
    const auto content = TRY(tensorContent(field.child ? *field.child : *alone, *m_model.store));
    if (content.place == TensorContent::Place::None)
        return nullptr;
    for (const auto& value : m_model.values) {
        if (!value.initializer.isValid() || value.isInput)
            continue;
        const auto& tensor = m_model.tensor(value.initializer);
        if (tensor.element != content.tensor.element || tensor.dims != content.tensor.dims
            || !m_model.store->problem(tensor).empty()
            || tensor.ref.place == TensorRef::Place::Strings)
            continue;
        const auto bytes = m_model.store->bytes(tensor);
        if (bytes && std::ranges::equal(bytes->bytes, content.bytes) && isVisible(value))
            return &value;
    }
    return nullptr;
}

/// A function has no initializers, so a weight becomes a Constant node.
Field Joiner::constantNode(const Field& tensor) const
{
    const auto name = m_joined.names.at(std::string(textIn(tensor, TensorProto::kNameFieldNumber)));
    std::vector<Field> attribute;
    attribute.push_back(bytesField(AttributeProto::kNameFieldNumber, "value"));
    attribute.push_back(renumbered(cloneOf(tensor), AttributeProto::kTFieldNumber));
    attribute.push_back(integerField(AttributeProto::kTypeFieldNumber, AttributeProto::TENSOR));
    std::vector<Field> node;
    node.push_back(bytesField(NodeProto::kOutputFieldNumber, name));
    node.push_back(bytesField(NodeProto::kOpTypeFieldNumber, "Constant"));
    node.push_back(
        nestedField(NodeProto::kAttributeFieldNumber, "AttributeProto", std::move(attribute)));
    return nestedField(m_fields.node, "NodeProto", std::move(node));
}

Result<void> Joiner::joinInitializers(Message& target)
{
    std::set<std::string> inputs;
    for (const auto position : positionsOf(*m_graph, GraphProto::kInputFieldNumber))
        inputs.insert(
            std::string(textIn(m_graph->fields[position], ValueInfoProto::kNameFieldNumber)));
    for (const auto position : positionsOf(*m_graph, GraphProto::kInitializerFieldNumber)) {
        const auto& field = m_graph->fields[position];
        const auto name = std::string(textIn(field, TensorProto::kNameFieldNumber));
        if (const auto bound = m_arguments.inputs.find(name); inputs.contains(name)
            && bound != m_arguments.inputs.end() && bound->second == m_joined.names[name])
            continue; // the default of an input that gets a value
        const auto* const same = inputs.contains(name) ? nullptr : TRY(equalInitializer(field));
        if (same) {
            m_joined.names[name] = same->name;
            ++m_joined.sharedInitializers;
        } else if (m_fields.hasTypedInterface) {
            auto added = TRY(renamed(field));
            m_editing.change.append(target, std::move(added));
        } else {
            m_added.push_back(constantNode(field));
        }
    }
    for (const auto position : positionsOf(*m_graph, GraphProto::kSparseInitializerFieldNumber)) {
        if (!m_fields.hasTypedInterface)
            return failAs(ErrorKind::Unsupported, m_arguments.source,
                " has sparse initializers, which the body of a function cannot have");
        auto added = TRY(renamed(m_graph->fields[position]));
        m_editing.change.append(target, std::move(added));
    }
    return {};
}

Result<Field> Joiner::renamed(const Field& field)
{
    Message holder;
    holder.rule = &onnx::messageRule("GraphProto");
    holder.fields.push_back(renumbered(cloneOf(field), field.number));
    const auto same = [&](std::string_view name) {
        const auto found = m_joined.names.find(std::string(name));
        return found == m_joined.names.end() ? std::string(name) : found->second;
    };
    TRY(renameInGraph(holder, m_joined.names, same));
    return std::move(holder.fields.front());
}

Result<void> Joiner::joinNodes(Message& target)
{
    const auto fresh = [&](std::string_view name) { return m_values.take(name); };
    for (const auto position : positionsOf(*m_graph, GraphProto::kNodeFieldNumber)) {
        Message holder;
        holder.rule = &onnx::messageRule("GraphProto");
        holder.fields.push_back(
            renumbered(std::move(m_graph->fields[position]), GraphProto::kNodeFieldNumber));
        auto* const node = TRY(openIn(holder, 0));
        TRY(renameInNode(*node, m_joined.names, fresh));
        TRY(visitNodes(*node, [&](Message& inner) -> Result<void> {
            Change unlogged;
            if (const auto name = std::string(textOf(inner, NodeProto::kNameFieldNumber));
                !name.empty())
                unlogged.setText(inner, NodeProto::kNameFieldNumber, m_nodes.take(name));
            return renameCalls(inner);
        }));
        m_added.push_back(renumbered(std::move(holder.fields.front()), m_fields.node));
        ++m_joined.nodes;
    }
    auto at = positionOf(target, m_fields.node, m_arguments.index);
    for (auto& node : m_added) {
        if (at)
            m_editing.change.insert(target, (*at)++, std::move(node));
        else
            m_editing.change.append(target, std::move(node));
    }
    return {};
}

/// Types of inner values and annotations. Outputs are inner values here.
Result<void> Joiner::joinDeclarations(Message& target)
{
    std::set<std::string> bound;
    for (const auto& [name, here] : m_arguments.inputs)
        bound.insert(name);
    std::set<std::string> declared;
    for (const std::uint32_t number :
        { GraphProto::kValueInfoFieldNumber, GraphProto::kOutputFieldNumber }) {
        if (number == GraphProto::kOutputFieldNumber
            && m_arguments.outputs == JoinArguments::Outputs::Returned)
            continue;
        for (const auto position : positionsOf(*m_graph, number)) {
            const auto& field = m_graph->fields[position];
            const auto name = std::string(textIn(field, ValueInfoProto::kNameFieldNumber));
            if (bound.contains(name) || !m_joined.names.contains(name)
                || textIn(field, ValueInfoProto::kTypeFieldNumber).empty()
                || !declared.insert(name).second)
                continue;
            auto added = renumbered(TRY(renamed(field)), m_fields.valueInfo);
            m_editing.change.append(target, std::move(added));
        }
    }
    if (!m_fields.hasTypedInterface)
        return {};
    for (const auto position :
        positionsOf(*m_graph, GraphProto::kQuantizationAnnotationFieldNumber)) {
        auto added = TRY(renamed(m_graph->fields[position]));
        m_editing.change.append(target, std::move(added));
    }
    return {};
}

} // namespace

Result<Message> foreignModel(Bytes bytes, const std::shared_ptr<const void>& owner)
{
    const auto& rule = onnx::messageRule("ModelProto");
    TRY(onnx::indexWire({ bytes, 0 }, rule));
    return messageOf(bytes, rule, 0, owner);
}

Result<JoinedGraph> joinGraph(Editing& editing, Message& other, const JoinArguments& arguments)
{
    return Joiner(editing, other, arguments).run();
}

} // namespace model::edit
