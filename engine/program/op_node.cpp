#include "engine/program/op_node.h"

#include <algorithm>

namespace engine {

namespace {

const model::Attribute* find(const OpNode& node, std::string_view name)
{
    const auto found = std::ranges::find(node.attributes, name, &model::Attribute::name);
    return found == node.attributes.end() ? nullptr : &*found;
}

const model::Attribute::Value* valueOf(const OpNode& node, std::string_view name)
{
    if (const auto* attribute = find(node, name))
        return &attribute->value;
    const auto* spec = node.schema != nullptr ? node.schema->attribute(name) : nullptr;
    return spec != nullptr ? &spec->defaultValue : nullptr;
}

template <typename T>
std::optional<T> as(const OpNode& node, std::string_view name)
{
    const auto* value = valueOf(node, name);
    const T* held = value != nullptr ? std::get_if<T>(value) : nullptr;
    return held != nullptr ? std::optional<T>(*held) : std::nullopt;
}

} // namespace

bool OpNode::has(std::string_view name) const { return find(*this, name) != nullptr; }
std::optional<std::int64_t> OpNode::integer(std::string_view name) const
{
    return as<std::int64_t>(*this, name);
}
std::optional<float> OpNode::real(std::string_view name) const { return as<float>(*this, name); }
std::optional<std::string> OpNode::text(std::string_view name) const
{
    return as<std::string>(*this, name);
}
std::optional<std::vector<std::int64_t>> OpNode::integers(std::string_view name) const
{
    return as<std::vector<std::int64_t>>(*this, name);
}
std::optional<std::vector<float>> OpNode::reals(std::string_view name) const
{
    return as<std::vector<float>>(*this, name);
}
std::optional<std::vector<std::string>> OpNode::texts(std::string_view name) const
{
    return as<std::vector<std::string>>(*this, name);
}

const model::Tensor* OpNode::tensor(std::string_view name) const
{
    const auto* value = valueOf(*this, name);
    return value != nullptr ? std::get_if<model::Tensor>(value) : nullptr;
}

} // namespace engine
