#include "model/edit/convert/type_attribute.h"

#include "model/operator.h"

#include <algorithm>

namespace model::edit::convert {

namespace {

struct TypeAttribute {
    std::string_view operatorType;
    std::string_view attribute;
};
constexpr TypeAttribute typeAttributes[] {
    { "Cast", "to" },
    { "RandomNormal", "dtype" },
    { "RandomUniform", "dtype" },
    { "RandomNormalLike", "dtype" },
    { "RandomUniformLike", "dtype" },
    { "EyeLike", "dtype" },
    { "Bernoulli", "dtype" },
    { "SequenceEmpty", "dtype" },
    { "HannWindow", "output_datatype" },
    { "HammingWindow", "output_datatype" },
    { "BlackmanWindow", "output_datatype" },
    { "MelWeightMatrix", "output_datatype" },
    { "DequantizeLinear", "output_dtype" },
};

/// Null if the operator has no such attribute.
const TypeAttribute* rowOf(const Node& node)
{
    const auto found = std::ranges::find(typeAttributes, node.type, &TypeAttribute::operatorType);
    return node.domain.empty() && found != std::end(typeAttributes) ? &*found : nullptr;
}

} // namespace

ElementType leafElement(const ValueType& type)
{
    const auto* level = &type;
    while (level->inner)
        level = level->inner.get();
    const bool isTensor = level->kind == ValueType::Kind::Tensor;
    return isTensor ? level->element : ElementType::Undefined;
}

bool canHaveTypeAttribute(const Node& node) { return rowOf(node) != nullptr; }

std::optional<std::string_view> typeAttribute(const Node& node)
{
    const auto* const found = rowOf(node);
    if (found == nullptr)
        return std::nullopt;
    const auto* const spec = node.schema ? node.schema->attribute(found->attribute) : nullptr;
    if (spec == nullptr)
        return std::nullopt;
    // Without the attribute, the output has the type of an input, or that of the schema's default.
    const auto* const written = node.attribute(found->attribute);
    const auto* const number = written ? std::get_if<std::int64_t>(&written->value) : nullptr;
    const auto* const normal = std::get_if<std::int64_t>(&spec->defaultValue);
    const bool gives = written != nullptr
        ? number == nullptr || *number != 0
        : (normal != nullptr && *normal != 0) || node.type == "SequenceEmpty";
    return gives ? std::optional(found->attribute) : std::nullopt;
}

} // namespace model::edit::convert
