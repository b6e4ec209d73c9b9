#pragma once

#include "model/support/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

/// Bytes made smaller, and bytes made text.
namespace support {

/// A complete gzip file.
Result<std::string> gzip(std::string_view bytes);
/// zlib stream.
Result<std::string> deflate(std::string_view bytes);
/// Of zlib and gzip streams; fails beyond `limit` bytes, so that a small file cannot fill the memory.
Result<std::string> inflate(std::string_view bytes, std::uint64_t limit);

std::string base64(std::string_view bytes);
/// Spaces and line breaks are skipped; fails on other characters that are not in the alphabet.
Result<std::string> fromBase64(std::string_view text);

} // namespace support
