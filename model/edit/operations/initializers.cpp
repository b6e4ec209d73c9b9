#include "model/edit/new_messages.h"
#include "model/edit/operation.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>

namespace model::edit {

namespace {

using onnx_pb::GraphProto;
using onnx_pb::TensorProto;
using onnx_pb::ValueInfoProto;
using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

/// Position of the field in which an initializer of this name is; nothing for a sparse one.
std::optional<std::size_t> denseOf(const Message& graph, std::string_view name)
{
    // If two have the name, the last one counts.
    auto positions = positionsOf(graph, GraphProto::kInitializerFieldNumber);
    for (; !positions.empty(); positions.pop_back())
        if (textIn(graph.fields[positions.back()], TensorProto::kNameFieldNumber) == name)
            return positions.back();
    return std::nullopt;
}

Result<std::optional<std::size_t>> sparseOf(Editing& editing, Message& graph, std::string_view name)
{
    for (const auto position : positionsOf(graph, GraphProto::kSparseInitializerFieldNumber)) {
        auto& sparse = *TRY(editing.change.open(graph, position));
        const auto* const values = lastOf(sparse, onnx_pb::SparseTensorProto::kValuesFieldNumber);
        if (values && textIn(*values, TensorProto::kNameFieldNumber) == name)
            return std::optional(position);
    }
    return std::optional<std::size_t>();
}

Result<const Value*> initializerArgument(
    const Editing& editing, const OperationArguments& arguments)
{
    const auto id = TRY(valueArgument(editing, arguments));
    const auto& value = editing.model.value(id);
    if (!value.initializer.isValid())
        return failAs(ErrorKind::Usage, quote(value.name), " is no initializer");
    return &value;
}

/// A type for a value of these elements and sizes.
onnx_pb::TypeProto typeOfTensor(ElementType element, const std::vector<std::int64_t>& dims)
{
    onnx_pb::TypeProto type;
    auto& tensor = *type.mutable_tensor_type();
    tensor.set_elem_type(static_cast<std::int32_t>(element));
    auto& shape = *tensor.mutable_shape();
    for (const auto size : dims)
        shape.add_dim()->set_dim_value(size);
    return type;
}

Result<std::string> addInitializer(Editing& editing, const OperationArguments& arguments)
{
    const auto graph = TRY(graphArgument(editing, arguments));
    const auto fields = editing.fieldsOf(graph);
    if (!fields.hasTypedInterface)
        return failAs(
            ErrorKind::Usage, "the body of a function has no initializers; add a Constant node");
    const auto name = TRY(arguments.text("name"));
    TRY(editing.checkFree(graph, name, Editing::Names::Defined));
    const auto source = TRY(tensorSourceFrom(arguments.json(), editing.folder));
    auto& message = *TRY(editing.graphMessage(graph));
    editing.change.append(message, tensorField(GraphProto::kInitializerFieldNumber, name, source));
    const bool isInputToo
        = editing.model.irVersion < separateInitializers && graph == editing.model.main().id;
    if (isInputToo)
        editing.change.append(
            message, valueInfoField(fields.input, name, typeOfTensor(source.element, source.dims)));
    return "added initializer " + quote(name) + ", " + shapeText(shapeOf(source.dims)) + " "
        + std::string(model::name(source.element))
        + (isInputToo ? ", which is an input too before IR version 4" : "");
}

Result<std::string> removeInitializer(Editing& editing, const OperationArguments& arguments)
{
    const auto& value = *TRY(initializerArgument(editing, arguments));
    if (!value.isInput && !value.uses.empty())
        return failAs(ErrorKind::Usage, describe(editing.model, value.uses.front().node), " reads ",
            quote(value.name), "; set its input first");
    if (!value.isInput && value.isOutput)
        return failAs(ErrorKind::Usage, quote(value.name), " is also an output; remove that first");
    auto& graph = *TRY(editing.graphMessage(value.graph));
    if (const auto position = denseOf(graph, value.name))
        editing.change.remove(graph, *position);
    else if (const auto sparse = TRY(sparseOf(editing, graph, value.name)))
        editing.change.remove(graph, *sparse);
    return "removed initializer " + quote(value.name)
        + (value.isInput ? "; the input stays and now has no default" : "");
}

Result<std::string> setInitializerData(Editing& editing, const OperationArguments& arguments)
{
    const auto& value = *TRY(initializerArgument(editing, arguments));
    const auto& before = editing.model.tensor(value.initializer);
    const auto source = TRY(tensorSourceFrom(arguments.json(), editing.folder, &before));
    auto& graph = *TRY(editing.graphMessage(value.graph));
    const auto position = denseOf(graph, value.name);
    if (!position)
        return failAs(ErrorKind::Unsupported, quote(value.name),
            " is sparse; remove it and add a dense initializer");
    auto& tensor = *TRY(editing.change.open(graph, *position));
    replaceTensor(editing.change, tensor, source);
    auto text = "replaced the data of " + quote(value.name);
    if (source.element == before.element && source.dims == before.dims)
        return text;
    const auto type = typeOfTensor(source.element, source.dims);
    for (const auto number : { GraphProto::kInputFieldNumber, GraphProto::kOutputFieldNumber,
             GraphProto::kValueInfoFieldNumber })
        for (const auto declared : positionsOf(graph, static_cast<std::uint32_t>(number)))
            if (textIn(graph.fields[declared], ValueInfoProto::kNameFieldNumber) == value.name) {
                auto& info = *TRY(editing.change.open(graph, declared));
                editing.change.removeAll(info, ValueInfoProto::kTypeFieldNumber);
                editing.change.append(info, messageField(ValueInfoProto::kTypeFieldNumber, type));
            }
    return text + ", now " + shapeText(shapeOf(source.dims)) + " "
        + std::string(model::name(source.element));
}

Result<std::string> makeInput(Editing& editing, const OperationArguments& arguments)
{
    const auto& value = *TRY(initializerArgument(editing, arguments));
    if (value.graph != editing.model.main().id)
        return failAs(
            ErrorKind::Usage, quote(value.name), " is in a body, whose inputs follow its operator");
    auto& graph = *TRY(editing.graphMessage(value.graph));
    const auto position = denseOf(graph, value.name);
    if (!position)
        return failAs(ErrorKind::Unsupported, quote(value.name), " is sparse");
    const auto& tensor = editing.model.tensor(value.initializer);
    editing.change.remove(graph, *position);
    if (!value.isInput)
        editing.change.append(graph,
            valueInfoField(GraphProto::kInputFieldNumber, value.name,
                typeOfTensor(tensor.element, tensor.dims)));
    return "made the initializer " + quote(value.name) + " an input";
}

Result<std::string> makeConstant(Editing& editing, const OperationArguments& arguments)
{
    const auto id = TRY(mainValueArgument(editing, arguments));
    const auto& value = editing.model.value(id);
    if (!value.isInput || value.initializer.isValid())
        return failAs(ErrorKind::Usage, quote(value.name),
            value.isInput ? " has a default already; removeGraphInput makes it a constant"
                          : " is no input");
    Tensor declared;
    declared.element = value.type.element;
    const auto sizes = value.type.shape ? concrete(*value.type.shape) : std::nullopt;
    if (sizes)
        declared.dims = *sizes;
    if (!sizes && !arguments.has("shape") && !arguments.has("file"))
        return failAs(ErrorKind::Usage, quote(value.name), " has the type ", typeText(value.type),
            ", so the argument shape must give its sizes");
    const auto source = TRY(tensorSourceFrom(arguments.json(), editing.folder, &declared));
    auto& graph = *TRY(editing.graphMessage(value.graph));
    if (editing.model.irVersion >= separateInitializers)
        for (auto positions = positionsOf(graph, GraphProto::kInputFieldNumber); !positions.empty();
             positions.pop_back())
            if (textIn(graph.fields[positions.back()], ValueInfoProto::kNameFieldNumber)
                == value.name)
                editing.change.remove(graph, positions.back());
    editing.change.append(
        graph, tensorField(GraphProto::kInitializerFieldNumber, value.name, source));
    return "made the input " + quote(value.name) + " a constant";
}

} // namespace

std::span<const OperationKind> initializerOperations()
{
    static constexpr std::array kinds {
        OperationKind { "addInitializer", "name type? shape? values? fill? file? graph?",
            "adds an initializer with values, one value everywhere, or a file (.npy, .pb or raw "
            "bytes)",
            addInitializer },
        OperationKind { "removeInitializer", "value graph?",
            "removes an initializer that nothing reads, or the default of an input",
            removeInitializer },
        OperationKind { "setInitializerData", "value type? shape? values? fill? file? graph?",
            "replaces the data of an initializer, also its type and shape", setInitializerData },
        OperationKind {
            "makeInput", "value graph?", "makes an initializer an input of the model", makeInput },
        OperationKind { "makeConstant", "value type? shape? values? fill? file?",
            "makes an input of the model an initializer", makeConstant },
    };
    return kinds;
}

} // namespace model::edit
