#pragma once

#include "model/support/result.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace support {

/// A regular file that is mapped read-only. Pages are read when touched. Shared and immutable; the
/// last owner unmaps it.
class MappedFile {
public:
    /// Fails for folders, devices and unreadable files. An empty file has an empty span.
    static Result<std::shared_ptr<const MappedFile>> open(const std::filesystem::path& path);
    /// Maps an open descriptor, which stays open. Messages use `name`.
    static Result<std::shared_ptr<const MappedFile>> fromDescriptor(
        int descriptor, const std::filesystem::path& name);

    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    std::span<const std::byte> bytes() const { return m_bytes; }
    /// Releases the memory of pages that were read. They are read again when touched.
    void forgetPages() const;
    const std::filesystem::path& path() const { return m_path; }

private:
    MappedFile(std::span<const std::byte> bytes, std::filesystem::path path);

    std::span<const std::byte> m_bytes;
    std::filesystem::path m_path;
};

/// Releases the memory of all pages that are completely in `part`, if `part` is in a mapped file.
/// Does nothing to other memory. The pages are read again when touched.
void forgetPages(std::span<const std::byte> part);

/// Calls `visit` for pieces of 8 MiB until it returns false, and forgets the pages of each complete
/// piece after it. So few pages of a mapped file are in memory. Returns whether no call returned
/// false.
template <typename Visit>
bool visitPieces(std::span<const std::byte> bytes, Visit&& visit)
{
    constexpr std::size_t piece = 8u << 20;
    bool goesOn = true;
    while (goesOn && !bytes.empty()) {
        const auto part = bytes.first(std::min(piece, bytes.size()));
        goesOn = visit(part);
        if (part.size() == piece)
            forgetPages(part);
        bytes = bytes.subspan(part.size());
    }
    return goesOn;
}

} // namespace support
