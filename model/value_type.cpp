#include "model/value_type.h"

namespace model {

namespace {


std::string elementText(ElementType type)
{
    if (type == ElementType::Undefined)
        return "?";
    if (!isKnown(type))
        return "type " + std::to_string(static_cast<std::int32_t>(type));
    return std::string(name(type));
}

std::string onnxElementText(ElementType type)
{
    if (!isKnown(type))
        return elementText(type);
    return std::string(traits(type).onnxName);
}

std::string tensorText(const ValueType& type)
{
    if (!type.shape && type.element == ElementType::Undefined)
        return "?";
    const auto shape = type.shape ? shapeText(*type.shape) : "?";
    return shape + " " + elementText(type.element);
}

std::string leafText(const ValueType& type)
{
    switch (type.kind) {
    case ValueType::Kind::Tensor:
        return tensorText(type);
    case ValueType::Kind::SparseTensor:
        return "sparse " + tensorText(type);
    case ValueType::Kind::Opaque:
        return "opaque " + type.opaqueName;
    default:
        return "?";
    }
}

std::string onnxLeafText(const ValueType& type)
{
    switch (type.kind) {
    case ValueType::Kind::Tensor:
        return "tensor(" + onnxElementText(type.element) + ")";
    case ValueType::Kind::SparseTensor:
        return "sparse_tensor(" + onnxElementText(type.element) + ")";
    case ValueType::Kind::Opaque:
        return "opaque(" + type.opaqueName + ")";
    default:
        return "undefined";
    }
}

template <typename KeyText, typename LeafText>
std::string nestedText(const ValueType& type, KeyText keyText, LeafText leaf)
{
    std::string before;
    std::string after;
    const ValueType* at = &type;
    for (; at->inner; at = at->inner.get()) {
        if (at->kind == ValueType::Kind::Sequence)
            before += "seq(";
        else if (at->kind == ValueType::Kind::Optional)
            before += "optional(";
        else
            before += "map(" + keyText(at->key) + ", ";
        after += ')';
    }
    return before + leaf(*at) + after;
}

} // namespace

ValueType ValueType::tensor(ElementType element, std::optional<Shape> shape)
{
    ValueType type;
    type.kind = Kind::Tensor;
    type.element = element;
    type.shape = std::move(shape);
    return type;
}

ValueType ValueType::sequence(ValueType inner)
{
    ValueType type;
    type.kind = Kind::Sequence;
    type.inner = std::make_shared<const ValueType>(std::move(inner));
    return type;
}

ValueType ValueType::optionalOf(ValueType inner)
{
    ValueType type;
    type.kind = Kind::Optional;
    type.inner = std::make_shared<const ValueType>(std::move(inner));
    return type;
}

std::string typeText(const ValueType& type)
{
    return nestedText(type, elementText, leafText);
}

std::string onnxTypeText(const ValueType& type)
{
    return nestedText(type, onnxElementText, onnxLeafText);
}

} // namespace model
