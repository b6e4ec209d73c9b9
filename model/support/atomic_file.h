#pragma once

#include "model/support/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace support {

/// What a name given for an output stands for.
struct OutputPlace {
    enum class Kind {
        File, ///< a regular file, or none yet: written beside and renamed
        Stream ///< a character device or a FIFO: written as it is, never replaced
    };
    Kind kind = Kind::File;
    std::filesystem::path path; ///< of a File: symbolic links are followed, they stay links
    std::optional<std::uint32_t> mode; ///< permissions of a file that is there already
};

/// Looks at the target without touching it. Fails for a folder, a socket, a block device, a file
/// without write permission, and where the folder of a new file does not exist.
Result<OutputPlace> outputPlace(const std::filesystem::path& target);

/// Writes a file so that a kill, a full disk or a failure leaves the old file (or none), never half
/// a file: bytes go to a temporary in the same folder, `commit` flushes and renames. Without
/// `commit` the destructor removes the temporary. A new file gets the permissions that the umask
/// leaves, a replaced one keeps its own. Devices and FIFOs (OutputPlace::Stream) are opened and
/// written at once, as by other programs; opening a FIFO waits for its reader.
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
    std::filesystem::path m_temporary; ///< empty for a stream
    std::filesystem::path m_target;
};

/// One-call form for small files.
Result<void> writeFile(const std::filesystem::path& target, std::string_view content);

/// Writes all bytes to an open descriptor. `name` is what messages call it.
Result<void> writeAll(int descriptor, std::string_view bytes, std::string_view name);

} // namespace support
