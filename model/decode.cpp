#include "model/decode.h"

#include "model/support/text.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

namespace model {

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

enum class Specials {
    Ieee, ///< the largest exponent means infinity or NaN
    OneNan, ///< all bits set means NaN; no infinity ("fn")
    NegativeZeroNan, ///< the bits of -0 mean NaN; no infinity ("fnuz")
    None,
};

/// Bit layout of a float of at most 16 bits. Sources: IEEE 754; OCP 8-bit Floating Point
/// Specification; OCP Microscaling Formats; onnx.proto.
struct FloatLayout {
    unsigned exponentBits;
    unsigned mantissaBits;
    int bias;
    Specials specials;
};

std::optional<FloatLayout> layoutOf(ElementType type)
{
    switch (type) {
    case ElementType::Float16:
        return FloatLayout { 5, 10, 15, Specials::Ieee };
    case ElementType::Bfloat16:
        return FloatLayout { 8, 7, 127, Specials::Ieee };
    case ElementType::Float8E4M3FN:
        return FloatLayout { 4, 3, 7, Specials::OneNan };
    case ElementType::Float8E4M3FNUZ:
        return FloatLayout { 4, 3, 8, Specials::NegativeZeroNan };
    case ElementType::Float8E5M2:
        return FloatLayout { 5, 2, 15, Specials::Ieee };
    case ElementType::Float8E5M2FNUZ:
        return FloatLayout { 5, 2, 16, Specials::NegativeZeroNan };
    case ElementType::Float4E2M1:
        return FloatLayout { 2, 1, 1, Specials::None };
    case ElementType::Float6E2M3:
        return FloatLayout { 2, 3, 1, Specials::None };
    case ElementType::Float6E3M2:
        return FloatLayout { 3, 2, 3, Specials::None };
    default:
        return std::nullopt;
    }
}

double decodeFloat(const FloatLayout& layout, std::uint64_t bits)
{
    const std::uint64_t mantissaMask = (1ULL << layout.mantissaBits) - 1;
    const std::uint64_t exponentMask = (1ULL << layout.exponentBits) - 1;
    const auto mantissa = bits & mantissaMask;
    const auto exponent = (bits >> layout.mantissaBits) & exponentMask;
    const bool isNegative = (bits >> (layout.mantissaBits + layout.exponentBits)) & 1;
    if (layout.specials == Specials::NegativeZeroNan && isNegative && exponent == 0
        && mantissa == 0)
        return notANumber;
    if (layout.specials == Specials::OneNan && exponent == exponentMask && mantissa == mantissaMask)
        return notANumber;
    if (layout.specials == Specials::Ieee && exponent == exponentMask) {
        if (mantissa != 0)
            return notANumber;
        return isNegative ? -std::numeric_limits<double>::infinity()
                          : std::numeric_limits<double>::infinity();
    }
    const auto scale = static_cast<int>(layout.mantissaBits);
    const double magnitude = exponent == 0
        ? std::ldexp(static_cast<double>(mantissa), 1 - layout.bias - scale)
        : std::ldexp(static_cast<double>(mantissa | (1ULL << layout.mantissaBits)),
            static_cast<int>(exponent) - layout.bias - scale);
    return isNegative ? -magnitude : magnitude;
}

std::int64_t signExtended(std::uint64_t bits, unsigned width)
{
    if (width >= 64)
        return static_cast<std::int64_t>(bits);
    const std::uint64_t sign = 1ULL << (width - 1);
    return static_cast<std::int64_t>((bits ^ sign) - sign);
}

template <typename T>
void append(std::vector<std::byte>& out, T value)
{
    const auto at = out.size();
    out.resize(at + sizeof value);
    std::memcpy(out.data() + at, &value, sizeof value);
}

} // namespace

