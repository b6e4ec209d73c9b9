#pragma once

#include "model/element_type.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace model::edit::convert {

/// Elements in another floating type.
struct Narrowed {
    std::vector<std::byte> bytes;
    std::uint64_t clamped = 0; ///< finite values beyond the type's range, now its largest
    std::uint64_t vanished = 0; ///< values that are not zero, but were rounded to zero
};

/// Rounds packed floats to nearest even, to Float16 or Bfloat16. Infinities and NaN stay what they
/// are.
Narrowed narrowed(std::span<const std::byte> floats, ElementType type);

/// Converts packed elements of a floating type to another: exactly to Float, with narrowed() to a
/// 16-bit type.
Narrowed converted(std::span<const std::byte> packed, ElementType from, ElementType to);

} // namespace model::edit::convert
