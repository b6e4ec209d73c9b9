#include "model/onnx/messages.h"

#include "model/inference/tensor_shape.h"

namespace model::onnx {

namespace {

using onnx_pb::TypeProto;

Dimension dimensionOf(const onnx_pb::TensorShapeProto::Dimension& dimension)
{
    // Some exporters write -1 for an unknown size. TensorShape makes it unknown.
    if (dimension.has_dim_value())
        return Dimension::number(dimension.dim_value());
    if (dimension.has_dim_param() && !dimension.dim_param().empty())
        return Dimension::symbol(dimension.dim_param());
    return Dimension::unknown();
}

template <typename Message>
void setTensor(ValueType& type, const Message& tensor)
{
    type.element = static_cast<ElementType>(tensor.elem_type());
    if (!tensor.has_shape())
        return;
    Shape shape;
    shape.reserve(static_cast<std::size_t>(tensor.shape().dim_size()));
    for (const auto& dimension : tensor.shape().dim())
        shape.push_back(dimensionOf(dimension));
    type.shape = std::move(shape);
}

/// Sets one level of the type. Returns the inner type, if there is one.
const TypeProto* setLevel(ValueType& type, const TypeProto& proto)
{
    type.denotation = proto.denotation();
    switch (proto.value_case()) {
    case TypeProto::kTensorType:
        type.kind = ValueType::Kind::Tensor;
        setTensor(type, proto.tensor_type());
        return nullptr;
    case TypeProto::kSparseTensorType:
        type.kind = ValueType::Kind::SparseTensor;
        setTensor(type, proto.sparse_tensor_type());
        return nullptr;
    case TypeProto::kSequenceType:
        type.kind = ValueType::Kind::Sequence;
        return &proto.sequence_type().elem_type();
    case TypeProto::kOptionalType:
        type.kind = ValueType::Kind::Optional;
        return &proto.optional_type().elem_type();
    case TypeProto::kMapType:
        type.kind = ValueType::Kind::Map;
        type.key = static_cast<ElementType>(proto.map_type().key_type());
        return &proto.map_type().value_type();
    case TypeProto::kOpaqueType:
        type.kind = ValueType::Kind::Opaque;
        type.opaqueName = proto.opaque_type().domain() + "." + proto.opaque_type().name();
        return nullptr;
    case TypeProto::VALUE_NOT_SET:
        break;
    }
    return nullptr;
}

template <typename Message>
void writeTensor(Message& out, const ValueType& type)
{
    out.set_elem_type(static_cast<std::int32_t>(type.element));
    if (!type.shape)
        return;
    auto& shape = *out.mutable_shape();
    for (const auto& dimension : *type.shape) {
        auto& written = *shape.add_dim();
        if (const auto value = dimension.value())
            written.set_dim_value(*value);
        else if (!dimension.isUnknown())
            written.set_dim_param(dimension.text());
    }
}

/// Writes one level of the type. Returns the message for the inner type, if there is one.
TypeProto* writeLevel(TypeProto& out, const ValueType& type)
{
    if (!type.denotation.empty())
        out.set_denotation(type.denotation);
    switch (type.kind) {
    case ValueType::Kind::Tensor:
        writeTensor(*out.mutable_tensor_type(), type);
        return nullptr;
    case ValueType::Kind::SparseTensor:
        writeTensor(*out.mutable_sparse_tensor_type(), type);
        return nullptr;
    case ValueType::Kind::Sequence:
        return out.mutable_sequence_type()->mutable_elem_type();
    case ValueType::Kind::Optional:
        return out.mutable_optional_type()->mutable_elem_type();
    case ValueType::Kind::Map:
        out.mutable_map_type()->set_key_type(static_cast<std::int32_t>(type.key));
        return out.mutable_map_type()->mutable_value_type();
    case ValueType::Kind::Opaque: {
        const auto point = type.opaqueName.rfind('.');
        out.mutable_opaque_type()->set_domain(type.opaqueName.substr(0, point));
        out.mutable_opaque_type()->set_name(
            point == std::string::npos ? "" : type.opaqueName.substr(point + 1));
        return nullptr;
    }
    case ValueType::Kind::Unknown:
        break;
    }
    return nullptr;
}

} // namespace

ValueType valueTypeOf(const TypeProto& proto)
{
    std::vector<ValueType> levels;
    for (const TypeProto* at = &proto; at;) {
        levels.emplace_back();
        at = setLevel(levels.back(), *at);
    }
    auto type = std::move(levels.back());
    for (auto level = levels.rbegin() + 1; level != levels.rend(); ++level) {
        if (level->kind == ValueType::Kind::Map)
            level->element = type.element;
        level->inner = std::make_shared<const ValueType>(std::move(type));
        type = std::move(*level);
    }
    return type;
}

TypeProto typeProtoOf(const ValueType& type)
{
    TypeProto proto;
    TypeProto* out = &proto;
    for (const ValueType* at = &type; at && out; at = at->inner.get())
        out = writeLevel(*out, *at);
    return proto;
}

Metadata metadataOf(
    const google::protobuf::RepeatedPtrField<onnx_pb::StringStringEntryProto>& entries)
{
    Metadata metadata;
    metadata.reserve(static_cast<std::size_t>(entries.size()));
    for (const auto& entry : entries)
        metadata.emplace_back(entry.key(), entry.value());
    return metadata;
}

std::string domainOf(const std::string& domain)
{
    return domain == "ai.onnx" ? std::string() : domain;
}

} // namespace model::onnx
