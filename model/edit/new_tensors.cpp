#include "model/edit/new_messages.h"

#include "model/npy.h"
#include "model/onnx/tensor_file.h"
#include "model/support/compress.h"
#include "model/support/mapped_file.h"
#include "model/support/text.h"

#include <cstring>

namespace model::edit {

using onnx_pb::TensorProto;
using support::ErrorKind;
using support::failAs;
using support::JsonValue;
using support::quote;
using support::Result;

namespace {

constexpr std::uint64_t largestNewTensor = 1ULL << 30; ///< of values that are written in a script

template <typename T>
void appendAs(std::vector<std::byte>& out, T value)
{
    const auto* const bytes = reinterpret_cast<const std::byte*>(&value);
    out.insert(out.end(), bytes, bytes + sizeof value);
}

template <typename T>
Result<void> appendInteger(std::vector<std::byte>& out, const JsonValue& json)
{
    const auto value = json.integer();
    if (!value || !std::in_range<T>(*value))
        return failAs(ErrorKind::Usage, "a value is no whole number of the tensor's type");
    appendAs(out, static_cast<T>(*value));
    return {};
}

Result<double> numberIn(const JsonValue& json)
{
    if (const auto number = json.number())
        return *number;
    if (const auto text = json.string())
        if (const auto number = support::numberFrom<double>(*text)) // nan, inf
            return *number;
    return failAs(ErrorKind::Usage, "a value is no number");
}

Result<void> appendElement(std::vector<std::byte>& out, ElementType type, const JsonValue& json)
{
    switch (type) {
    case ElementType::Float:
        appendAs(out, static_cast<float>(TRY(numberIn(json))));
        return {};
    case ElementType::Double:
        appendAs(out, TRY(numberIn(json)));
        return {};
    case ElementType::Int8:
        return appendInteger<std::int8_t>(out, json);
    case ElementType::Uint8:
        return appendInteger<std::uint8_t>(out, json);
    case ElementType::Int16:
        return appendInteger<std::int16_t>(out, json);
    case ElementType::Uint16:
        return appendInteger<std::uint16_t>(out, json);
    case ElementType::Int32:
        return appendInteger<std::int32_t>(out, json);
    case ElementType::Uint32:
        return appendInteger<std::uint32_t>(out, json);
    case ElementType::Int64:
        return appendInteger<std::int64_t>(out, json);
    case ElementType::Uint64:
        return appendInteger<std::uint64_t>(out, json);
    case ElementType::Bool:
        if (const auto truth = json.boolean())
            appendAs(out, static_cast<std::uint8_t>(*truth ? 1 : 0));
        else
            return failAs(ErrorKind::Usage, "a value is neither true nor false");
        return {};
    default:
        return failAs(ErrorKind::Usage, "elements of type ", name(type),
            " cannot be written as numbers here; give a file (.npy or raw bytes)");
    }
}

/// Adds the elements of a list, which may have lists in it.
Result<void> appendAll(TensorSource& source, std::vector<std::byte>& out, const JsonValue& json)
{
    std::vector<const JsonValue*> left { &json };
    while (!left.empty()) {
        const auto& next = *left.back();
        left.pop_back();
        if (next.kind() == JsonValue::Kind::Array) {
            for (auto i = next.items().size(); i > 0; --i)
                left.push_back(&next.items()[i - 1]);
        } else if (source.element != ElementType::String) {
            TRY(appendElement(out, source.element, next));
        } else if (const auto text = next.string()) {
            source.strings.emplace_back(*text);
        } else {
            return failAs(ErrorKind::Usage, "a value of a string tensor is no text");
        }
    }
    return {};
}

void own(TensorSource& source, std::vector<std::byte> bytes)
{
    const auto owner = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    source.bytes = *owner;
    source.owner = owner;
}

Result<void> readFile(TensorSource& source, const std::filesystem::path& path, bool hasShape)
{
    const auto ending = path.extension();
    if (ending != ".npy" && ending != ".pb") {
        const auto file = TRY(support::MappedFile::open(path));
        source.bytes = file->bytes();
        source.owner = file;
        return {};
    }
    DataTensor data;
    if (ending == ".npy") {
        data = TRY(readNpy(path,
            source.element == ElementType::Undefined ? std::nullopt
                                                     : std::optional(source.element)));
    } else {
        auto value = TRY(onnx::readTensorFile(path));
        if (value.kind != DataValue::Kind::Tensor)
            return failAs(ErrorKind::Usage, path.string(), " holds no tensor");
        data = std::move(value.tensor);
    }
    source.element = data.element;
    if (!hasShape)
        source.dims = data.dims;
    source.strings = std::move(data.strings);
    own(source, std::move(data.bytes));
    return {};
}

Result<void> checkSize(const TensorSource& source)
{
    const auto count = elementCount(source.dims);
    if (!count)
        return failAs(ErrorKind::Usage, "the shape is no valid size");
    const auto wanted = source.element == ElementType::String ? std::optional(*count)
                                                              : packedBytes(source.element, *count);
    const std::uint64_t found
        = source.element == ElementType::String ? source.strings.size() : source.bytes.size();
    if (wanted == found)
        return {};
    return failAs(ErrorKind::Usage, "the shape ", shapeText(shapeOf(source.dims)), " of type ",
        name(source.element), " needs ", wanted.value_or(0),
        source.element == ElementType::String ? " strings" : " bytes", ", but there are ", found);
}

Result<void> fill(TensorSource& source, const JsonValue& json)
{
    const auto count = elementCount(source.dims);
    if (!count || *count * 8 > largestNewTensor)
        return failAs(ErrorKind::Usage, "a tensor of shape ", shapeText(shapeOf(source.dims)),
            " is too large to be filled");
    std::vector<std::byte> one;
    if (*count > 0)
        TRY(appendElement(one, source.element, json));
    std::vector<std::byte> all;
    all.reserve(one.size() * static_cast<std::size_t>(*count));
    for (std::uint64_t i = 0; i < *count; ++i)
        all.insert(all.end(), one.begin(), one.end());
    own(source, std::move(all));
    return {};
}

/// Fields that say where the data of a tensor is, what it is and how large.
bool isContentField(std::uint32_t number)
{
    return number != TensorProto::kNameFieldNumber && number != TensorProto::kDocStringFieldNumber
        && number != TensorProto::kMetadataPropsFieldNumber
        && onnx::messageRule("TensorProto").field(number) != nullptr;
}

Result<void> setTypeAndShape(TensorSource& source, const JsonValue& json, const Tensor* before)
{
    if (before)
        source.element = before->element;
    if (const auto type = json["type"].string()) {
        const auto element = elementTypeFromName(*type);
        if (!element || *element == ElementType::Undefined)
            return failAs(ErrorKind::Usage, quote(*type), " is no element type");
        source.element = *element;
    }
    if (json.has("shape")) {
        for (const auto& size : json["shape"].items()) {
            if (!size.integer() || *size.integer() < 0)
                return failAs(ErrorKind::Usage, "the shape is no list of sizes");
            source.dims.push_back(*size.integer());
        }
    } else if (before) {
        source.dims = before->dims;
    }
    return {};
}

} // namespace

Result<TensorSource> tensorSourceFrom(
    const JsonValue& json, const std::filesystem::path& folder, const Tensor* before)
{
    TensorSource source;
    TRY(setTypeAndShape(source, json, before));
    if (const auto file = json["file"].string()) {
        TRY(readFile(source, folder / std::filesystem::path(*file), json.has("shape")));
    } else if (source.element == ElementType::Undefined) {
        return failAs(ErrorKind::Usage, "the argument type is missing, such as float");
    } else if (json.has("fill")) {
        TRY(fill(source, json["fill"]));
    } else if (const auto encoded = json["base64"].string()) {
        const auto bytes = TRY(support::fromBase64(*encoded));
        const auto view = std::as_bytes(std::span(bytes));
        own(source, { view.begin(), view.end() });
    } else if (json.has("values")) {
        std::vector<std::byte> bytes;
        TRY(appendAll(source, bytes, json["values"]));
        if (!json.has("shape") && before == nullptr)
            source.dims = { static_cast<std::int64_t>(json["values"].items().size()) };
        own(source, std::move(bytes));
    } else {
        return failAs(ErrorKind::Usage, "the data is missing: give values, fill, base64 or file");
    }
    TRY(checkSize(source));
    return source;
}

std::vector<Field> tensorFields(const TensorSource& source)
{
    std::vector<Field> fields;
    for (const auto size : source.dims)
        fields.push_back(integerField(TensorProto::kDimsFieldNumber, size));
    fields.push_back(
        integerField(TensorProto::kDataTypeFieldNumber, static_cast<std::int64_t>(source.element)));
    if (source.element == ElementType::String) {
        for (const auto& text : source.strings)
            fields.push_back(bytesField(TensorProto::kStringDataFieldNumber, text));
        return fields;
    }
    fields.push_back(viewField(TensorProto::kRawDataFieldNumber, source.bytes, source.owner));
    return fields;
}

void replaceTensor(Change& change, Message& tensor, const TensorSource& source)
{
    for (auto i = tensor.fields.size(); i > 0; --i)
        if (isContentField(tensor.fields[i - 1].number))
            change.remove(tensor, i - 1);
    for (auto& field : tensorFields(source))
        change.append(tensor, std::move(field));
}

Field tensorField(std::uint32_t number, std::string_view name, const TensorSource& source)
{
    auto field = bytesField(number, {});
    field.child = std::make_unique<Message>();
    field.child->rule = &onnx::messageRule("TensorProto");
    for (auto& part : tensorFields(source)) {
        if (part.number > TensorProto::kNameFieldNumber && !name.empty())
            field.child->fields.push_back(
                bytesField(TensorProto::kNameFieldNumber, std::exchange(name, {})));
        field.child->fields.push_back(std::move(part));
    }
    if (!name.empty())
        field.child->fields.push_back(bytesField(TensorProto::kNameFieldNumber, name));
    return field;
}

} // namespace model::edit
