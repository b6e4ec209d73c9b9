#pragma once

#include "engine/functors/device.h"

#include <cmath>
#include <cstdint>

/// Rounding to integers of a few bits and back to real numbers. Source: QONNX's operators Quant,
/// BipolarQuant and Trunc.
namespace engine::functors {

enum class Rounding : std::uint8_t { Even, Ceil, Floor, Up, Down, ToZero, HalfUp, HalfDown };

OPSCOPE_DEVICE inline double roundedBy(double value, Rounding mode)
{
    switch (mode) {
    case Rounding::Ceil:
        return std::ceil(value);
    case Rounding::Floor:
        return std::floor(value);
    case Rounding::Up:
        return value < 0 ? std::floor(value) : std::ceil(value);
    case Rounding::Down:
    case Rounding::ToZero:
        return std::trunc(value);
    case Rounding::HalfUp:
        return value < 0 ? std::ceil(value - 0.5) : std::floor(value + 0.5);
    case Rounding::HalfDown:
        return value < 0 ? std::floor(value + 0.5) : std::ceil(value - 0.5);
    case Rounding::Even:
        break;
    }
    return std::nearbyint(value);
}

/// Quant. `values` are the inputs after x: scale, zero point and bit width.
struct FakeQuantize {
    static constexpr int parameters = 3;
    Rounding mode = Rounding::Even;
    bool isSigned = true;
    bool isNarrow = false;

    OPSCOPE_DEVICE double operator()(double x, const double* values) const
    {
        const double scale = values[0];
        const double zero = values[1];
        const double bits = values[2];
        const double level = x / scale + zero;
        if (isSigned && bits == 1)
            return ((level >= 0 ? 1 : -1) - zero) * scale; // one signed bit is -1 or 1, not -1 or 0
        const double span = std::exp2(isSigned ? bits - 1 : bits);
        const double low = isSigned ? -span + (isNarrow ? 1 : 0) : 0;
        const double high = span - (isNarrow && !isSigned ? 2 : 1);
        // Clamps before it rounds: the bounds are fractions if the bit width is a fraction.
        const double raised = level < low ? low : level;
        const double kept = high < raised ? high : raised;
        return (roundedBy(kept, mode) - zero) * scale;
    }
};

/// BipolarQuant. Returns the scale with the sign of x; 0 counts as positive.
struct BipolarQuantize {
    static constexpr int parameters = 1;

    OPSCOPE_DEVICE double operator()(double x, const double* values) const
    {
        return x >= 0 ? values[0] : -values[0];
    }
};

/// Trunc: drops the low bits of a quantised number. `values` are scale, zero point, bits before and
/// bits after.
struct TruncateBits {
    static constexpr int parameters = 4;
    Rounding mode = Rounding::Floor;

    OPSCOPE_DEVICE double operator()(double x, const double* values) const
    {
        const double dropped = std::exp2(values[2] - values[3]);
        return (roundedBy(std::nearbyint(x / values[0] + values[1]) / dropped, mode) - values[1])
            * values[0];
    }
};

} // namespace engine::functors
