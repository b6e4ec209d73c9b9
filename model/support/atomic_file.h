#pragma once

#include "model/support/descriptor.h"
#include "model/support/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace support {

/// What an output path refers to.
struct OutputPlace {
    enum class Kind {
        File, ///< a regular file or a new one; a temporary file replaces it
        Stream ///< a character device or FIFO; written in place, never replaced
    };
    Kind kind = Kind::File;
    std::filesystem::path path; ///< for a File, with symbolic links resolved, so that the links
                                ///< stay
    std::optional<std::uint32_t> mode; ///< permissions of an existing file
};

/// Examines the target without changing it. Fails for a folder, a socket, a block device, a file
/// without write permission, and if the folder of a new file does not exist.
Result<OutputPlace> outputPlace(const std::filesystem::path& target);

/// Writes a file atomically: after a kill, a full disk or an error the old file (or none) is still
/// there, never a partial one. The bytes go to a file in the same folder that has no name, so that
/// a killed program leaves nothing; on file systems without such files it is a hidden one. `commit`
/// flushes it, and renames it to the target. Without `commit` it is gone with this object. A new
/// file gets the permissions of the umask, a replaced file keeps its own. A device or FIFO
/// (OutputPlace::Stream) is written directly. Opening a FIFO waits for its reader.
class AtomicFile {
public:
    static Result<AtomicFile> create(const std::filesystem::path& target);

    AtomicFile(AtomicFile&& other) noexcept;
    AtomicFile& operator=(AtomicFile&&) = delete;
    ~AtomicFile();

    Result<void> write(std::span<const std::byte> bytes);
    Result<void> write(std::string_view text);
    /// Appends bytes of an open file, inside the kernel where the file systems allow it. Fails if
    /// that file ends before.
    Result<void> copy(int source, std::uint64_t offset, std::uint64_t length);
    Result<void> commit();

private:
    AtomicFile(
        Descriptor descriptor, std::filesystem::path temporary, std::filesystem::path target);

    Descriptor m_descriptor;
    std::filesystem::path
        m_temporary; ///< that of the open file if it has no name; empty for a stream
    std::filesystem::path m_target;
};

/// Writes a small file atomically in one call.
Result<void> writeFile(const std::filesystem::path& target, std::string_view content);

/// The folder that holds the file; `.` for a bare name.
std::filesystem::path folderOf(const std::filesystem::path& file);

/// Flushes the folder that holds the file, so that names in it survive a power cut. Errors are
/// ignored: not every file system supports it, and the content of the file is not affected.
void flushFolderOf(const std::filesystem::path& file);

/// Writes all bytes to an open descriptor. Error messages use `name`.
Result<void> writeAll(int descriptor, std::string_view bytes, std::string_view name);

} // namespace support
