#include "engine/small_float.h"

#include <array>
#include <cmath>
#include <limits>

namespace engine {

using model::ElementType;

namespace {

/// One row per format. Codes are without the sign bit.
struct Format {
    ElementType type;
    int exponentBits;
    int mantissaBits;
    int bias;
    std::uint16_t largest; ///< code of the largest finite number
    int infinity; ///< code, -1 if the format has none
    int nan; ///< code, -1 if none; for the FNUZ formats it includes the sign bit
    bool hasNegativeZero;
};

constexpr std::array formats {
    Format { ElementType::Float16, 5, 10, 15, 0x7bff, 0x7c00, 0x7e00, true },
    Format { ElementType::Bfloat16, 8, 7, 127, 0x7f7f, 0x7f80, 0x7fc0, true },
    Format { ElementType::Float8E4M3FN, 4, 3, 7, 0x7e, -1, 0x7f, true },
    Format { ElementType::Float8E4M3FNUZ, 4, 3, 8, 0x7f, -1, 0x80, false },
    Format { ElementType::Float8E5M2, 5, 2, 15, 0x7b, 0x7c, 0x7e, true },
    Format { ElementType::Float8E5M2FNUZ, 5, 2, 16, 0x7f, -1, 0x80, false },
    Format { ElementType::Float6E2M3, 2, 3, 1, 0x1f, -1, -1, true },
    Format { ElementType::Float6E3M2, 3, 2, 3, 0x1f, -1, -1, true },
    Format { ElementType::Float4E2M1, 2, 1, 1, 0x7, -1, -1, true },
};

const Format* formatOf(ElementType type)
{
    for (const auto& format : formats) {
        if (format.type == type)
            return &format;
    }
    return nullptr;
}

/// The code of a magnitude before the range is looked at: it may lie above `largest`.
std::uint64_t roundedCode(double magnitude, const Format& format)
{
    if (magnitude == 0.0)
        return 0;
    int exponent = 0;
    std::frexp(magnitude, &exponent);
    exponent -= 1;
    const int smallest = 1 - format.bias;
    const bool isNormal = exponent >= smallest;
    const int quantum = (isNormal ? exponent : smallest) - format.mantissaBits;
    const auto mantissa
        = static_cast<std::uint64_t>(std::nearbyint(std::ldexp(magnitude, -quantum)));
    if (!isNormal)
        return mantissa;
    // The mantissa includes the hidden bit; a carry out of it raises the exponent by itself.
    return (static_cast<std::uint64_t>(exponent - smallest) << format.mantissaBits) + mantissa;
}

std::uint16_t tooLarge(const Format& format, Overflow overflow, std::uint16_t sign)
{
    const bool isSaturated
        = overflow == Overflow::Saturate || (format.infinity < 0 && format.nan < 0);
    if (isSaturated)
        return static_cast<std::uint16_t>(sign | format.largest);
    if (format.infinity >= 0)
        return static_cast<std::uint16_t>(sign | format.infinity);
    return static_cast<std::uint16_t>(format.hasNegativeZero ? sign | format.nan : format.nan);
}

std::uint16_t encodeScale(double value, Overflow overflow, RoundScale scale)
{
    constexpr std::uint16_t nan = 0xff;
    if (std::isnan(value) || value < 0.0)
        return nan;
    if (value == 0.0)
        return 0;
    if (std::isinf(value))
        return overflow == Overflow::Saturate ? 0xfe : nan;
    int exponent = 0;
    const double fraction = std::frexp(value, &exponent) * 2.0;
    exponent -= 1;
    const bool goesUp = scale == RoundScale::Up ? fraction > 1.0
                                                : scale == RoundScale::Nearest && fraction >= 1.5;
    const int code = exponent + (goesUp ? 1 : 0) + 127;
    if (code > 0xfe)
        return overflow == Overflow::Saturate ? 0xfe : nan;
    return static_cast<std::uint16_t>(code < 0 ? 0 : code);
}

} // namespace

bool isSmallFloat(ElementType type)
{
    return formatOf(type) != nullptr || type == ElementType::Float8E8M0;
}

std::uint16_t encodeSmallFloat(double value, ElementType type, Overflow overflow, RoundScale scale)
{
    if (type == ElementType::Float8E8M0)
        return encodeScale(value, overflow, scale);
    const auto* format = formatOf(type);
    if (format == nullptr)
        return 0;
    const int signShift = format->exponentBits + format->mantissaBits;
    const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 1u << signShift : 0u);
    if (std::isnan(value)) {
        if (format->nan < 0)
            return static_cast<std::uint16_t>(1u << signShift);
        return static_cast<std::uint16_t>(
            format->hasNegativeZero ? sign | format->nan : format->nan);
    }
    if (std::isinf(value))
        return tooLarge(*format,
            format->type == ElementType::Float16 || format->type == ElementType::Bfloat16
                ? Overflow::Special
                : overflow,
            sign);
    const auto code = roundedCode(std::fabs(value), *format);
    if (code > format->largest)
        return tooLarge(*format, overflow, sign);
    if (code == 0 && !format->hasNegativeZero)
        return 0;
    return static_cast<std::uint16_t>(sign | code);
}

float decodeSmallFloat(std::uint16_t code, ElementType type)
{
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    if (type == ElementType::Float8E8M0)
        return (code & 0xff) == 0xff ? nan : std::ldexp(1.0f, (code & 0xff) - 127);
    const auto* format = formatOf(type);
    if (format == nullptr)
        return nan;
    const int signShift = format->exponentBits + format->mantissaBits;
    const unsigned magnitude = code & ((1u << signShift) - 1u);
    const bool isNegative = ((code >> signShift) & 1u) != 0;
    if (!format->hasNegativeZero && isNegative && magnitude == 0)
        return nan;
    const float sign = isNegative ? -1.0f : 1.0f;
    if (format->infinity >= 0 && magnitude == static_cast<unsigned>(format->infinity))
        return sign * std::numeric_limits<float>::infinity();
    if (magnitude > format->largest)
        return nan;
    const int exponent = static_cast<int>(magnitude >> format->mantissaBits);
    const unsigned mantissa = magnitude & ((1u << format->mantissaBits) - 1u);
    if (exponent == 0)
        return sign
            * std::ldexp(static_cast<float>(mantissa), 1 - format->bias - format->mantissaBits);
    return sign
        * std::ldexp(static_cast<float>(mantissa | (1u << format->mantissaBits)),
            exponent - format->bias - format->mantissaBits);
}

} // namespace engine
