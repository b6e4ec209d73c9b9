#include "model/onnx/tensor_reader.h"

#include "model/onnx/messages.h"
#include "model/sparse_tensor.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace model::onnx {

namespace {

static_assert(std::endian::native == std::endian::little, "tensor data in files is little-endian");

using support::ErrorKind;
using support::Result;
using Bytes = std::vector<std::byte>;
using onnx_pb::SparseTensorProto;
using onnx_pb::TensorProto;
/// A number of TensorProto.
using FieldNumber = std::uint32_t;

/// Below this size a copy is cheaper than a later page fault.
constexpr std::size_t smallBytes = 256;
constexpr std::uint64_t copyLimit = 64 << 20;

struct DataPieces {
    std::vector<Piece> raw;
    std::vector<WireField> typed; ///< of the field that the element type requires, in file order
    std::vector<FieldNumber> others; ///< other typed fields that are present
    std::vector<std::string> strings;
};

bool isDataField(FieldNumber number)
{
    switch (number) {
    case TensorProto::kFloatDataFieldNumber:
    case TensorProto::kInt32DataFieldNumber:
    case TensorProto::kStringDataFieldNumber:
    case TensorProto::kInt64DataFieldNumber:
    case TensorProto::kRawDataFieldNumber:
    case TensorProto::kDoubleDataFieldNumber:
    case TensorProto::kUint64DataFieldNumber:
        return true;
    default:
        return false;
    }
}

bool hasFixedWidth(FieldNumber number)
{
    return number == TensorProto::kFloatDataFieldNumber
        || number == TensorProto::kDoubleDataFieldNumber;
}

/// Returns the field that holds the elements of a type if raw_data is not used. Source: onnx.proto,
/// TensorProto.
FieldNumber typedFieldOf(ElementType type)
{
    switch (type) {
    case ElementType::Float:
    case ElementType::Complex64:
        return TensorProto::kFloatDataFieldNumber;
    case ElementType::Double:
    case ElementType::Complex128:
        return TensorProto::kDoubleDataFieldNumber;
    case ElementType::Int64:
        return TensorProto::kInt64DataFieldNumber;
    case ElementType::Uint32:
    case ElementType::Uint64:
        return TensorProto::kUint64DataFieldNumber;
    case ElementType::String:
        return TensorProto::kStringDataFieldNumber;
    default:
        return TensorProto::kInt32DataFieldNumber;
    }
}

/// Returns the bytes that one number of a typed field stands for. For 4-bit and 2-bit types a
/// number is one byte, packed as in raw_data.
std::size_t bytesPerNumber(ElementType type)
{
    if (type == ElementType::Complex64)
        return 4;
    if (type == ElementType::Complex128)
        return 8;
    return std::max<std::size_t>(traits(type).bits / 8, 1);
}

void appendNumber(Bytes& out, std::uint64_t value, std::size_t width)
{
    std::array<std::byte, 8> bytes {};
    std::memcpy(bytes.data(), &value, sizeof value);
    out.insert(out.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(width));
}

void appendVarints(Bytes& out, Piece packed, std::size_t width)
{
    WireReader numbers(packed);
    while (!numbers.isAtEnd()) {
        const auto value = numbers.varint();
        if (!value)
            break;
        appendNumber(out, *value, width);
    }
}

/// 6-bit types have one number per element, unlike 4-bit and 2-bit types. Packs four elements into
/// three bytes.
Bytes packSixBits(const Bytes& codes)
{
    Bytes out((codes.size() * 6 + 7) / 8);
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const auto bits = (std::to_integer<unsigned>(codes[i]) & 0x3F) << (i * 6 % 8);
        out[i * 6 / 8] |= static_cast<std::byte>(bits & 0xFF);
        if (bits > 0xFF)
            out[i * 6 / 8 + 1] |= static_cast<std::byte>(bits >> 8);
    }
    return out;
}

Bytes decodeTyped(const std::vector<WireField>& fields, ElementType type)
{
    const auto width = bytesPerNumber(type);
    const bool isFixed = hasFixedWidth(typedFieldOf(type));
    Bytes out;
    for (const auto& field : fields) {
        if (!field.isBytes())
            appendNumber(out, field.value, width);
        else if (isFixed)
            out.insert(out.end(), field.content.bytes.begin(), field.content.bytes.end());
        else
            appendVarints(out, field.content, width);
    }
    return traits(type).bits == 6 ? packSixBits(out) : out;
}

