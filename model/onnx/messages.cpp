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
