#include "model/edit/new_messages.h"

#include "model/support/text.h"

namespace model::edit {

using onnx_pb::TypeProto;
using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

namespace {

Result<void> addDimensions(onnx_pb::TensorShapeProto& shape, std::string_view text)
{
    if (support::trimmed(text).empty())
        return {};
    for (const auto part : support::split(text, ',')) {
        const auto word = support::trimmed(part);
        auto& dimension = *shape.add_dim();
        if (word == "?" || word.empty())
            continue;
        const auto size = support::numberFrom<std::int64_t>(word);
        if (size && *size < 0)
            return failAs(ErrorKind::Usage, "the size ", *size, " is negative");
        if (size)
            dimension.set_dim_value(*size);
        else
            dimension.set_dim_param(std::string(word));
    }
    return {};
}

Result<void> setTensorType(TypeProto& type, std::string_view text)
{
    const auto bracket = text.find('[');
    const auto name = support::trimmed(text.substr(0, bracket));
    const auto element = elementTypeFromName(name);
    if (!element || *element == ElementType::Undefined)
        return failAs(ErrorKind::Usage, quote(name),
            " is no element type, expected float, int64 … as in float[1,batch,?]");
    auto& tensor = *type.mutable_tensor_type();
    tensor.set_elem_type(static_cast<std::int32_t>(*element));
    if (bracket == std::string_view::npos)
        return {};
    if (!text.ends_with(']'))
        return failAs(ErrorKind::Usage, "the shape of ", quote(text), " does not end with ]");
    return addDimensions(
        *tensor.mutable_shape(), text.substr(bracket + 1, text.size() - bracket - 2));
}

void setShape(onnx_pb::TensorShapeProto& proto, const Shape& shape)
{
    for (const auto& dimension : shape) {
        auto& out = *proto.add_dim();
        if (const auto size = dimension.value())
            out.set_dim_value(*size);
        else if (!dimension.isUnknown())
            out.set_dim_param(dimension.text());
    }
}

template <typename Tensor>
void setTensor(Tensor& proto, const ValueType& type)
{
    proto.set_elem_type(static_cast<std::int32_t>(type.element));
    if (type.shape)
        setShape(*proto.mutable_shape(), *type.shape);
}

} // namespace

Result<TypeProto> typeProtoFrom(std::string_view text)
{
    TypeProto whole;
    auto* at = &whole;
    auto rest = support::trimmed(text);
    for (int level = 0; rest.ends_with(')'); ++level) {
        if (level == maximumNesting)
            return failAs(ErrorKind::Usage, "the type ", quote(text), " has more than ",
                maximumNesting, " levels");
        const auto bracket = rest.find('(');
        const auto word = rest.substr(0, bracket);
        if (word == "seq")
            at = at->mutable_sequence_type()->mutable_elem_type();
        else if (word == "optional")
            at = at->mutable_optional_type()->mutable_elem_type();
        else if (word != "tensor" || bracket == std::string_view::npos)
            return failAs(ErrorKind::Usage, quote(text),
                " is no type, expected float[1,batch,?], seq(float) or optional(float)");
        rest = support::trimmed(rest.substr(bracket + 1, rest.size() - bracket - 2));
    }
    TRY(setTensorType(*at, rest));
    return whole;
}

Result<TypeProto> typeProtoOf(const ValueType& type)
{
    TypeProto whole;
    auto* at = &whole;
    for (const auto* level = &type;; level = level->inner.get()) {
        if (!level->denotation.empty())
            at->set_denotation(level->denotation);
        if (level->kind == ValueType::Kind::Tensor) {
            setTensor(*at->mutable_tensor_type(), *level);
            return whole;
        }
        if (level->kind == ValueType::Kind::SparseTensor) {
            setTensor(*at->mutable_sparse_tensor_type(), *level);
            return whole;
        }
        if (!level->inner || level->kind == ValueType::Kind::Map)
            return failAs(ErrorKind::Usage, "its type ", typeText(type),
                " is not known well enough; give it as the argument type, such as float[1,batch]");
        at = level->kind == ValueType::Kind::Sequence
            ? at->mutable_sequence_type()->mutable_elem_type()
            : at->mutable_optional_type()->mutable_elem_type();
    }
}

Field valueInfoField(std::uint32_t number, std::string_view name, const TypeProto& type)
{
    onnx_pb::ValueInfoProto info;
    info.set_name(std::string(name));
    *info.mutable_type() = type;
    return messageField(number, info);
}

} // namespace model::edit
