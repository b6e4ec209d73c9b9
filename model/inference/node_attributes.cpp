#include "model/inference/node_attributes.h"

#include <algorithm>

namespace model {

template <typename T>
const T* NodeAttributes::held(std::string_view name) const
{
    const auto written = std::ranges::find(m_written, name, &Attribute::name);
    if (written != m_written.end())
        return std::get_if<T>(&written->value);
    const auto* spec = m_schema.attribute(name);
    return spec != nullptr ? std::get_if<T>(&spec->defaultValue) : nullptr;
}

template <typename T>
std::optional<T> NodeAttributes::copyOf(std::string_view name) const
{
    const auto* found = held<T>(name);
    return found != nullptr ? std::optional<T>(*found) : std::nullopt;
}

bool NodeAttributes::hasAttribute(std::string_view name) const
{
    return std::ranges::find(m_written, name, &Attribute::name) != m_written.end();
}

std::optional<std::int64_t> NodeAttributes::integer(std::string_view name) const
{
    return copyOf<std::int64_t>(name);
}
std::optional<float> NodeAttributes::real(std::string_view name) const
{
    return copyOf<float>(name);
}
std::string NodeAttributes::text(std::string_view name) const
{
    return copyOf<std::string>(name).value_or("");
}
std::optional<std::vector<std::int64_t>> NodeAttributes::integers(std::string_view name) const
{
    return copyOf<std::vector<std::int64_t>>(name);
}
std::optional<std::vector<float>> NodeAttributes::floats(std::string_view name) const
{
    return copyOf<std::vector<float>>(name);
}
std::optional<std::vector<std::string>> NodeAttributes::texts(std::string_view name) const
{
    return copyOf<std::vector<std::string>>(name);
}
std::optional<std::size_t> NodeAttributes::entryCount(std::string_view name) const
{
    if (!hasAttribute(name))
        return 0;
    if (const auto* numbers = held<std::vector<std::int64_t>>(name))
        return numbers->size();
    if (const auto* reals = held<std::vector<float>>(name))
        return reals->size();
    if (const auto* texts = held<std::vector<std::string>>(name))
        return texts->size();
    const auto* given = tensor(name);
    return given != nullptr ? elementCount(given->dims) : std::nullopt;
}
const Tensor* NodeAttributes::tensor(std::string_view name) const { return held<Tensor>(name); }
const SparseTensor* NodeAttributes::sparseTensor(std::string_view name) const
{
    return held<SparseTensor>(name);
}
const ValueType* NodeAttributes::typeAttribute(std::string_view name) const
{
    return held<ValueType>(name);
}
std::optional<GraphId> NodeAttributes::graph(std::string_view name) const
{
    return copyOf<GraphId>(name);
}

} // namespace model
