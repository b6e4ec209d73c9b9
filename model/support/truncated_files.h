#pragma once

#include "model/support/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace support {

/// Handling of mapped files that another program truncates. Touching a page past the new end raises
/// SIGBUS, which ends the process. After a call to surviveTruncatedFiles at program start, such
/// pages read as zeros and are counted. Results computed from them are wrong, so code that reads
/// mapped files calls checkLostPages() before it returns a result. SIGBUS for other memory goes to
/// the previous handler.
void surviveTruncatedFiles();

/// Returns how many pages were replaced by zeros, in all files that are or were mapped.
std::uint64_t lostPages();
/// Fails (ErrorKind::File) with the file's name if pages of a mapped file were replaced by zeros.
/// Costs one comparison if there were none.
Result<void> checkLostPages();
/// Same as checkLostPages(), but also fails if a file is shorter now than when it was mapped: the
/// rest of its last page reads as zeros without a signal. Examines every mapped file.
Result<void> checkMappedFiles();

/// Registers a mapped range for surviveTruncatedFiles; called by MappedFile. The table is limited;
/// a range that does not fit is not protected.
void addMapping(
    const std::byte* begin, std::size_t length, const std::filesystem::path& path, int descriptor);
void removeMapping(const std::byte* begin);
/// Whether all of this memory is one registered range.
bool isMapped(std::span<const std::byte> bytes);

} // namespace support
