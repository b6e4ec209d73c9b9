#pragma once

#include "model/element_type.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Packed elements of a file as numbers, for views, statistics and exports; engines have their own,
/// faster ways.
namespace model {

/// Element `index` of packed little-endian data as a number: exact for all types but 64-bit
/// integers beyond 2^53. Real part of a complex number; NaN for strings and unknown types and past
/// the end.
double numberAt(ElementType type, std::span<const std::byte> packed, std::uint64_t index);

/// The bits of element `index`, low bits first, also across bytes.
std::uint64_t bitsAt(ElementType type, std::span<const std::byte> packed, std::uint64_t index);

/// An integer element exactly (Int64, Uint64 as its bits); floats are truncated.
std::int64_t integerAt(ElementType type, std::span<const std::byte> packed, std::uint64_t index);

/// Value of one element of a floating type given by its bits (all kinds from float4e2m1 to double).
double floatFromBits(ElementType type, std::uint64_t bits);

/// The smallest type with whole bytes that holds every value of a packed one: int4 -> int8, float8
/// and bfloat16 -> float; itself otherwise.
ElementType widened(ElementType type);
/// `count` elements in the widened type, packed.
std::vector<std::byte> widen(
    ElementType type, std::span<const std::byte> packed, std::uint64_t count);

} // namespace model
