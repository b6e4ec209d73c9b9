#include "model/edit/new_messages.h"
#include "model/edit/operation.h"

#include "model/contents/channels.h"
#include "model/edit/convert/half_values.h"
#include "model/support/text.h"
#include "model/tensor_store.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

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

/// Replaces the bytes of a dense initializer; element type and shape stay.
Result<void> replaceBytes(Editing& editing, const Value& value, std::vector<std::byte> bytes)
{
    const auto& before = editing.model.tensor(value.initializer);
    auto& graph = *TRY(editing.graphMessage(value.graph));
    const auto position = denseOf(graph, value.name);
    if (!position)
        return failAs(ErrorKind::Unsupported, quote(value.name), " is sparse");
    const auto owner = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    replaceTensor(editing.change, *TRY(editing.change.open(graph, *position)),
        { before.element, before.dims, *owner, {}, owner });
    return {};
}

Result<std::vector<std::byte>> bytesOf(const Editing& editing, const Tensor& tensor)
{
    const auto data = TRY(editing.model.store->bytes(tensor));
    return std::vector<std::byte>(data.bytes.begin(), data.bytes.end());
}

Result<std::string> setElements(Editing& editing, const OperationArguments& arguments)
{
    const auto& value = *TRY(initializerArgument(editing, arguments));
    const auto& before = editing.model.tensor(value.initializer);
    const auto count = arguments["values"].items().size();
    const auto index = TRY(arguments.integer("index"));
    const auto total = elementCount(before.dims).value_or(0);
    const auto elementBytes = packedBytes(before.element, 8).value_or(0) / 8; // 0 below a byte
    if (elementBytes == 0 || before.ref.place == TensorRef::Place::Strings)
        return failAs(ErrorKind::Unsupported, quote(value.name), " has elements of type ",
            model::name(before.element), ", which cannot be replaced one by one");
    if (count == 0 || index < 0 || static_cast<std::uint64_t>(index) > total
        || count > total - static_cast<std::uint64_t>(index))
        return failAs(ErrorKind::Usage, "there are ", count, " values from index ", index,
            " on, but ", quote(value.name), " has ", total, " elements");
    Tensor some;
    some.element = before.element;
    some.dims = { static_cast<std::int64_t>(count) };
    const auto source = TRY(tensorSourceFrom(arguments.json(), editing.folder, &some));
    auto bytes = TRY(bytesOf(editing, before));
    std::memcpy(bytes.data() + static_cast<std::size_t>(index) * elementBytes, source.bytes.data(),
        source.bytes.size());
    TRY(replaceBytes(editing, value, std::move(bytes)));
    return "replaced " + support::countOf(count, "element", "elements") + " of " + quote(value.name)
        + " from index " + std::to_string(index) + " on";
}

/// Limits the magnitude of the elements of a channel. Returns how many were beyond.
template <typename T>
std::size_t clipChannel(
    std::vector<std::byte>& bytes, const ChannelView& view, std::uint64_t channel, double limit)
{
    std::size_t clipped = 0;
    const auto most = static_cast<T>(limit);
    for (std::uint64_t i = 0; i < view.perChannel(); ++i) {
        auto* const at = bytes.data() + view.element(channel, i) * sizeof(T);
        T number;
        std::memcpy(&number, at, sizeof number);
        if (!(std::abs(number) > most)) // also NaN
            continue;
        number = std::copysign(most, number);
        std::memcpy(at, &number, sizeof number);
        ++clipped;
    }
    return clipped;
}

Result<std::string> clipInitializer(Editing& editing, const OperationArguments& arguments)
{
    const auto& value = *TRY(initializerArgument(editing, arguments));
    const auto& tensor = editing.model.tensor(value.initializer);
    const auto limit = arguments["limit"].number();
    if (!limit || !(*limit >= 0))
        return failAs(ErrorKind::Usage, "limit is no number of at least 0");
    static constexpr std::array types { ElementType::Float, ElementType::Float16,
        ElementType::Bfloat16, ElementType::Double };
    if (std::ranges::find(types, tensor.element) == types.end())
        return failAs(ErrorKind::Unsupported, quote(value.name), " has elements of type ",
            model::name(tensor.element), ", expected floats of 16, 32 or 64 bits");
    std::optional<std::size_t> axis;
    std::size_t channel = 0;
    if (arguments.has("axis") != arguments.has("index"))
        return failAs(ErrorKind::Usage, "axis and index belong together");
    if (arguments.has("axis")) {
        if (tensor.dims.empty())
            return failAs(ErrorKind::Usage, quote(value.name), " is a scalar and has no axis");
        axis = TRY(arguments.positionUpTo("axis", tensor.dims.size() - 1));
        const auto size = tensor.dims[*axis];
        if (size == 0)
            return failAs(ErrorKind::Usage, quote(value.name), " has no elements");
        channel = TRY(arguments.positionUpTo("index", static_cast<std::size_t>(size - 1)));
    }
    const auto view = channelView(tensor.dims, axis);
    auto bytes = TRY(bytesOf(editing, tensor));
    std::size_t clipped = 0;
    if (tensor.element == ElementType::Double) {
        clipped = clipChannel<double>(bytes, view, channel, *limit);
    } else {
        const bool isWide = tensor.element == ElementType::Float;
        if (!isWide)
            bytes = convert::converted(bytes, tensor.element, ElementType::Float).bytes;
        clipped = clipChannel<float>(bytes, view, channel, *limit);
        if (!isWide)
            bytes = convert::narrowed(bytes, tensor.element).bytes;
    }
    if (clipped == 0)
        return failAs(ErrorKind::Usage, "no number is beyond ", support::shortestText(*limit));
    TRY(replaceBytes(editing, value, std::move(bytes)));
    return "clipped " + support::countOf(clipped, "number", "numbers") + " of " + quote(value.name)
        + (axis ? ", channel " + std::to_string(channel) : std::string()) + " to "
        + support::shortestText(*limit);
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
        OperationKind { "setElements", "value index values graph?",
            "replaces elements of an initializer, in row-major order from an index on",
            setElements },
        OperationKind { "clipInitializer", "value limit axis? index? graph?",
            "limits the magnitude of the floats of an initializer, or of one index of an axis",
            clipInitializer },
        OperationKind {
            "makeInput", "value graph?", "makes an initializer an input of the model", makeInput },
        OperationKind { "makeConstant", "value type? shape? values? fill? file?",
            "makes an input of the model an initializer", makeConstant },
    };
    return kinds;
}

} // namespace model::edit
