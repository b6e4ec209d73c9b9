#include "model/onnx/tensor_file.h"

#include "model/onnx/messages.h"
#include "model/onnx/tensor_reader.h"
#include "model/onnx/wire_index.h"
#include "model/support/atomic_file.h"
#include "model/support/mapped_file.h"
#include "model/support/text.h"

namespace model::onnx {

namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;
using Kind = ValueType::Kind;

/// A small sparse file can declare any dense size.
constexpr std::uint64_t denseLimit = 256 << 20;

/// A message to read and its target. The vectors that hold targets already have their final size,
/// so pointers stay valid.
struct Task {
    Piece piece;
    const MessageRule* message;
    DataValue* target;
};

const MessageRule& messageOf(Kind kind)
{
    switch (kind) {
    case Kind::SparseTensor:
        return messageRule("SparseTensorProto");
    case Kind::Sequence:
        return messageRule("SequenceProto");
    case Kind::Map:
        return messageRule("MapProto");
    case Kind::Optional:
        return messageRule("OptionalProto");
    default:
        return messageRule("TensorProto");
    }
}

Result<DataTensor> dataOf(const Tensor& tensor)
{
    DataTensor data { tensor.name, tensor.element, tensor.dims, {}, {} };
    const auto count = elementCount(tensor.dims);
    if (!tensor.ref.problem.empty())
        return support::Error(tensor.ref.problem, ErrorKind::File);
    if (!count)
        return failAs(ErrorKind::File, "the dimensions have no valid product");
    if (tensor.ref.place == TensorRef::Place::Strings) {
        data.strings = *tensor.ref.strings;
        if (data.strings.size() != *count)
            return failAs(ErrorKind::File, "the tensor has ", data.strings.size(),
                " strings, expected ", *count);
        return data;
    }
    if (tensor.ref.place != TensorRef::Place::Memory)
        return failAs(ErrorKind::File, "the data lies in another file");
    const auto bytes = tensor.ref.memory->bytes;
    data.bytes.assign(bytes.begin(), bytes.end());
    const auto wanted = packedBytes(tensor.element, *count);
    if (!wanted || tensor.element == ElementType::Undefined)
        return failAs(ErrorKind::File, "element type ", tensor.elementNumber, " is not known");
    if (data.bytes.size() != *wanted)
        return failAs(
            ErrorKind::File, "the data has ", data.bytes.size(), " bytes, expected ", *wanted);
    return data;
}

Result<void> setTensor(DataValue& target, const Tensor& tensor)
{
    target.kind = DataValue::Kind::Tensor;
    target.tensor = TRY(dataOf(tensor));
    target.name = target.tensor.name;
    return {};
}

/// Null if the field holds no message.
const MessageRule* childMessage(const MessageRule& message, std::uint32_t field)
{
    const auto* const known = message.field(field);
    return known ? known->message : nullptr;
}

/// Sequence: every message field is an item. Optional: the only message field is the value. Map:
/// keys, and a sequence with the values.
Result<void> readContainer(const Task& task, std::vector<Task>& tasks)
{
    std::vector<Task> children;
    ProtobufFields rest;
    WireReader reader(task.piece);
    while (const auto field = reader.next()) {
        const auto* const child
            = field->isBytes() ? childMessage(*task.message, field->number) : nullptr;
        if (child != nullptr)
            children.push_back({ field->content, child, task.target });
        else
            rest.keep(*field);
    }
    auto& target = *task.target;
    if (task.message->name == "OptionalProto") {
        onnx_pb::OptionalProto proto;
        TRY(rest.parseInto(proto));
        target.name = proto.name();
        if (!children.empty())
            tasks.push_back(children.back());
        return {};
    }
    if (task.message->name == "MapProto") {
        onnx_pb::MapProto proto;
        TRY(rest.parseInto(proto));
        if (!children.empty())
            tasks.push_back(children.back());
        target.key = static_cast<ElementType>(proto.key_type());
        target.integerKeys.assign(proto.keys().begin(), proto.keys().end());
        target.stringKeys.assign(proto.string_keys().begin(), proto.string_keys().end());
        target.kind = DataValue::Kind::Map;
        target.name = proto.name();
        return {};
    }
    onnx_pb::SequenceProto proto;
    TRY(rest.parseInto(proto));
    if (target.kind != DataValue::Kind::Map) {
        target.kind = DataValue::Kind::Sequence;
        target.name = proto.name();
    }
    target.items.resize(children.size());
    for (std::size_t i = 0; i < children.size(); ++i)
        tasks.push_back({ children[i].piece, children[i].message, &target.items[i] });
    return {};
}

Result<void> readTask(const Task& task, std::vector<Task>& tasks)
{
    if (task.message->name == "TensorProto")
        return setTensor(*task.target, TRY(readTensor(task.piece, Placement::Copy)));
    if (task.message->name == "SparseTensorProto") {
        const auto sparse = TRY(readSparseTensor(task.piece, Placement::Copy));
        return setTensor(*task.target, densify(sparse, denseLimit));
    }
    return readContainer(task, tasks);
}

void writeTensor(onnx_pb::TensorProto& out, const DataTensor& tensor)
{
    for (const auto dim : tensor.dims)
        out.add_dims(dim);
    out.set_data_type(static_cast<std::int32_t>(tensor.element));
    if (!tensor.name.empty())
        out.set_name(tensor.name);
    if (tensor.element == ElementType::String) {
        for (const auto& text : tensor.strings)
            out.add_string_data(text);
        return;
    }
    out.set_raw_data(tensor.bytes.data(), tensor.bytes.size());
}

/// A sequence message to fill and the value with its items.
struct Filling {
    onnx_pb::SequenceProto* out;
    const DataValue* value;
};

void writeMapKeys(onnx_pb::MapProto& out, const DataValue& value)
{
    out.set_name(value.name);
    out.set_key_type(static_cast<std::int32_t>(value.key));
    for (const auto key : value.integerKeys)
        out.add_keys(key);
    for (const auto& key : value.stringKeys)
        out.add_string_keys(key);
}

void writeItem(Filling& filling, const DataValue& item, std::vector<Filling>& open)
{
    using Elem = onnx_pb::SequenceProto;
    switch (item.kind) {
    case DataValue::Kind::Tensor:
        filling.out->set_elem_type(Elem::TENSOR);
        writeTensor(*filling.out->add_tensor_values(), item.tensor);
        return;
    case DataValue::Kind::Sequence:
        filling.out->set_elem_type(Elem::SEQUENCE);
        open.push_back({ filling.out->add_sequence_values(), &item });
        return;
    case DataValue::Kind::Map: {
        filling.out->set_elem_type(Elem::MAP);
        auto& map = *filling.out->add_map_values();
        writeMapKeys(map, item);
        open.push_back({ map.mutable_values(), &item });
        return;
    }
    case DataValue::Kind::None:
        filling.out->set_elem_type(Elem::OPTIONAL);
        filling.out->add_optional_values();
        return;
    }
}

void writeSequence(onnx_pb::SequenceProto& out, const DataValue& value)
{
    std::vector<Filling> open { { &out, &value } };
    while (!open.empty()) {
        auto filling = open.back();
        open.pop_back();
        filling.out->set_name(filling.value->name);
        for (const auto& item : filling.value->items)
            writeItem(filling, item, open);
    }
}

void writeMap(onnx_pb::MapProto& out, const DataValue& value)
{
    writeMapKeys(out, value);
    writeSequence(*out.mutable_values(), value);
}

void writeOptional(onnx_pb::OptionalProto& out, const DataValue& value)
{
    out.set_name(value.name);
    switch (value.kind) {
    case DataValue::Kind::Tensor:
        out.set_elem_type(onnx_pb::OptionalProto::TENSOR);
        writeTensor(*out.mutable_tensor_value(), value.tensor);
        return;
    case DataValue::Kind::Sequence:
        out.set_elem_type(onnx_pb::OptionalProto::SEQUENCE);
        writeSequence(*out.mutable_sequence_value(), value);
        return;
    case DataValue::Kind::Map:
        out.set_elem_type(onnx_pb::OptionalProto::MAP);
        writeMap(*out.mutable_map_value(), value);
        return;
    case DataValue::Kind::None:
        return;
    }
}

template <typename Message, typename Value>
Result<std::string> encoded(void (*write)(Message&, const Value&), const Value& value)
{
    Message message;
    write(message, value);
    std::string out;
    if (message.ByteSizeLong() >= (1ULL << 31) || !message.SerializeToString(&out))
        return failAs(ErrorKind::File, "the value is larger than 2 GiB, the limit of this format");
    return out;
}

} // namespace

