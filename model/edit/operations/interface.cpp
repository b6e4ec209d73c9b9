#include "model/edit/new_messages.h"
#include "model/edit/operation.h"

#include "model/inference/shape_inference.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>

namespace model::edit {

namespace {

using onnx_pb::GraphProto;
using onnx_pb::TypeProto;
using onnx_pb::ValueInfoProto;
using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

/// Position of the field `number` whose message has this name.
std::optional<std::size_t> declarationOf(
    const Message& graph, std::uint32_t number, std::string_view name)
{
    for (const auto position : positionsOf(graph, number))
        if (textIn(graph.fields[position], ValueInfoProto::kNameFieldNumber) == name)
            return position;
    return std::nullopt;
}

Result<TypeProto> typeArgument(const OperationArguments& arguments)
{
    const auto text = TRY(arguments.text("type"));
    return typeProtoFrom(text);
}

ValueType knownType(const Editing& editing, ValueId id)
{
    const auto& declared = editing.model.value(id).type;
    if (declared.kind != ValueType::Kind::Unknown)
        return declared;
    return editing.types != nullptr ? (*editing.types)[id.value()]
                                    : inferTypes(editing.model).types[id.value()];
}

/// The type of a value: as given, declared or inferred.
Result<TypeProto> typeOfValue(
    const Editing& editing, ValueId id, const OperationArguments& arguments)
{
    const auto known = knownType(editing, id);
    const auto& name = editing.model.value(id).name;
    if (!arguments.has("type"))
        return typeProtoOf(known).within(quote(name));
    auto given = TRY(typeArgument(arguments));
    if (given.has_tensor_type() && known.isTensor() && known.element != ElementType::Undefined
        && given.tensor_type().elem_type() != static_cast<int>(known.element))
        return failAs(ErrorKind::Usage, quote(name), " is ", onnxTypeText(known), ", not ",
            TRY(arguments.text("type")));
    return given;
}

Result<std::string> addGraphInput(Editing& editing, const OperationArguments& arguments)
{
    const auto& graph = editing.model.main();
    const auto name = TRY(arguments.text("name"));
    TRY(editing.checkFree(graph.id, name, Editing::Names::Defined));
    const auto type = TRY(typeArgument(arguments));
    const auto index = TRY(arguments.positionUpTo("index", graph.inputs.size()));
    auto& message = *TRY(editing.graphMessage(graph.id));
    editing.change.insertNth(
        message, index, valueInfoField(GraphProto::kInputFieldNumber, name, type));
    return "added input " + quote(name);
}

Result<std::string> addGraphOutput(Editing& editing, const OperationArguments& arguments)
{
    const auto& graph = editing.model.main();
    const auto id = TRY(mainValueArgument(editing, arguments));
    const auto& value = editing.model.value(id);
    if (value.isOutput)
        return failAs(ErrorKind::Usage, quote(value.name), " is an output already");
    if (!value.isDefined)
        return failAs(ErrorKind::Usage, quote(value.name),
            " is read but never defined, so it cannot be an output");
    const auto type = TRY(typeOfValue(editing, id, arguments));
    const auto index = TRY(arguments.positionUpTo("index", graph.outputs.size()));
    auto& message = *TRY(editing.graphMessage(graph.id));
    editing.change.insertNth(
        message, index, valueInfoField(GraphProto::kOutputFieldNumber, value.name, type));
    return "made " + quote(value.name) + " an output";
}

Result<std::string> removeGraphInput(Editing& editing, const OperationArguments& arguments)
{
    const auto& graph = editing.model.main();
    const auto id = TRY(mainValueArgument(editing, arguments));
    const auto& value = editing.model.value(id);
    if (!value.isInput)
        return failAs(ErrorKind::Usage, quote(value.name), " is no input");
    const bool isConstant = value.initializer.isValid();
    if (isConstant && editing.model.irVersion < 4)
        return failAs(ErrorKind::Usage, quote(value.name),
            " is an initializer, which must also be an input before IR version 4");
    if (!isConstant && !value.uses.empty())
        return failAs(ErrorKind::Usage, describe(editing.model, value.uses.front().node), " reads ",
            quote(value.name), "; set its input first");
    if (!isConstant && value.isOutput)
        return failAs(ErrorKind::Usage, quote(value.name), " is also an output; remove that first");
    auto& message = *TRY(editing.graphMessage(graph.id));
    editing.change.remove(
        message, *declarationOf(message, GraphProto::kInputFieldNumber, value.name));
    return "removed input " + quote(value.name)
        + (isConstant ? ", whose default is now a constant" : "");
}

Result<std::string> removeGraphOutput(Editing& editing, const OperationArguments& arguments)
{
    const auto& graph = editing.model.main();
    const auto name = TRY(arguments.text("value"));
    auto& message = *TRY(editing.graphMessage(graph.id));
    const auto position = declarationOf(message, GraphProto::kOutputFieldNumber, name);
    if (!position)
        return failAs(ErrorKind::Usage, quote(name), " is no output");
    if (graph.outputs.size() == 1)
        return failAs(ErrorKind::Usage, quote(name),
            " is the only output, and a model without outputs computes nothing");
    editing.change.remove(message, *position);
    return "removed output " + quote(name);
}

Result<std::string> moveDeclaration(Editing& editing, const OperationArguments& arguments,
    std::uint32_t number, std::string_view role)
{
    const auto& graph = editing.model.main();
    const auto name = TRY(arguments.text("value"));
    auto& message = *TRY(editing.graphMessage(graph.id));
    const auto from = declarationOf(message, number, name);
    if (!from)
        return failAs(ErrorKind::Usage, quote(name), " is no ", role);
    const auto positions = positionsOf(message, number);
    const auto to = TRY(arguments.positionUpTo("to", positions.size() - 1));
    editing.change.move(message, *from, positions[to]);
    return "moved " + std::string(role) + " " + quote(name) + " to position " + std::to_string(to);
}

Result<std::string> moveGraphInput(Editing& editing, const OperationArguments& arguments)
{
    return moveDeclaration(editing, arguments, GraphProto::kInputFieldNumber, "input");
}

Result<std::string> moveGraphOutput(Editing& editing, const OperationArguments& arguments)
{
    return moveDeclaration(editing, arguments, GraphProto::kOutputFieldNumber, "output");
}

Result<std::string> removeValueType(Editing& editing, const Value& value)
{
    auto& message = *TRY(editing.graphMessage(value.graph));
    const auto number = editing.fieldsOf(value.graph).valueInfo;
    const auto position = declarationOf(message, number, value.name);
    if (!position)
        return failAs(ErrorKind::Usage, quote(value.name),
            value.isInput || value.isOutput ? " is an input or output, which needs a type"
                                            : " has no declared type");
    editing.change.remove(message, *position);
    return "removed the declared type of " + quote(value.name);
}

Result<std::string> setValueType(Editing& editing, const OperationArguments& arguments)
{
    const auto id = TRY(valueArgument(editing, arguments));
    const auto& value = editing.model.value(id);
    if (arguments["type"].isNull())
        return removeValueType(editing, value);
    const auto typeText = TRY(arguments.text("type"));
    const auto type = TRY(typeProtoFrom(typeText));
    auto& message = *TRY(editing.graphMessage(value.graph));
    const auto fields = editing.fieldsOf(value.graph);
    bool isDeclared = false;
    std::vector<std::uint32_t> numbers { fields.valueInfo };
    if (fields.hasTypedInterface)
        numbers = { fields.input, fields.output, fields.valueInfo };
    for (const auto number : numbers) {
        const auto position = declarationOf(message, number, value.name);
        if (!position)
            continue;
        isDeclared = true;
        auto& info = *TRY(editing.change.open(message, *position));
        editing.change.removeAll(info, ValueInfoProto::kTypeFieldNumber);
        editing.change.append(info, messageField(ValueInfoProto::kTypeFieldNumber, type));
    }
    if (!isDeclared)
        editing.change.append(message, valueInfoField(fields.valueInfo, value.name, type));
    return "declared " + quote(value.name) + " as " + typeText;
}

} // namespace

std::span<const OperationKind> interfaceOperations()
{
    static constexpr std::array kinds {
        OperationKind { "addGraphInput", "name type index?",
            "adds an input of the model, such as float[1,batch,?]", addGraphInput },
        OperationKind { "removeGraphInput", "value",
            "removes an input that nothing reads, or makes its default a constant",
            removeGraphInput },
        OperationKind {
            "moveGraphInput", "value to", "moves an input among the inputs", moveGraphInput },
        OperationKind { "addGraphOutput", "value type? index?",
            "makes a value an output of the model", addGraphOutput },
        OperationKind { "removeGraphOutput", "value",
            "makes an output an inner value; its node stays", removeGraphOutput },
        OperationKind {
            "moveGraphOutput", "value to", "moves an output among the outputs", moveGraphOutput },
        OperationKind { "setValueType", "value type graph?",
            "declares the type of a value, or removes the declaration (null)", setValueType },
    };
    return kinds;
}

} // namespace model::edit
