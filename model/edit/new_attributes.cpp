#include "model/edit/new_messages.h"

#include "model/support/text.h"
#include "model/text_node.h"

#include <cstring>

namespace model::edit {

using onnx_pb::AttributeProto;
using support::ErrorKind;
using support::failAs;
using support::JsonValue;
using support::Result;

namespace {

support::Error mismatch(AttributeKind kind)
{
    return failAs(
        ErrorKind::Usage, "the value is not of the attribute's kind, ", attributeKindName(kind));
}

Result<float> floatIn(const JsonValue& value)
{
    if (const auto number = value.number())
        return static_cast<float>(*number);
    if (const auto text = value.string())
        if (const auto number = support::numberFrom<float>(*text)) // nan, inf
            return *number;
    return mismatch(AttributeKind::Float);
}

/// Returns the fields of AttributeProto that Protocol Buffers writes.
std::vector<Field> fieldsOf(const AttributeProto& proto)
{
    const auto encoded = std::make_shared<const std::string>(proto.SerializeAsString());
    auto message = messageOf(
        std::as_bytes(std::span(*encoded)), onnx::messageRule("AttributeProto"), 0, encoded);
    return std::move(message->fields);
}

Result<void> addItem(AttributeProto& proto, AttributeKind kind, const JsonValue& item)
{
    if (kind == AttributeKind::Floats) {
        proto.add_floats(TRY(floatIn(item)));
        return {};
    }
    if (kind == AttributeKind::Ints && item.integer()) {
        proto.add_ints(*item.integer());
        return {};
    }
    if (kind == AttributeKind::Strings && item.string()) {
        proto.add_strings(std::string(*item.string()));
        return {};
    }
    return mismatch(kind);
}

Result<void> setValue(AttributeProto& proto, AttributeKind kind, const JsonValue& value)
{
    switch (kind) {
    case AttributeKind::Float:
        proto.set_f(TRY(floatIn(value)));
        return {};
    case AttributeKind::Int:
        if (!value.integer())
            return mismatch(kind);
        proto.set_i(*value.integer());
        return {};
    case AttributeKind::String:
        if (!value.string())
            return mismatch(kind);
        proto.set_s(std::string(*value.string()));
        return {};
    case AttributeKind::Floats:
    case AttributeKind::Ints:
    case AttributeKind::Strings:
        if (value.kind() != JsonValue::Kind::Array)
            return mismatch(kind);
        for (const auto& item : value.items())
            TRY(addItem(proto, kind, item));
        return {};
    default:
        return failAs(ErrorKind::Unsupported, "attributes of kind ", attributeKindName(kind),
            " cannot be set here");
    }
}

} // namespace

Result<std::vector<Field>> attributeValueFields(
    AttributeKind kind, const JsonValue& value, const std::filesystem::path& folder)
{
    if (kind == AttributeKind::Tensor) {
        const auto source = TRY(tensorSourceFrom(value, folder));
        std::vector<Field> fields;
        fields.push_back(tensorField(AttributeProto::kTFieldNumber, {}, source));
        return fields;
    }
    AttributeProto proto;
    TRY(setValue(proto, kind, value));
    return fieldsOf(proto);
}

AttributeKind kindOf(const JsonValue& value)
{
    switch (value.kind()) {
    case JsonValue::Kind::String:
        return AttributeKind::String;
    case JsonValue::Kind::Number:
        return value.integer() ? AttributeKind::Int : AttributeKind::Float;
    case JsonValue::Kind::Object:
        return AttributeKind::Tensor;
    case JsonValue::Kind::Array:
        break;
    default:
        return AttributeKind::Undefined;
    }
    bool isWhole = true;
    for (const auto& item : value.items()) {
        if (item.string())
            return AttributeKind::Strings;
        isWhole = isWhole && item.integer();
    }
    return isWhole ? AttributeKind::Ints : AttributeKind::Floats;
}

Result<AttributeKind> attributeKindFrom(std::string_view name)
{
    const auto wanted = support::lowered(name);
    for (auto i = static_cast<int>(AttributeKind::Float);
         i <= static_cast<int>(AttributeKind::TypeProtos); ++i)
        if (attributeKindName(static_cast<AttributeKind>(i)) == wanted)
            return static_cast<AttributeKind>(i);
    return failAs(ErrorKind::Usage, support::quote(name),
        " is no kind of attribute, expected float, int, string, tensor, floats, ints or strings");
}

} // namespace model::edit
