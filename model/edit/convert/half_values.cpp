#include "model/edit/convert/half_values.h"

#include "model/decode.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>

namespace model::edit::convert {

namespace {

constexpr float largestHalf = 65504.0F;
constexpr std::uint32_t largestBfloat = 0x7f7f0000U; ///< bits as a float

/// Of a finite value within the range, to nearest even. Divided by its last place, the value is
/// rounded to an integer.
std::uint16_t halfBitsOf(float value)
{
    constexpr float roundsToInteger = 0x1p23F;
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const float magnitude = std::fabs(value);
    const auto exponent = static_cast<int>((bits >> 23) & 0xffU) - 127;
    const int place = std::max(exponent - 10, -24); // exponent of the last place
    const auto divisor = std::bit_cast<float>(static_cast<std::uint32_t>(127 - place) << 23);
    const auto steps
        = static_cast<std::uint32_t>((magnitude * divisor + roundsToInteger) - roundsToInteger);
    // A carry out of the 11 bits gives the next exponent by addition.
    return static_cast<std::uint16_t>(
        ((bits >> 16) & 0x8000U) + static_cast<std::uint32_t>(place + 24) * 1024U + steps);
}

std::uint16_t bfloatBitsOf(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return static_cast<std::uint16_t>((bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16);
}

std::uint16_t bitsOf(float value, ElementType type, Narrowed& counts)
{
    const bool isHalf = type == ElementType::Float16;
    if (std::isnan(value)) {
        const std::uint16_t sign = std::signbit(value) ? 0x8000U : 0U;
        return sign | (isHalf ? 0x7e00U : 0x7fc0U);
    }
    if (std::isinf(value))
        return static_cast<std::uint16_t>(
            (std::signbit(value) ? 0x8000U : 0U) | (isHalf ? 0x7c00U : 0x7f80U));
    const float largest = isHalf ? largestHalf : std::bit_cast<float>(largestBfloat);
    if (std::fabs(value) > largest) {
        ++counts.clamped;
        value = std::copysign(largest, value);
    }
    const auto bits = isHalf ? halfBitsOf(value) : bfloatBitsOf(value);
    if (value != 0 && (bits & 0x7fffU) == 0)
        ++counts.vanished;
    return bits;
}

} // namespace

Narrowed narrowed(std::span<const std::byte> floats, ElementType type)
{
    assert((type == ElementType::Float16 || type == ElementType::Bfloat16)
        && "only to 16-bit floating types");
    Narrowed result;
    result.bytes.resize(floats.size() / 2);
    for (std::size_t i = 0; i < floats.size() / sizeof(float); ++i) {
        float value = 0;
        std::memcpy(&value, floats.data() + i * sizeof(float), sizeof value);
        const auto bits = bitsOf(value, type, result);
        std::memcpy(result.bytes.data() + i * sizeof bits, &bits, sizeof bits);
    }
    return result;
}

Narrowed converted(std::span<const std::byte> packed, ElementType from, ElementType to)
{
    if (from == to)
        return { { packed.begin(), packed.end() }, 0, 0 };
    if (from == ElementType::Float)
        return narrowed(packed, to);
    Narrowed result;
    const auto count = packed.size() * 8 / traits(from).bits;
    for (std::size_t i = 0; i < count; ++i) {
        const auto value = static_cast<float>(floatFromBits(from, bitsAt(from, packed, i)));
        const auto bytes = std::as_bytes(std::span(&value, 1));
        result.bytes.insert(result.bytes.end(), bytes.begin(), bytes.end());
    }
    return to == ElementType::Float ? result : narrowed(result.bytes, to);
}

} // namespace model::edit::convert
