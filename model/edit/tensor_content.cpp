#include "model/edit/tensor_content.h"

#include "model/onnx/tensor_reader.h"
#include "model/support/text.h"

#include <onnx/onnx.pb.h>

namespace model::edit {

using onnx_pb::TensorProto;
using support::failAs;
using support::Result;

namespace {

std::string fieldText(const Field& field)
{
    Message alone;
    alone.fields.push_back(copyOf(field));
    return joinedParts(partsOf(alone));
}

bool isExternal(const Message& tensor)
{
    const auto* const location = lastOf(tensor, TensorProto::kDataLocationFieldNumber);
    return location && location->integer() == TensorProto::EXTERNAL;
}

} // namespace

Result<TensorContent> tensorContent(const Message& tensor, const TensorStore& store)
{
    const auto* const raw = lastOf(tensor, TensorProto::kRawDataFieldNumber);
    const bool isRaw = raw && !raw->body.empty() && !isExternal(tensor);
    std::string text; // without raw_data, which may be large
    for (const auto& field : tensor.fields)
        if (!isRaw || field.number != TensorProto::kRawDataFieldNumber)
            text += fieldText(field);
    TensorContent content;
    content.tensor
        = TRY(onnx::readTensor({ std::as_bytes(std::span(text)), 0 }, onnx::Placement::Copy));
    const auto& read = content.tensor;
    const auto count = elementCount(read.dims);
    const auto wanted = count ? packedBytes(read.element, *count) : std::nullopt;
    if (isRaw && wanted == raw->body.size() && read.ref.place == TensorRef::Place::None) {
        content.place = TensorContent::Place::Inside;
        content.bytes = raw->body;
        content.owner = raw->owner;
        return content;
    }
    if (read.ref.place == TensorRef::Place::Memory && wanted == read.ref.memory->bytes.size()) {
        content.place = TensorContent::Place::Inside;
        content.bytes = read.ref.memory->bytes;
        content.owner = read.ref.memory->owner;
        return content;
    }
    if (isExternal(tensor) && !read.ref.problem.empty())
        return failAs(read.ref.problemKind, "tensor ", support::quote(read.name),
            " cannot be moved: ", read.ref.problem);
    if (read.ref.place != TensorRef::Place::ExternalFile)
        return content;
    auto found = TRY(store.bytes(read));
    content.place = TensorContent::Place::External;
    content.bytes = found.bytes;
    content.owner = std::move(found.owner);
    return content;
}

bool isDataField(const Field& field)
{
    switch (field.number) {
    case TensorProto::kFloatDataFieldNumber:
    case TensorProto::kInt32DataFieldNumber:
    case TensorProto::kInt64DataFieldNumber:
    case TensorProto::kRawDataFieldNumber:
    case TensorProto::kDoubleDataFieldNumber:
    case TensorProto::kUint64DataFieldNumber:
    case TensorProto::kExternalDataFieldNumber:
    case TensorProto::kDataLocationFieldNumber:
        return true;
    default:
        return false;
    }
}

void removeData(Change& change, Message& tensor)
{
    for (auto i = tensor.fields.size(); i > 0; --i)
        if (isDataField(tensor.fields[i - 1]))
            change.remove(tensor, i - 1);
}

void setExternalPlace(Change& change, Message& tensor, std::string_view location,
    std::uint64_t offset, std::uint64_t length)
{
    removeData(change, tensor);
    const std::pair<std::string, std::string> entries[] { { "location", std::string(location) },
        { "offset", std::to_string(offset) }, { "length", std::to_string(length) } };
    for (const auto& [key, value] : entries) {
        onnx_pb::StringStringEntryProto entry;
        entry.set_key(key);
        entry.set_value(value);
        change.append(
            tensor, bytesField(TensorProto::kExternalDataFieldNumber, entry.SerializeAsString()));
    }
    change.append(
        tensor, integerField(TensorProto::kDataLocationFieldNumber, TensorProto::EXTERNAL));
}

std::string contentOf(const Field& field)
{
    return field.child ? joinedParts(partsOf(*field.child)) : std::string(field.text());
}

} // namespace model::edit
