#pragma once

#include "model/support/result.h"

#include <cstdint>
#include <filesystem>

namespace support {

/// A folder for files of this process, below the cache folder of the user (cacheFolder), else below
/// the system's folder for temporary files. Only the user may read it. The destructor removes it.
/// Folders that processes left behind because they were killed are removed when the next one is
/// made.
class TemporaryFolder {
public:
    static Result<TemporaryFolder> create();
    TemporaryFolder(TemporaryFolder&& other) noexcept;
    TemporaryFolder& operator=(TemporaryFolder&& other) noexcept;
    ~TemporaryFolder();

    const std::filesystem::path& path() const { return m_path; }
    /// Returns the bytes that are free for its files; 0 if the system does not tell.
    std::uint64_t freeBytes() const;

private:
    explicit TemporaryFolder(std::filesystem::path path)
        : m_path(std::move(path))
    {
    }
    std::filesystem::path m_path;
};

} // namespace support
