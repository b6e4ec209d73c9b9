#include "model/inference/inference_context.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace model {

namespace {

template <typename T>
T load(std::span<const std::byte> bytes, std::size_t i)
{
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    return value;
}

double halfToDouble(std::uint16_t bits)
{
    const int exponent = (bits >> 10) & 0x1f;
    const double fraction = bits & 0x3ff;
    const double sign = (bits & 0x8000) != 0 ? -1 : 1;
    if (exponent == 0)
        return sign * std::ldexp(fraction, -24);
    if (exponent == 31)
        return fraction == 0 ? sign * INFINITY : NAN;
    return sign * std::ldexp(fraction + 1024, exponent - 25);
}

double bfloatToDouble(std::uint16_t bits)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

/// Returns one element as an integer; nothing for floating and unsupported types.
std::optional<std::int64_t> integerAt(
    ElementType type, std::span<const std::byte> bytes, std::size_t i)
{
    switch (type) {
    case ElementType::Int64:
        return load<std::int64_t>(bytes, i);
    case ElementType::Uint64:
        return static_cast<std::int64_t>(load<std::uint64_t>(bytes, i));
    case ElementType::Int32:
        return load<std::int32_t>(bytes, i);
    case ElementType::Uint32:
        return load<std::uint32_t>(bytes, i);
    case ElementType::Int16:
        return load<std::int16_t>(bytes, i);
    case ElementType::Uint16:
        return load<std::uint16_t>(bytes, i);
    case ElementType::Int8:
        return load<std::int8_t>(bytes, i);
    case ElementType::Uint8:
    case ElementType::Bool:
        return load<std::uint8_t>(bytes, i);
    default:
        return std::nullopt;
    }
}

std::optional<double> realAt(ElementType type, std::span<const std::byte> bytes, std::size_t i)
{
    switch (type) {
    case ElementType::Float:
        return load<float>(bytes, i);
    case ElementType::Double:
        return load<double>(bytes, i);
    case ElementType::Float16:
        return halfToDouble(load<std::uint16_t>(bytes, i));
    case ElementType::Bfloat16:
        return bfloatToDouble(load<std::uint16_t>(bytes, i));
    default:
        return std::nullopt;
    }
}

} // namespace

std::optional<KnownElements> knownElements(const Tensor& tensor, std::span<const std::byte> bytes)
{
    if (tensor.dims.size() > maximumRank)
        return std::nullopt;
    const auto count = elementCount(tensor.dims);
    const auto length = count ? packedBytes(tensor.element, *count) : std::nullopt;
    if (!count || *count > maximumKnownElements || !length || *length > bytes.size())
        return std::nullopt;
    KnownElements result { tensor.dims, {}, {} };
    for (std::size_t i = 0; i < *count; ++i) {
        if (const auto integer = integerAt(tensor.element, bytes, i))
            result.integers.push_back(Dimension::number(*integer));
        else if (const auto real = realAt(tensor.element, bytes, i))
            result.reals.push_back(*real);
        else
            return std::nullopt;
    }
    return result;
}

} // namespace model
