#include "model/edit/tree.h"

#include <onnx/onnx.pb.h>

#include <algorithm>

namespace model::edit {

using onnx_pb::AttributeProto;
using onnx_pb::FunctionProto;
using onnx_pb::GraphProto;
using onnx_pb::NodeProto;
using onnx_pb::SparseTensorProto;
using onnx_pb::TensorAnnotation;
using onnx_pb::TensorProto;
using onnx_pb::ValueInfoProto;
using support::Result;

namespace {

void renameTexts(Message& message, std::uint32_t number, const NameMap& names)
{
    for (const auto position : positionsOf(message, number)) {
        const auto found = names.find(std::string(message.fields[position].text()));
        if (found != names.end())
            message.fields[position] = bytesField(number, found->second);
    }
}

/// Text field `inner` of the messages in the fields of a number.
Result<void> renameTextsIn(
    Message& message, std::uint32_t number, std::uint32_t inner, const NameMap& names)
{
    for (const auto position : positionsOf(message, number)) {
        const auto before = std::string(textIn(message.fields[position], inner));
        if (const auto found = names.find(before); found == names.end() || found->second == before)
            continue;
        auto* const opened = TRY(openIn(message, position));
        renameTexts(*opened, inner, names);
    }
    return {};
}

Result<void> renameTextsInIn(Message& message, std::uint32_t outer, std::uint32_t number,
    std::uint32_t inner, const NameMap& names)
{
    for (const auto position : positionsOf(message, outer)) {
        auto* const opened = TRY(openIn(message, position));
        TRY(renameTextsIn(*opened, number, inner, names));
    }
    return {};
}

bool isGraphAttribute(std::uint32_t number)
{
    return number == AttributeProto::kGFieldNumber || number == AttributeProto::kGraphsFieldNumber;
}

std::vector<Field> clonesOf(const std::vector<Field>& fields)
{
    std::vector<Field> clones;
    clones.reserve(fields.size());
    for (const auto& field : fields)
        clones.push_back(cloneOf(field));
    return clones;
}

} // namespace

// The depth of opened messages is limited by deepestLevel.
Message cloneOf(const Message& message) // NOLINT(misc-no-recursion)
{
    return { message.rule, message.level, clonesOf(message.fields) };
}

Field cloneOf(const Field& field) // NOLINT(misc-no-recursion)
{
    auto clone = copyOf(field);
    if (field.child)
        clone.child = std::make_unique<Message>(cloneOf(*field.child));
    return clone;
}

Field renumbered(Field field, std::uint32_t number)
{
    auto other = viewField(number, field.body, field.owner);
    other.child = std::move(field.child);
    return other;
}

Field nestedField(std::uint32_t number, std::string_view rule, std::vector<Field> fields)
{
    auto field = bytesField(number, {});
    field.child = std::make_unique<Message>();
    field.child->rule = &onnx::messageRule(rule);
    field.child->fields = std::move(fields);
    return field;
}

Result<Message*> openIn(Message& message, std::size_t position)
{
    Change unlogged;
    return unlogged.open(message, position);
}

std::string FreshNames::take(std::string_view wanted)
{
    std::string name(wanted);
    if (m_taken.insert(name).second)
        return name;
    for (auto& number = m_next[name];;) {
        auto numbered = name + "_" + std::to_string(++number);
        if (m_taken.insert(numbered).second)
            return numbered;
    }
}

std::vector<std::string> definedNames(const Message& graph)
{
    std::vector<std::string> names;
    const bool isFunction = graph.rule->name == "FunctionProto";
    const auto addTexts = [&](const Message& message, std::uint32_t number) {
        for (const auto position : positionsOf(message, number))
            names.emplace_back(message.fields[position].text());
    };
    const auto addOutputs = [&](const Field& node) {
        if (node.child)
            return addTexts(*node.child, NodeProto::kOutputFieldNumber);
        onnx::WireReader reader({ node.body, 0 });
        while (const auto field = reader.next())
            if (field->isBytesOf(NodeProto::kOutputFieldNumber))
                names.push_back(field->content.string());
    };
    if (isFunction) {
        addTexts(graph, FunctionProto::kInputFieldNumber);
        for (const auto position : positionsOf(graph, FunctionProto::kNodeFieldNumber))
            addOutputs(graph.fields[position]);
    } else {
        for (const auto position : positionsOf(graph, GraphProto::kInputFieldNumber))
            names.emplace_back(textIn(graph.fields[position], ValueInfoProto::kNameFieldNumber));
        for (const auto position : positionsOf(graph, GraphProto::kInitializerFieldNumber))
            names.emplace_back(textIn(graph.fields[position], TensorProto::kNameFieldNumber));
        for (const auto position : positionsOf(graph, GraphProto::kSparseInitializerFieldNumber))
            names.emplace_back(sparseName(graph.fields[position]));
        for (const auto position : positionsOf(graph, GraphProto::kNodeFieldNumber))
            addOutputs(graph.fields[position]);
    }
    std::erase(names, std::string());
    return names;
}

std::string_view sparseName(const Field& sparse)
{
    if (sparse.child) {
        const auto* const values = lastOf(*sparse.child, SparseTensorProto::kValuesFieldNumber);
        return values ? textIn(*values, TensorProto::kNameFieldNumber) : std::string_view();
    }
    const auto values = textIn(sparse, SparseTensorProto::kValuesFieldNumber);
    std::string_view name;
    onnx::WireReader reader({ std::as_bytes(std::span(values.data(), values.size())), 0 });
    while (const auto field = reader.next())
        if (field->isBytesOf(TensorProto::kNameFieldNumber))
            name = field->content.text();
    return name;
}

Result<void> renameInNode( // NOLINT(misc-no-recursion)
    Message& node, const NameMap& names, const NameForOwn& nameForOwn)
{
    renameTexts(node, NodeProto::kInputFieldNumber, names);
    renameTexts(node, NodeProto::kOutputFieldNumber, names);
    TRY(renameTextsInIn(node, NodeProto::kDeviceConfigurationsFieldNumber,
        onnx_pb::NodeDeviceConfigurationProto::kShardingSpecFieldNumber,
        onnx_pb::ShardingSpecProto::kTensorNameFieldNumber, names));
    return visitBodies(node, [&](Message& body) { return renameInGraph(body, names, nameForOwn); });
}

Result<void> renameInGraph( // NOLINT(misc-no-recursion)
    Message& graph, const NameMap& outer, const NameForOwn& nameForOwn)
{
    auto names = outer;
    std::unordered_set<std::string> seen;
    for (const auto& name : definedNames(graph))
        if (seen.insert(name).second)
            names[name] = nameForOwn(name);
    for (const std::uint32_t number : { GraphProto::kInputFieldNumber,
             GraphProto::kOutputFieldNumber, GraphProto::kValueInfoFieldNumber })
        TRY(renameTextsIn(graph, number, ValueInfoProto::kNameFieldNumber, names));
    TRY(renameTextsIn(
        graph, GraphProto::kInitializerFieldNumber, TensorProto::kNameFieldNumber, names));
    TRY(renameTextsInIn(graph, GraphProto::kSparseInitializerFieldNumber,
        SparseTensorProto::kValuesFieldNumber, TensorProto::kNameFieldNumber, names));
    TRY(renameTextsIn(graph, GraphProto::kQuantizationAnnotationFieldNumber,
        TensorAnnotation::kTensorNameFieldNumber, names));
    TRY(renameTextsInIn(graph, GraphProto::kQuantizationAnnotationFieldNumber,
        TensorAnnotation::kQuantParameterTensorNamesFieldNumber,
        onnx_pb::StringStringEntryProto::kValueFieldNumber, names));
    for (const auto position : positionsOf(graph, GraphProto::kNodeFieldNumber)) {
        auto* const node = TRY(openIn(graph, position));
        TRY(renameInNode(*node, names, nameForOwn));
    }
    return {};
}

Result<void> visitBodies(Message& node, const std::function<Result<void>(Message&)>& visit)
{
    for (const auto position : positionsOf(node, NodeProto::kAttributeFieldNumber)) {
        if (!node.fields[position].child) {
            onnx::WireReader reader({ node.fields[position].body, 0 });
            bool hasGraph = false;
            while (const auto field = reader.next())
                hasGraph = hasGraph || (field->isBytes() && isGraphAttribute(field->number));
            if (!hasGraph)
                continue;
        }
        auto* const attribute = TRY(openIn(node, position));
        for (std::size_t i = 0; i < attribute->fields.size(); ++i)
            if (isGraphAttribute(attribute->fields[i].number)
                && attribute->fields[i].type == onnx::WireType::Bytes) {
                auto* const graph = TRY(openIn(*attribute, i));
                TRY(visit(*graph));
            }
    }
    return {};
}

Result<void> visitNodes( // NOLINT(misc-no-recursion)
    Message& node, const std::function<Result<void>(Message&)>& visit)
{
    TRY(visit(node));
    return visitBodies(node, [&](Message& body) -> Result<void> {
        for (const auto position : positionsOf(body, GraphProto::kNodeFieldNumber)) {
            auto* const inner = TRY(openIn(body, position));
            TRY(visitNodes(*inner, visit));
        }
        return {};
    });
}

Result<void> bindAttributes(Message& node, const AttributeBindings& bindings)
{
    return visitNodes(node, [&](Message& inner) -> Result<void> {
        auto positions = positionsOf(inner, NodeProto::kAttributeFieldNumber);
        for (; !positions.empty(); positions.pop_back()) {
            auto& field = inner.fields[positions.back()];
            const auto reference
                = std::string(textIn(field, AttributeProto::kRefAttrNameFieldNumber));
            if (reference.empty())
                continue;
            const auto name = std::string(textIn(field, AttributeProto::kNameFieldNumber));
            const auto bound = bindings.find(reference);
            if (bound == bindings.end()) {
                inner.fields.erase(
                    inner.fields.begin() + static_cast<std::ptrdiff_t>(positions.back()));
                continue;
            }
            field = renumbered(cloneOf(*bound->second), NodeProto::kAttributeFieldNumber);
            auto* const attribute = TRY(openIn(inner, positions.back()));
            Change unlogged;
            unlogged.setText(*attribute, AttributeProto::kNameFieldNumber, name);
        }
        return {};
    });
}

} // namespace model::edit
