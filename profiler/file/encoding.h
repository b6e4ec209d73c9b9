#pragma once

#include "model/support/result.h"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace profiler::file {

/// Encodings of Parquet pages that the profile file uses. Source: Apache Parquet, "Encodings". The
/// read functions get the expected number of values, and fail if the bytes end before the last one.

/// Appends 7 bits per byte, low bits first. The highest bit of a byte says that another follows.
void appendVarint(std::string& out, std::uint64_t value);
/// Maps 0, -1, 1, -2 ... to 0, 1, 2, 3 ...
constexpr std::uint64_t zigzag(std::int64_t value)
{
    return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}
constexpr std::int64_t fromZigzag(std::uint64_t value)
{
    return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

/// Bits needed for the numbers 0..largest.
int bitsFor(std::uint32_t largest);

/// RLE / bit-packing hybrid of dictionary indices: encoding 8 without the leading byte, which holds
/// the bit width.
void appendHybrid(std::string& out, std::span<const std::uint32_t> values, int bits);
/// Replaces the contents of `values` and reuses its memory.
support::Result<void> readHybrid(std::span<const std::byte> bytes, std::size_t count, int bits,
    std::vector<std::uint32_t>& values);

/// DELTA_BINARY_PACKED: blocks of 128 differences in 4 miniblocks, each with its own bit width.
void appendDelta(std::string& out, std::span<const std::int64_t> values);
/// Reads blocks of other sizes too. Of the `count` values only the first `wanted` are read.
support::Result<void> readDelta(std::span<const std::byte> bytes, std::size_t count,
    std::vector<std::int64_t>& values,
    std::size_t wanted = std::numeric_limits<std::size_t>::max());

} // namespace profiler::file
