#include "model/inference/cost_context.h"

#include "model/inference/saturated.h"

#include <algorithm>
#include <string>

namespace model {

namespace {

const ValueType* at(std::span<const ValueType> types, std::size_t i)
{
    return i < types.size() ? &types[i] : nullptr;
}

} // namespace

void CostContext::setReason(std::string_view role, std::size_t i, std::string_view what) const
{
    if (m_reason.empty())
        m_reason = "the " + std::string(what) + " of " + std::string(role) + " " + std::to_string(i)
            + " is not known";
}

std::uint64_t CostContext::elements(
    const ValueType* type, std::string_view role, std::size_t i) const
{
    const auto count = type != nullptr && type->isTensor() && type->shape
        ? elementCount(*type->shape)
        : std::nullopt;
    if (!count)
        setReason(role, i, "shape");
    return count.value_or(0);
}

std::uint64_t CostContext::bytes(const ValueType* type, std::string_view role, std::size_t i) const
{
    if (type == nullptr || type->kind == ValueType::Kind::Unknown)
        return 0;
    if (type->element == ElementType::String)
        return 0;
    const auto length = packedBytes(type->element, elements(type, role, i));
    if (!length)
        setReason(role, i, "element type");
    return length.value_or(0);
}

std::uint64_t CostContext::dim(
    const ValueType* type, std::string_view role, std::size_t i, std::size_t axis) const
{
    const auto isThere = type != nullptr && type->shape && axis < type->shape->size();
    const auto value = isThere ? (*type->shape)[axis].value() : std::nullopt;
    if (!value)
        setReason(role, i, "shape");
    return static_cast<std::uint64_t>(std::max<std::int64_t>(value.value_or(0), 0));
}

std::uint64_t CostContext::inputElements(std::size_t i) const
{
    return elements(at(m_inputs, i), "input", i);
}
std::uint64_t CostContext::outputElements(std::size_t i) const
{
    return elements(at(m_outputs, i), "output", i);
}
std::uint64_t CostContext::inputBytes(std::size_t i) const
{
    return bytes(at(m_inputs, i), "input", i);
}
std::uint64_t CostContext::outputBytes(std::size_t i) const
{
    return bytes(at(m_outputs, i), "output", i);
}
std::uint64_t CostContext::inputDim(std::size_t i, std::size_t axis) const
{
    return dim(at(m_inputs, i), "input", i, axis);
}
std::uint64_t CostContext::outputDim(std::size_t i, std::size_t axis) const
{
    return dim(at(m_outputs, i), "output", i, axis);
}

std::uint64_t CostContext::allInputBytes() const
{
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < m_inputs.size(); ++i)
        sum = saturatedSum(sum, inputBytes(i));
    return sum;
}

std::uint64_t CostContext::allOutputBytes() const
{
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < m_outputs.size(); ++i)
        sum = saturatedSum(sum, outputBytes(i));
    return sum;
}

std::size_t CostContext::inputRank(std::size_t i) const
{
    const auto* type = at(m_inputs, i);
    if (type != nullptr && type->shape)
        return type->shape->size();
    setReason("input", i, "rank");
    return 0;
}

std::size_t CostContext::outputRank(std::size_t i) const
{
    const auto* type = at(m_outputs, i);
    if (type != nullptr && type->shape)
        return type->shape->size();
    setReason("output", i, "rank");
    return 0;
}

std::int64_t CostContext::integer(std::string_view name, std::int64_t fallback) const
{
    const auto* found = value(name);
    const auto* held = found != nullptr ? std::get_if<std::int64_t>(found) : nullptr;
    return held != nullptr ? *held : fallback;
}

std::string_view CostContext::text(std::string_view name) const
{
    const auto* found = value(name);
    const auto* held = found != nullptr ? std::get_if<std::string>(found) : nullptr;
    return held != nullptr ? std::string_view(*held) : std::string_view();
}

std::vector<std::int64_t> CostContext::integers(std::string_view name) const
{
    const auto* found = value(name);
    const auto* held = found != nullptr ? std::get_if<std::vector<std::int64_t>>(found) : nullptr;
    return held != nullptr ? *held : std::vector<std::int64_t> {};
}

Cost costOf(const OperatorSchema& schema, std::span<const Attribute> attributes,
    std::span<const ValueType> inputs, std::span<const ValueType> outputs)
{
    Cost cost;
    if (!schema.cost) {
        cost.reason = "there is no cost rule for " + schema.name;
        return cost;
    }
    const CostContext context(schema, attributes, inputs, outputs);
    cost = schema.cost(context);
    cost.reason = cost.reason.empty() ? context.reason() : cost.reason;
    cost.isKnown = cost.reason.empty();
    return cost;
}

Cost operator+(const Cost& a, const Cost& b)
{
    Cost sum;
    sum.isKnown = a.isKnown && b.isKnown;
    sum.reason = a.isKnown ? b.reason : a.reason;
    sum.multiplyAdds = saturatedSum(a.multiplyAdds, b.multiplyAdds);
    sum.otherFlops = saturatedSum(a.otherFlops, b.otherFlops);
    sum.transcendental = saturatedSum(a.transcendental, b.transcendental);
    sum.movedBytes = saturatedSum(a.movedBytes, b.movedBytes);
    sum.readBytes = saturatedSum(a.readBytes, b.readBytes);
    sum.writtenBytes = saturatedSum(a.writtenBytes, b.writtenBytes);
    return sum;
}

} // namespace model