Result<DataValue> parseTensorFile(std::span<const std::byte> bytes, Kind kind)
{
    const Piece whole { bytes, 0 };
    const auto& message = messageOf(kind);
    TRY(indexWire(whole, message));
    DataValue value;
    std::vector<Task> tasks { { whole, &message, &value } };
    while (!tasks.empty()) {
        const auto task = tasks.back();
        tasks.pop_back();
        TRY(readTask(task, tasks));
    }
    return value;
}

Result<DataValue> readTensorFile(const std::filesystem::path& path, Kind kind)
{
    const auto file = TRY(support::MappedFile::open(path));
    return parseTensorFile(file->bytes(), kind).within(support::sanitise(path.string()));
}

Result<std::string> encodeTensorFile(const DataValue& value, Kind kind)
{
    if (kind == Kind::Optional || value.kind == DataValue::Kind::None)
        return encoded(writeOptional, value);
    if (value.kind == DataValue::Kind::Sequence)
        return encoded(writeSequence, value);
    if (value.kind == DataValue::Kind::Map)
        return encoded(writeMap, value);
    return encoded(writeTensor, value.tensor);
}

Result<void> writeTensorFile(const std::filesystem::path& path, const DataValue& value, Kind kind)
{
    const auto content = TRY(encodeTensorFile(value, kind));
    return support::writeFile(path, content);
}

} // namespace model::onnx
