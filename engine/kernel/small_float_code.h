#pragma once

#include "engine/kernel/small_float.h"

#include <cmath>
#include <limits>

/// The formats of small floats and the two conversions, for processors and devices alike.
namespace engine {

/// Codes are without the sign bit. Sources: see encodeSmallFloat.
struct SmallFormat {
    int exponentBits = 0; ///< 0 and isScale: E8M0, a power of two without sign
    int mantissaBits = 0;
    int bias = 0;
    std::uint16_t largest = 0; ///< code of the largest finite number
    int infinity = -1; ///< code, -1 if the format has none
    int nan = -1; ///< code, -1 if none; without a negative zero it includes the sign bit
    bool hasNegativeZero = false;
    bool keepsInfinity = false; ///< infinity stays infinite, also where too large numbers saturate
    bool isScale = false;
};

/// The format of a small float type; null for other types.
const SmallFormat* smallFormatOf(model::ElementType type);

/// Returns the rounded code of a magnitude without a range check: it may be above `largest`.
OPSCOPE_DEVICE inline std::uint64_t roundedCode(double magnitude, const SmallFormat& format)
{
    if (magnitude == 0.0)
        return 0;
    int exponent = 0;
    (void)std::frexp(magnitude, &exponent);
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

OPSCOPE_DEVICE inline std::uint16_t codeOfTooLarge(
    const SmallFormat& format, Overflow overflow, std::uint16_t sign)
{
    const bool isSaturated
        = overflow == Overflow::Saturate || (format.infinity < 0 && format.nan < 0);
    if (isSaturated)
        return static_cast<std::uint16_t>(sign | format.largest);
    if (format.infinity >= 0)
        return static_cast<std::uint16_t>(sign | format.infinity);
    return static_cast<std::uint16_t>(format.hasNegativeZero ? sign | format.nan : format.nan);
}

OPSCOPE_DEVICE inline std::uint16_t encodeScale(double value, Overflow overflow, RoundScale scale)
{
    constexpr std::uint16_t nan = 0xff;
    if (value != value || value < 0.0)
        return nan;
    if (value == 0.0)
        return 0;
    if (value > std::numeric_limits<double>::max())
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

/// As encodeSmallFloat.
OPSCOPE_DEVICE inline std::uint16_t encodeAs(
    const SmallFormat& format, double value, Overflow overflow, RoundScale scale = RoundScale::Up)
{
    if (format.isScale)
        return encodeScale(value, overflow, scale);
    const int signShift = format.exponentBits + format.mantissaBits;
    const bool isNegative = (std::bit_cast<std::uint64_t>(value) >> 63) != 0;
    const auto sign = static_cast<std::uint16_t>(isNegative ? 1u << signShift : 0u);
    if (value != value) {
        if (format.nan < 0)
            return static_cast<std::uint16_t>(1u << signShift);
        return static_cast<std::uint16_t>(format.hasNegativeZero ? sign | format.nan : format.nan);
    }
    const double magnitude = std::fabs(value);
    if (magnitude > std::numeric_limits<double>::max())
        return codeOfTooLarge(format, format.keepsInfinity ? Overflow::Special : overflow, sign);
    const auto code = roundedCode(magnitude, format);
    if (code > format.largest)
        return codeOfTooLarge(format, overflow, sign);
    if (code == 0 && !format.hasNegativeZero)
        return 0;
    return static_cast<std::uint16_t>(sign | code);
}

/// As decodeSmallFloat.
OPSCOPE_DEVICE inline float decodeAs(const SmallFormat& format, std::uint16_t code)
{
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    if (format.isScale)
        return (code & 0xff) == 0xff ? nan : std::ldexp(1.0f, (code & 0xff) - 127);
    const int signShift = format.exponentBits + format.mantissaBits;
    const unsigned magnitude = code & ((1u << signShift) - 1u);
    const bool isNegative = ((code >> signShift) & 1u) != 0;
    if (!format.hasNegativeZero && isNegative && magnitude == 0)
        return nan;
    const float sign = isNegative ? -1.0f : 1.0f;
    if (format.infinity >= 0 && magnitude == static_cast<unsigned>(format.infinity))
        return sign * std::numeric_limits<float>::infinity();
    if (magnitude > format.largest)
        return nan;
    const int exponent = static_cast<int>(magnitude >> format.mantissaBits);
    const unsigned mantissa = magnitude & ((1u << format.mantissaBits) - 1u);
    if (exponent == 0)
        return sign
            * std::ldexp(static_cast<float>(mantissa), 1 - format.bias - format.mantissaBits);
    return sign
        * std::ldexp(static_cast<float>(mantissa | (1u << format.mantissaBits)),
            exponent - format.bias - format.mantissaBits);
}

} // namespace engine
