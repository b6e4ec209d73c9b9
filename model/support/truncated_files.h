#pragma once

#include <cstddef>
#include <cstdint>

namespace support {

/// A mapped file that another program makes shorter leaves pages without content: touching one
/// raises SIGBUS, which ends the process. A program with a window calls this once at its start:
/// such pages then read as zeros, and lostPages() tells that it happened. A program that computes
/// with what it reads must not call it: it is better dead than wrong.
void surviveTruncatedFiles();

/// How many pages were replaced by zeros so far.
std::uint64_t lostPages();

/// Ranges that surviveTruncatedFiles looks after; called by MappedFile.
void addMapping(const std::byte* begin, std::size_t length);
void removeMapping(const std::byte* begin);

} // namespace support
