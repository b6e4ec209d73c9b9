#pragma once

#include "model/support/result.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace support {

/// A regular file mapped read-only. Pages are read when touched. Shared and immutable; unmapped
/// with the last owner.
class MappedFile {
public:
    /// Fails for folders, devices, unreadable files. An empty file gives an empty span.
    static Result<std::shared_ptr<const MappedFile>> open(const std::filesystem::path& path);
    /// Maps an already opened descriptor (not closed by us); `name` is for messages.
    static Result<std::shared_ptr<const MappedFile>> fromDescriptor(
        int descriptor, const std::filesystem::path& name);

    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    std::span<const std::byte> bytes() const { return m_bytes; }
    /// Gives back the memory of pages that were touched; they are read again when they are touched
    /// again.
    void forgetPages() const;
    const std::filesystem::path& path() const { return m_path; }

private:
    MappedFile(std::span<const std::byte> bytes, std::filesystem::path path);

    std::span<const std::byte> m_bytes;
    std::filesystem::path m_path;
};

} // namespace support