TensorRef inMemory(Bytes bytes) { return TensorRef::inMemory(TensorBytes::of(std::move(bytes))); }

TensorRef problem(std::string words, ErrorKind kind)
{
    TensorRef ref;
    ref.problem = std::move(words);
    ref.problemKind = kind;
    return ref;
}

TensorRef refTo(Piece piece, Placement placement)
{
    if (placement == Placement::Copy || piece.bytes.size() <= smallBytes)
        return inMemory({ piece.bytes.begin(), piece.bytes.end() });
    TensorRef ref;
    ref.place = TensorRef::Place::ModelFile;
    ref.offset = piece.offset;
    ref.length = piece.bytes.size();
    return ref;
}

TensorRef typedRef(const DataPieces& data, ElementType type, Placement placement)
{
    // One packed block of floats has the same bytes as raw_data.
    if (hasFixedWidth(typedFieldOf(type)) && data.typed.size() == 1 && data.typed.front().isBytes())
        return refTo(data.typed.front().content, placement);
    return inMemory(decodeTyped(data.typed, type));
}

/// Returns the bytes that type and dimensions require; 0 if unknown.
std::uint64_t packedSize(const Tensor& tensor)
{
    const auto count = elementCount(tensor.dims);
    return count ? packedBytes(tensor.element, *count).value_or(0) : 0;
}

TensorRef externalRef(const Tensor& tensor, const TensorProto& proto)
{
    TensorRef ref;
    ref.place = TensorRef::Place::ExternalFile;
    ref.length = packedSize(tensor);
    for (const auto& entry : proto.external_data()) {
        if (entry.key() == "location") {
            ref.file = entry.value();
            continue;
        }
        if (entry.key() != "offset" && entry.key() != "length")
            continue;
        const auto number = support::numberFrom<std::uint64_t>(entry.value());
        if (!number) {
            ref.problem = "external data has " + entry.key() + " " + support::quote(entry.value())
                + ", expected a whole number";
            ref.problemKind = ErrorKind::File;
            return ref;
        }
        (entry.key() == "offset" ? ref.offset : ref.length) = *number;
    }
    if (ref.file.empty())
        ref.problem = "external data names no file (no location)";
    if (tensor.element == ElementType::String)
        ref.problem = "a string tensor cannot use external data";
    if (!ref.problem.empty())
        ref.problemKind = ErrorKind::File;
    return ref;
}

TensorRef stringsRef(DataPieces& data)
{
    TensorRef ref;
    ref.place = TensorRef::Place::Strings;
    ref.strings = std::make_shared<const std::vector<std::string>>(std::move(data.strings));
    return ref;
}

TensorRef locateData(
    const Tensor& tensor, const TensorProto& proto, DataPieces& data, Placement placement)
{
    const bool isExternal = proto.data_location() == TensorProto::EXTERNAL;
    const bool hasTyped = !data.typed.empty() || !data.strings.empty() || !data.others.empty();
    const bool hasRaw = !data.raw.empty() && !data.raw.back().bytes.empty();
    if (isExternal + hasTyped + hasRaw > 1)
        return problem(
            "the tensor has its data twice: " + std::string(hasRaw ? "raw_data" : "typed fields")
                + " and " + (isExternal ? "external data" : "typed fields"),
            ErrorKind::File);
    if (isExternal)
        return externalRef(tensor, proto);
    if (proto.has_segment())
        return problem("the tensor is one segment of a larger one, which is not supported",
            ErrorKind::Unsupported);
    if (tensor.element == ElementType::String && hasRaw)
        return problem("strings lie in raw_data, expected string_data", ErrorKind::File);
    if (tensor.element == ElementType::String)
        return stringsRef(data);
    if (hasRaw)
        return refTo(data.raw.back(), placement);
    if (!data.typed.empty())
        return typedRef(data, tensor.element, placement);
    if (!data.others.empty())
        return problem("the data lies in field " + std::to_string(data.others.front())
                + " of TensorProto, which does not belong to type "
                + std::string(name(tensor.element)),
            ErrorKind::File);
    if (elementCount(tensor.dims) == std::uint64_t { 0 })
        return inMemory({});
    return problem("the file holds no data for this tensor", ErrorKind::Unsupported);
}

