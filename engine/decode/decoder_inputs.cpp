#include "engine/decode/decoder_inputs.h"

#include "engine/kernel/half_floats.h"
#include "engine/program/facts.h"

#include <algorithm>
#include <cstring>

namespace engine {

using model::DecoderRole;
using support::ErrorKind;
using support::failAs;

namespace {

/// Writes numbers(i) to element i. Fails for an element type that no role has.
template <typename Numbers>
Result<void> fillWith(Tensor& tensor, Numbers numbers)
{
    const auto fill = [&](auto type, auto convert) {
        auto to = tensor.as<decltype(type)>();
        for (std::size_t i = 0; i < to.size(); ++i)
            to[i] = convert(numbers(i));
        return Result<void>();
    };
    switch (tensor.element()) {
    case ElementType::Int64:
        return fill(std::int64_t(), [](std::int64_t value) { return value; });
    case ElementType::Int32:
        return fill(
            std::int32_t(), [](std::int64_t value) { return static_cast<std::int32_t>(value); });
    case ElementType::Float:
        return fill(float(), [](std::int64_t value) { return static_cast<float>(value); });
    case ElementType::Float16:
        return fill(std::uint16_t(),
            [](std::int64_t value) { return halfBits(static_cast<float>(value)); });
    case ElementType::Bool:
        return fill(bool(), [](std::int64_t value) { return value != 0; });
    default:
        return failAs(ErrorKind::Usage, "is ", model::name(tensor.element()),
            ", expected int64, int32, float, float16 or bool");
    }
}

std::size_t largestRank(DecoderRole role)
{
    return role == DecoderRole::UsesCache || role == DecoderRole::PastLength
            || role == DecoderRole::TotalLength
        ? 1
        : 2;
}

/// Whether an input has one element for each new token.
bool isPerToken(DecoderRole role)
{
    return role == DecoderRole::Tokens || role == DecoderRole::Positions;
}

} // namespace

Result<DecoderInputs> DecoderInputs::create(
    model::Decoder decoder, std::vector<PreparedInput> made, std::shared_ptr<MemoryPool> pool)
{
    DecoderInputs inputs;
    inputs.m_decoder = std::move(decoder);
    inputs.m_made = std::move(made);
    inputs.m_pool = std::move(pool);
    TRY(inputs.check());
    return inputs;
}

Result<void> DecoderInputs::check() const
{
    for (std::size_t i = 0; i < m_made.size(); ++i) {
        const auto role = m_decoder.inputs[i].role;
        if (role == DecoderRole::Other || role == DecoderRole::Past)
            continue;
        const auto& dims = m_made[i].value.tensor().dims();
        const bool hasBatch = dims.size() == 2 || role == DecoderRole::LastPosition;
        if (dims.size() > largestRank(role))
            return failAs(ErrorKind::Usage, "input '", m_made[i].name, "' has the shape ",
                dimsText(dims), ", expected ",
                largestRank(role) == 1 ? "one number" : "batch×sequence");
        if (hasBatch && !dims.empty() && dims.front() != 1)
            return failAs(ErrorKind::Usage, "input '", m_made[i].name, "' has a batch of ",
                dims.front(), "; one sequence is generated at a time");
    }
    return {};
}

Result<Tensor> DecoderInputs::valueFor(
    std::size_t input, std::span<const std::int64_t> ids, std::int64_t position) const
{
    const auto role = m_decoder.inputs[input].role;
    const auto& made = m_made[input].value.tensor().type;
    const auto count = std::ssize(ids);
    auto dims = made.dims;
    if (isPerToken(role) && !dims.empty())
        dims.back() = count;
    if (role == DecoderRole::Mask && !dims.empty())
        dims.back() = position + count;
    auto tensor = TRY(m_pool->allocate(made.element, dims));
    const auto number = [&](std::size_t i) -> std::int64_t {
        switch (role) {
        case DecoderRole::Tokens:
            return ids[std::min(i, ids.size() - 1)];
        case DecoderRole::Positions:
            return position + static_cast<std::int64_t>(i);
        case DecoderRole::PastLength:
            return position;
        case DecoderRole::TotalLength:
            return position + count;
        case DecoderRole::LastPosition:
            return position + count - 1;
        case DecoderRole::UsesCache:
            return position > 0 ? 1 : 0;
        default:
            return 1;
        }
    };
    TRY(fillWith(tensor, number).within("input '" + m_made[input].name + "'"));
    return tensor;
}

Result<std::vector<RuntimeValue>> DecoderInputs::inputs(
    std::span<const std::int64_t> ids, std::int64_t position, std::vector<RuntimeValue> cache) const
{
    std::vector<RuntimeValue> values;
    auto next = cache.begin();
    for (std::size_t i = 0; i < m_made.size(); ++i) {
        const auto role = m_decoder.inputs[i].role;
        if (role == DecoderRole::Past)
            values.push_back(std::move(*next++));
        else if (role == DecoderRole::Other)
            values.push_back(m_made[i].value);
        else
            values.push_back({ TRY(valueFor(i, ids, position)) });
    }
    return values;
}

Result<std::vector<RuntimeValue>> DecoderInputs::cache(std::int64_t positions) const
{
    std::vector<RuntimeValue> cache;
    for (std::size_t i = 0; i < m_made.size(); ++i) {
        const auto& input = m_decoder.inputs[i];
        if (input.role != DecoderRole::Past)
            continue;
        auto type = m_made[i].value.tensor().type;
        if (input.growingAxis)
            type.dims[*input.growingAxis] = positions;
        auto tensor = TRY(m_pool->allocate(type.element, type.dims));
        if (const auto bytes = tensor.type.bytes(); bytes > 0)
            std::memset(tensor.data, 0, bytes);
        cache.push_back({ std::move(tensor) });
    }
    return cache;
}

std::vector<model::ValueType> DecoderInputs::openTypes(std::span<const RuntimeValue> inputs) const
{
    const auto past = model::Dimension::symbol("past");
    std::vector<model::ValueType> types;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        auto& type = types.emplace_back(
            inputs[i].isTensor() ? valueTypeOf(inputs[i].tensor().type) : model::ValueType());
        const auto& input = m_decoder.inputs[i];
        const auto tokens = inputs[m_decoder.tokens].tensor().count();
        auto shape = type.shape ? *type.shape : model::Shape();
        if (input.role == DecoderRole::Past && input.growingAxis)
            shape[*input.growingAxis] = past;
        if (input.role == DecoderRole::Mask && !shape.empty())
            shape.back() = past + model::Dimension::number(tokens);
        type.shape = std::move(shape);
    }
    return types;
}

} // namespace engine
