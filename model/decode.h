#pragma once

#include "model/element_type.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// Packed elements of tensor data as numbers, for views, statistics and exports. The engine has its
/// own, faster conversions.
namespace model {

/// Returns element `index` of packed little-endian data as a number. Exact for all types but 64-bit
/// integers beyond 2^53. A complex number gives its real part. NaN for strings, for unknown types
/// and for an index past the end.
double numberAt(ElementType type, std::span<const std::byte> packed, std::uint64_t index);

/// Returns the bits of element `index`, lowest bits first. An element may cross a byte boundary. 0
/// for strings and unknown types and past the end. Of complex128 only the first 64 bits, the real
/// part.
std::uint64_t bitsAt(ElementType type, std::span<const std::byte> packed, std::uint64_t index);

/// Returns an integer element exactly. An Uint64 element is returned with the same bits. Floats are
/// truncated.
std::int64_t integerAt(ElementType type, std::span<const std::byte> packed, std::uint64_t index);
/// Returns an element as the shortest text from which it can be read back: `0.1`, `-3`. Empty for
/// strings and complex numbers.
std::string textAt(ElementType type, std::span<const std::byte> packed, std::uint64_t index);

/// Returns the value of one element of a floating type (float4e2m1 to double) from its bits.
double floatFromBits(ElementType type, std::uint64_t bits);

/// Returns the smallest type of full bytes that holds every value of a packed type: int4 -> int8,
/// float8 and bfloat16 -> float. Returns the type itself if it is not packed or narrow.
ElementType widened(ElementType type);
/// Converts `count` packed elements to the type that widened() returns.
std::vector<std::byte> widen(
    ElementType type, std::span<const std::byte> packed, std::uint64_t count);

} // namespace model