/// The element type decides which data fields are used, but it may come after them in the message.
ElementType elementTypeIn(Piece piece)
{
    WireReader reader(piece);
    ElementType type = ElementType::Undefined;
    while (const auto field = reader.next()) {
        if (field->number == TensorProto::kDataTypeFieldNumber && field->isVarint())
            type = static_cast<ElementType>(static_cast<std::int32_t>(field->value));
    }
    return type;
}

void sortData(DataPieces& data, const WireField& field, ElementType type)
{
    if (field.number == TensorProto::kRawDataFieldNumber) {
        if (field.isBytes())
            data.raw.push_back(field.content);
        return;
    }
    if (field.number != typedFieldOf(type)) {
        if (!field.isBytes() || !field.content.bytes.empty())
            data.others.push_back(field.number);
        return;
    }
    if (type == ElementType::String) {
        if (field.isBytes())
            data.strings.push_back(field.content.string());
        return;
    }
    if (!field.isBytes() || !field.content.bytes.empty())
        data.typed.push_back(field);
}

Result<std::span<const std::byte>> memoryOf(const Tensor& tensor)
{
    if (tensor.ref.place != TensorRef::Place::Memory)
        return support::fail(
            "its ", tensor.name.empty() ? "indices" : "values", " lie outside the file");
    return tensor.ref.memory->bytes;
}

Result<Bytes> denseBytes(const SparseTensor& sparse, std::uint64_t size)
{
    const auto values = TRY(memoryOf(sparse.values));
    const auto indices = TRY(memoryOf(sparse.indices));
    Bytes dense(static_cast<std::size_t>(size));
    TRY(expandSparse(sparse, values, indices, dense));
    return dense;
}

} // namespace

Result<Tensor> readTensor(Piece piece, Placement placement)
{
    Tensor tensor;
    tensor.element = elementTypeIn(piece);
    tensor.elementNumber = static_cast<std::int32_t>(tensor.element);
    DataPieces data;
    ProtobufFields rest;
    WireReader reader(piece);
    while (const auto field = reader.next()) {
        if (isDataField(field->number))
            sortData(data, *field, tensor.element);
        else
            rest.keep(*field);
    }
    TensorProto proto;
    TRY(rest.parseInto(proto));
    tensor.name = proto.name();
    tensor.dims.assign(proto.dims().begin(), proto.dims().end());
    tensor.doc = proto.doc_string();
    tensor.metadata = metadataOf(proto.metadata_props());
    tensor.ref = locateData(tensor, proto, data, placement);
    return tensor;
}

Result<SparseTensor> readSparseTensor(Piece piece, Placement placement)
{
    // Copied, because most sparse tensors are made dense at once. Large ones stay views, as they
    // are not made dense.
    if (piece.bytes.size() <= copyLimit)
        placement = Placement::Copy;
    SparseTensor sparse;
    ProtobufFields rest;
    WireReader reader(piece);
    while (const auto field = reader.next()) {
        if (field->isBytesOf(SparseTensorProto::kValuesFieldNumber))
            sparse.values = TRY(readTensor(field->content, placement));
        else if (field->isBytesOf(SparseTensorProto::kIndicesFieldNumber))
            sparse.indices = TRY(readTensor(field->content, placement));
        else
            rest.keep(*field);
    }
    SparseTensorProto proto;
    TRY(rest.parseInto(proto));
    sparse.dims.assign(proto.dims().begin(), proto.dims().end());
    return sparse;
}

Tensor densify(const SparseTensor& sparse, std::uint64_t byteLimit)
{
    Tensor dense = sparse.values;
    dense.dims = sparse.dims;
    const auto bytes = packedSize(dense);
    if (elementCount(dense.dims) == std::uint64_t { 0 }) {
        dense.ref = inMemory({});
        return dense;
    }
    if (bytes == 0 || bytes > byteLimit) {
        dense.ref
            = problem("sparse data of " + support::bytesText(bytes) + " in full is not expanded",
                ErrorKind::Unsupported);
        return dense;
    }
    auto content = denseBytes(sparse, bytes);
    if (!content) {
        dense.ref = problem("sparse data is broken: " + content.error().message(), ErrorKind::File);
        return dense;
    }
    dense.ref = inMemory(*std::move(content));
    return dense;
}

} // namespace model::onnx
