#include "model/value_type.h"

#include <vector>

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

bool isNestedTooDeep(const ValueType& inner)
{
    int levels = 1;
    for (const auto* at = &inner; at->inner && levels <= maximumNesting; at = at->inner.get())
        ++levels;
    return levels > maximumNesting;
}

ValueType around(ValueType::Kind kind, ValueType inner)
{
    ValueType type;
    if (isNestedTooDeep(inner))
        return type;
    type.kind = kind;
    type.inner = std::make_shared<const ValueType>(std::move(inner));
    return type;
}

} // namespace

ValueType ValueType::tensor(ElementType element, TensorShape shape)
{
    ValueType type;
    type.kind = Kind::Tensor;
    type.element = element;
    type.shape = std::move(shape);
    return type;
}

ValueType ValueType::sequence(ValueType inner) { return around(Kind::Sequence, std::move(inner)); }

ValueType ValueType::optionalOf(ValueType inner)
{
    return around(Kind::Optional, std::move(inner));
}

std::string typeText(const ValueType& type) { return nestedText(type, elementText, leafText); }

std::string onnxTypeText(const ValueType& type)
{
    return nestedText(type, onnxElementText, onnxLeafText);
}

namespace {

/// Combines one level of both types, without `inner`.
ValueType commonLevel(const ValueType& a, const ValueType& b)
{
    if (a.kind != b.kind)
        return {};
    auto result = a;
    result.inner.reset();
    if (a.element != b.element)
        result.element = ElementType::Undefined;
    if (a.key != b.key)
        result.key = ElementType::Undefined;
    if (a.opaqueName != b.opaqueName)
        result.opaqueName.clear();
    if (a.denotation != b.denotation)
        result.denotation.clear();
    if (!a.shape || !b.shape || a.shape->size() != b.shape->size()) {
        result.shape.reset();
        return result;
    }
    auto shape = *a.shape;
    for (std::size_t i = 0; i < shape.size(); ++i)
        if (!shape[i].isSameAs((*b.shape)[i]))
            shape[i] = Dimension();
    result.shape = std::move(shape);
    return result;
}

} // namespace

ValueType common(const ValueType& a, const ValueType& b)
{
    std::vector<ValueType> levels;
    const auto* left = &a;
    const auto* right = &b;
    for (; left != nullptr && right != nullptr && left->inner && right->inner
         && left->kind == right->kind;
         left = left->inner.get(), right = right->inner.get())
        levels.push_back(commonLevel(*left, *right));
    levels.push_back(commonLevel(*left, *right));
    auto result = levels.back();
    for (auto i = levels.size() - 1; i-- > 0;) {
        auto outer = levels[i];
        outer.inner = std::make_shared<const ValueType>(std::move(result));
        result = std::move(outer);
    }
    return result;
}

} // namespace model