std::uint64_t bitsAt(ElementType type, std::span<const std::byte> packed, std::uint64_t index)
{
    const std::uint64_t width = traits(type).bits;
    if (width == 0 || index > packed.size() * 8 / width)
        return 0;
    const auto firstBit = index * width;
    const auto first = static_cast<std::size_t>(firstBit / 8);
    const auto bytes
        = static_cast<std::size_t>((firstBit % 8 + std::min<std::uint64_t>(width, 64) + 7) / 8);
    if (first + bytes > packed.size())
        return 0;
    std::uint64_t bits = 0;
    std::memcpy(&bits, packed.data() + first, std::min<std::size_t>(bytes, 8));
    bits >>= firstBit % 8;
    return width >= 64 ? bits : bits & ((1ULL << width) - 1);
}

double floatFromBits(ElementType type, std::uint64_t bits)
{
    if (type == ElementType::Float || type == ElementType::Complex64)
        return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    if (type == ElementType::Double || type == ElementType::Complex128)
        return std::bit_cast<double>(bits);
    if (type == ElementType::Float8E8M0)
        return bits == 0xFF ? notANumber : std::ldexp(1.0, static_cast<int>(bits) - 127);
    const auto layout = layoutOf(type);
    return layout ? decodeFloat(*layout, bits) : notANumber;
}

double numberAt(ElementType type, std::span<const std::byte> packed, std::uint64_t index)
{
    const auto& row = traits(type);
    if (row.bits == 0 || index >= packed.size() * 8 / row.bits)
        return notANumber;
    const auto bits = bitsAt(type, packed, index);
    switch (row.kind) {
    case ElementClass::Float:
    case ElementClass::Complex:
        return floatFromBits(type, bits);
    case ElementClass::SignedInteger:
        return static_cast<double>(signExtended(bits, row.bits));
    case ElementClass::UnsignedInteger:
        return static_cast<double>(bits);
    case ElementClass::Bool:
        return bits != 0 ? 1 : 0;
    default:
        return notANumber;
    }
}

std::int64_t integerAt(ElementType type, std::span<const std::byte> packed, std::uint64_t index)
{
    const auto& row = traits(type);
    if (row.kind == ElementClass::SignedInteger)
        return signExtended(bitsAt(type, packed, index), row.bits);
    if (row.kind == ElementClass::UnsignedInteger)
        return static_cast<std::int64_t>(bitsAt(type, packed, index));
    const double number = numberAt(type, packed, index);
    if (!(number > -9.2e18 && number < 9.2e18))
        return 0;
    return static_cast<std::int64_t>(number);
}

std::string textAt(ElementType type, std::span<const std::byte> packed, std::uint64_t index)
{
    const auto kind = traits(type).kind;
    if (kind == ElementClass::None || kind == ElementClass::String || kind == ElementClass::Complex)
        return {};
    if (type == ElementType::Double)
        return support::shortestText(numberAt(type, packed, index));
    if (kind == ElementClass::Float)
        return support::shortestText(static_cast<float>(numberAt(type, packed, index)));
    return support::shortestText(integerAt(type, packed, index));
}

ElementType widened(ElementType type)
{
    const auto& row = traits(type);
    if (type == ElementType::Bfloat16 || (row.kind == ElementClass::Float && row.bits <= 8))
        return ElementType::Float;
    if (row.bits >= 8 || row.bits == 0)
        return type;
    return row.kind == ElementClass::SignedInteger ? ElementType::Int8 : ElementType::Uint8;
}

std::vector<std::byte> widen(
    ElementType type, std::span<const std::byte> packed, std::uint64_t count)
{
    const auto wide = widened(type);
    if (wide == type)
        return { packed.begin(), packed.end() };
    std::vector<std::byte> out;
    for (std::uint64_t i = 0; i < count; ++i) {
        if (wide == ElementType::Float)
            append(out, static_cast<float>(numberAt(type, packed, i)));
        else
            append(out, static_cast<std::int8_t>(integerAt(type, packed, i)));
    }
    return out;
}

} // namespace model
