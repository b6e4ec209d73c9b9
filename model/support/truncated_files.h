#pragma once

#include "model/support/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace support {

/// A mapped file that another program makes shorter leaves pages without content: touching one
/// raises SIGBUS, which ends the process. A program calls this once at its start: such pages then
/// read as zeros and are counted. What was computed meanwhile is worth nothing: whoever computes
/// with mapped files asks checkLostPages() before a result is given away. Signals about other
/// memory go to the handler that was there before.
void surviveTruncatedFiles();

/// How many pages of files that are mapped now, or were, have been replaced by zeros.
std::uint64_t lostPages();
/// Fails (ErrorKind::File) with the file's name if pages of a file that is mapped now were replaced
/// by zeros. One comparison if nothing was.
Result<void> checkLostPages();
/// The same, and also if a file is shorter now than when it was mapped: the rest of its last page
/// then reads as zeros without a signal. Looks at every mapped file.
Result<void> checkMappedFiles();

/// A range that surviveTruncatedFiles looks after; used by MappedFile. Files for which there is no
/// room are not looked after.
void addMapping(
    const std::byte* begin, std::size_t length, const std::filesystem::path& path, int descriptor);
void removeMapping(const std::byte* begin);

} // namespace support
