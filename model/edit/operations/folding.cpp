#include "model/edit/new_messages.h"
#include "model/edit/operation.h"
#include "model/edit/tree.h"
#include "model/inference/shape_inference.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <map>

namespace model::edit {

namespace {

using onnx_pb::AttributeProto;
using onnx_pb::GraphProto;
using onnx_pb::NodeProto;
using support::ErrorKind;
using support::failAs;
using support::JsonValue;
using support::quote;
using support::Result;

/// Values that become constants, by the node that makes them and the number of its output.
using NewConstants = std::map<NodeId, std::map<std::uint32_t, TensorSource>>;

Result<NewConstants> constantsIn(const Editing& editing, const JsonValue& list)
{
    NewConstants constants;
    const auto types = inferTypes(editing.model).types;
    for (const auto& item : list.items()) {
        const OperationArguments arguments(item);
        const auto id = TRY(valueArgument(editing, arguments));
        const auto& value = editing.model.value(id);
        if (!value.producer.isValid())
            return failAs(ErrorKind::Usage, "no node makes ", quote(value.name));
        auto source = TRY(tensorSourceFrom(item, editing.folder).within(quote(value.name)));
        if (const auto& type = types[id.value()]; type.isTensor() && type.element != source.element
            && type.element != ElementType::Undefined)
            return failAs(ErrorKind::Usage, quote(value.name), " is ", onnxTypeText(type),
                ", the constant is ", traits(source.element).onnxName);
        constants[value.producer][value.producerOutput] = std::move(source);
    }
    if (constants.empty())
        return failAs(ErrorKind::Usage, "no values are given");
    return constants;
}

/// Fails if somebody reads an output of the node that is not given.
Result<void> checkComplete(
    const Editing& editing, NodeId id, const std::map<std::uint32_t, TensorSource>& given)
{
    const auto& outputs = editing.model.node(id).outputs;
    for (std::uint32_t i = 0; i < outputs.size(); ++i) {
        if (!outputs[i].isValid() || given.contains(i))
            continue;
        const auto& value = editing.model.value(outputs[i]);
        if (!value.uses.empty() || value.isOutput)
            return failAs(ErrorKind::Usage, describe(editing.model, id), " also makes ",
                quote(value.name), ", for which no value is given");
    }
    return {};
}

/// Before IR version 4 an initializer would be an input, and a function has none.
Field constantNode(std::uint32_t number, const std::string& name, const TensorSource& source)
{
    std::vector<Field> attribute;
    attribute.push_back(bytesField(AttributeProto::kNameFieldNumber, "value"));
    attribute.push_back(tensorField(AttributeProto::kTFieldNumber, {}, source));
    attribute.push_back(integerField(AttributeProto::kTypeFieldNumber, AttributeProto::TENSOR));
    std::vector<Field> node;
    node.push_back(bytesField(NodeProto::kOutputFieldNumber, name));
    node.push_back(bytesField(NodeProto::kOpTypeFieldNumber, "Constant"));
    node.push_back(
        nestedField(NodeProto::kAttributeFieldNumber, "AttributeProto", std::move(attribute)));
    return nestedField(number, "NodeProto", std::move(node));
}

Result<std::string> foldConstants(Editing& editing, const OperationArguments& arguments)
{
    const auto& model = editing.model;
    const auto constants = TRY(constantsIn(editing, arguments["constants"]));
    std::size_t values = 0;
    std::uint64_t bytes = 0;
    // Ids grow with positions within a graph, so the last node comes first.
    for (auto entry = constants.rbegin(); entry != constants.rend(); ++entry) {
        const auto& [id, outputs] = *entry;
        const auto& node = model.node(id);
        TRY(checkComplete(editing, id, outputs));
        auto& graph = *TRY(editing.graphMessage(node.graph));
        const auto fields = editing.fieldsOf(node.graph);
        const auto position = *positionOf(graph, fields.node, node.position);
        editing.change.remove(graph, position);
        const bool asNodes = !fields.hasTypedInterface || model.irVersion < separateInitializers;
        for (const auto& [output, source] : outputs) {
            const auto& name = model.value(node.outputs[output]).name;
            if (asNodes)
                editing.change.insert(graph, position, constantNode(fields.node, name, source));
            else
                editing.change.append(
                    graph, tensorField(GraphProto::kInitializerFieldNumber, name, source));
            bytes += source.bytes.size();
            ++values;
        }
    }
    return "replaced " + support::countOf(constants.size(), "node", "nodes") + " by "
        + support::countOf(values, "constant", "constants") + " (" + support::bytesText(bytes)
        + ")";
}

} // namespace

std::span<const OperationKind> foldingOperations()
{
    static constexpr std::array kinds {
        OperationKind { "foldConstants", "constants",
            "replaces nodes by the values of their outputs: a list of value, graph?, type, shape "
            "and values, base64 or file",
            foldConstants },
    };
    return kinds;
}

} // namespace model::edit
