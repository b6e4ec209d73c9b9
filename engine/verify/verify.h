#pragma once

#include "engine/kernel/kernel.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace engine {

/// |found - expected| <= absolute + relative * |expected|
struct Tolerance {
    double relative = 1e-3;
    double absolute = 1e-7;
};

/// Counts of |found - expected|, one bin per decade: bin i counts from 10^(log10First + i) up to
/// the next decade. The first bin also counts what is smaller, the last one what is larger.
struct ErrorHistogram {
    static constexpr int log10First = -16;
    static constexpr std::size_t bins = 24;

    std::array<std::uint64_t, bins> counts {};
    std::uint64_t equal = 0; ///< pairs without any difference
    std::uint64_t notFinite = 0; ///< unequal pairs with NaN or an infinity on one side or both

    /// `difference` is finite and above 0.
    void add(double difference);
    void add(const ErrorHistogram& other);
};

/// Result of comparing a value with the expected one.
struct Difference {
    bool isWithin = true;
    std::string message; ///< the first error, in words; empty if there is none
    std::optional<Tolerance> tolerance; ///< as applied; nothing if values were compared without one
    double largestAbsolute = 0;
    double largestRelative = 0; ///< over elements whose expected value is not zero
    std::string where; ///< of the element farthest beyond the tolerance, else nearest to its limit:
                       ///< `[0, 3, 7]`, `element 2 [0, 3]` in a sequence; empty if all are equal
    double found = 0; ///< value of that element
    double expected = 0;
    std::uint64_t elements = 0; ///< those compared; complex numbers count twice
    std::uint64_t beyond = 0; ///< elements past the tolerance
    ErrorHistogram histogram; ///< of numbers: its counts add up to `elements`
};

/// Returns a tolerance for two implementations that sum in different orders, where rounding errors
/// grow with the largest number of a value. Relative 1e-3 (float16: 2^-8, bfloat16: 2^-6), absolute
/// `share` of the largest finite element (at least 1e-7). Integers of 8 bits or less may be one
/// step apart: a number half way between two is rounded to either.
Tolerance roundingTolerance(const RuntimeValue& expected, double share);

/// ONNX spelling of a tensor's element type (`float`), `sequence of 3`, `map`, `absent`.
std::string typeWords(const RuntimeValue& value);

/// Compares two values: shape and element type must be equal, numbers within the tolerance
/// (bfloat16: relative 2^-6 at least). NaN equals NaN and infinities equal those of the same sign.
/// Strings must be equal. Sequences are compared element by element, maps key by key.
Difference compare(
    const RuntimeValue& found, const RuntimeValue& expected, const Tolerance& tolerance);

/// Combines the result so far with that of the next part of one value (an element of a sequence, a
/// loop iteration). Returns the worse one, with counts added up. `where` is put before the place
/// and the message of `next`.
Difference worse(Difference soFar, Difference next, const std::string& where);

/// Compares only type, shape and mean, for operators that draw other random numbers than the
/// expected file. The means may differ by five standard errors of draws from 0..1.
Difference compareAsDraws(const RuntimeValue& found, const RuntimeValue& expected);

} // namespace engine
