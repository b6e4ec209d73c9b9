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

/// Sizes of |found - expected|, one bin per decade: bin i counts from 10^(log10First + i) up to the
/// next decade. The first also holds what is smaller, the last what is larger.
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

/// How far a value is from what was expected.
struct Difference {
    bool isWithin = true;
    std::string message; ///< the first thing that is wrong, in words; empty if nothing is
    std::optional<Tolerance>
        tolerance; ///< as applied; nothing where values were not compared by one
    double largestAbsolute = 0;
    double largestRelative = 0; ///< over elements whose expected value is not zero
    std::string where; ///< of the element farthest beyond the tolerance, else nearest to its limit:
                       ///< `[0, 3, 7]`, `element 2 [0, 3]` in a sequence; empty if all are equal
    double found = 0; ///< that element
    double expected = 0;
    std::uint64_t elements = 0; ///< those compared; complex numbers count twice
    std::uint64_t beyond = 0; ///< elements past the tolerance
    ErrorHistogram histogram; ///< of numbers: its counts add up to `elements`
};

/// For two implementations of the same thing, which sum in other orders: rounding grows with the
/// largest number of a value. Relative 1e-3 (float16: 2^-8, bfloat16: 2^-6), absolute `share` of
/// the largest finite element (at least 1e-7). Numbers of 8 bits and less may be one step apart:
/// what is half way between two is rounded to either.
Tolerance roundingTolerance(const RuntimeValue& expected, double share);

/// ONNX spelling of a tensor's element type (`float`), `sequence of 3`, `map`, `absent`.
std::string typeWords(const RuntimeValue& value);

/// Shape and element type equal, numbers within the tolerance (bfloat16: relative 2^-6 at least),
/// NaN equals NaN, infinities of the same sign, strings equal, sequences element by element, maps
/// key by key.
Difference compare(
    const RuntimeValue& found, const RuntimeValue& expected, const Tolerance& tolerance);

/// The worse of what came before and the next part of one value (an element of a sequence, a turn
/// of a loop), counts added up; `where` is said before the place and the message of the latter.
Difference worse(Difference soFar, Difference next, const std::string& where);

/// Only type, shape and mean (within 0.1 of the range 0..1): for operators that draw other random
/// numbers than the expected file.
Difference compareAsDraws(const RuntimeValue& found, const RuntimeValue& expected);

} // namespace engine
