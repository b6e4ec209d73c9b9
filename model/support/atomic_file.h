#pragma once

#include "model/support/result.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace support {

/// Writes a file so that a kill, a full disk or a failure leaves the old file (or none), never half
/// a file: bytes go to a temporary in the same folder, `commit` flushes and renames. Without
/// `commit` the destructor removes the temporary.
class AtomicFile {
public:
    static Result<AtomicFile> create(const std::filesystem::path& target);

    AtomicFile(AtomicFile&& other) noexcept;
    AtomicFile& operator=(AtomicFile&&) = delete;
    ~AtomicFile();

    Result<void> write(std::span<const std::byte> bytes);
    Result<void> write(std::string_view text);
    Result<void> commit();

private:
    AtomicFile(int descriptor, std::filesystem::path temporary, std::filesystem::path target);

    int m_descriptor = -1;
    std::filesystem::path m_temporary;
    std::filesystem::path m_target;
};

/// One-call form for small files.
Result<void> writeFile(const std::filesystem::path& target, std::string_view content);

} // namespace support
