#pragma once

#include "engine/kernel.h"

#include <cstdint>
#include <string>

namespace engine {

/// |found - expected| <= absolute + relative * |expected|
struct Tolerance {
    double relative = 1e-3;
    double absolute = 1e-7;
};

/// How far a value is from what was expected.
struct Difference {
    bool isWithin = true;
    std::string message; ///< the first thing that is wrong, in words; empty if nothing is
    double largestAbsolute = 0;
    double largestRelative = 0; ///< over elements whose expected value is not zero
    std::string where; ///< of the element farthest beyond the tolerance, else of the largest
                       ///< absolute difference: `[0, 3, 7]`
    double found = 0; ///< that element
    double expected = 0;
    std::uint64_t elements = 0;
    std::uint64_t beyond = 0; ///< elements past the tolerance
};

/// Shape and element type equal, numbers within the tolerance (bfloat16: relative 2^-6 at least),
/// NaN equals NaN, infinities of the same sign, strings equal, sequences element by element, maps
/// key by key.
Difference compare(
    const RuntimeValue& found, const RuntimeValue& expected, const Tolerance& tolerance);

/// Only type, shape and mean (within 0.1 of the range 0..1): for operators that draw other random
/// numbers than the expected file.
Difference compareAsDraws(const RuntimeValue& found, const RuntimeValue& expected);

} // namespace engine
