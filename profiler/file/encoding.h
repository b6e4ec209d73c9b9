#pragma once

#include "model/support/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace profiler::file {

/// Encodings of Parquet pages that the profile file uses. Source: Apache Parquet, "Encodings".
/// Readers are told how many values there must be and stop at the end of their bytes.

/// Bits needed for the numbers 0..largest.
int bitsFor(std::uint32_t largest);

/// RLE / bit-packing hybrid of dictionary indices (encoding 8 without its leading byte for the
/// width).
void appendHybrid(std::string& out, std::span<const std::uint32_t> values, int bits);
/// `values` is filled anew; its memory is used again.
support::Result<void> readHybrid(std::span<const std::byte> bytes, std::size_t count, int bits,
    std::vector<std::uint32_t>& values);

/// DELTA_BINARY_PACKED: blocks of 128 differences in 4 miniblocks, each with the bits it needs.
void appendDelta(std::string& out, std::span<const std::int64_t> values);
support::Result<void> readDelta(
    std::span<const std::byte> bytes, std::size_t count, std::vector<std::int64_t>& values);

} // namespace profiler::file
