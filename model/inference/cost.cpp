#include "model/inference/cost_context.h"

#include "model/inference/saturated.h"

#include <algorithm>
#include <string>

namespace model {

void CostContext::setReason(const Side& side, std::size_t i, std::string_view what) const
{
    if (m_reason.empty())
        m_reason = "the " + std::string(what) + " of " + std::string(side.role) + " "
            + std::to_string(i) + " is not known";
}

std::uint64_t CostContext::elements(const Side& side, std::size_t i) const
{
    const auto* type = side.type(i);
    const auto count = type != nullptr && type->isTensor() && type->shape
        ? elementCount(*type->shape)
        : std::nullopt;
    if (!count)
        setReason(side, i, "shape");
    return count.value_or(0);
}

std::uint64_t CostContext::bytes(const Side& side, std::size_t i) const
{
    const auto* type = side.type(i);
    if (type == nullptr || type->kind == ValueType::Kind::Unknown)
        return 0;
    if (type->element == ElementType::String)
        return 0;
    const auto length = packedBytes(type->element, elements(side, i));
    if (!length)
        setReason(side, i, "element type");
    return length.value_or(0);
}

std::uint64_t CostContext::allBytes(const Side& side) const
{
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < side.types.size(); ++i)
        sum = saturatedSum(sum, bytes(side, i));
    return sum;
}

std::uint64_t CostContext::dim(const Side& side, std::size_t i, std::size_t axis) const
{
    const auto* type = side.type(i);
    const auto isThere = type != nullptr && type->shape && axis < type->shape->size();
    const auto value = isThere ? (*type->shape)[axis].value() : std::nullopt;
    if (!value)
        setReason(side, i, "shape");
    return static_cast<std::uint64_t>(std::max<std::int64_t>(value.value_or(0), 0));
}

std::size_t CostContext::rank(const Side& side, std::size_t i) const
{
    const auto* type = side.type(i);
    if (type != nullptr && type->shape)
        return type->shape->size();
    setReason(side, i, "rank");
    return 0;
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
