#pragma once

#include "model/support/result.h"

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

/// Releases the memory of the pages that lie in `part` as a whole, if a mapped file holds it: a
/// reader of large data calls it for what it has read. Does nothing to other memory.
void forgetPages(std::span<const std::byte> part);

} // namespace support
