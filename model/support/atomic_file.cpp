#include "model/support/atomic_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <random>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace support {

namespace fs = std::filesystem;

namespace {

constexpr int maxLinks = 40; // limit of Linux
constexpr int maxNames = 100; // attempts to find a free name for a temporary file
constexpr mode_t permissions = 0777;

Error systemError(std::string_view what, std::string_view name)
{
    const int code = errno;
    std::string advice = code == ENOSPC ? " (free some space or choose another folder)" : "";
    return failAs(ErrorKind::File, what, " ", name, ": ", std::strerror(code), advice);
}

Error refuse(const fs::path& target, std::string_view what)
{
    return failAs(ErrorKind::File, "cannot write ", target.string(), ": ", what);
}

/// Resolves symbolic links, including a final link to a file that does not exist yet.
Result<fs::path> behindLinks(fs::path path)
{
    const auto name = path;
    std::error_code ignored;
    for (int links = 0; fs::is_symlink(path, ignored); ++links) {
        if (links == maxLinks)
            return refuse(name, "too many symbolic links lead to each other");
        const auto next = fs::read_symlink(path, ignored);
        path = next.is_absolute() ? next : folderOf(path) / next;
    }
    return path;
}

Result<void> checkFolder(const fs::path& target)
{
    const auto folder = folderOf(target);
    struct stat facts { };
    if (::stat(folder.c_str(), &facts) != 0 && errno == ENOENT)
        return refuse(target, "the folder " + folder.string() + " does not exist; make it first");
    if (::faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0)
        return systemError("cannot write", target.string());
    return {};
}

/// Calls `take` with names beside the target for a temporary file until one is free.
template <typename Take>
Result<fs::path> takeName(const fs::path& target, Take take)
{
    static thread_local std::mt19937_64 random { std::random_device {}() };
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
    for (int i = 0; i < maxNames; ++i) {
        std::string ending = ".";
        for (int k = 0; k < 6; ++k)
            ending += letters[random() % letters.size()];
        auto path = folderOf(target) / ("." + target.filename().string() + ending);
        if (take(path))
            return path;
        if (errno != EEXIST)
            break;
    }
    return systemError("cannot write", target.string());
}

/// The path that an open file has, also without a name.
std::string openPath(const Descriptor& descriptor)
{
    return "/proc/self/fd/" + std::to_string(descriptor.number());
}

/// Creates a file without a name on the file system of the target. Not every file system has them,
/// and naming it later needs /proc.
Descriptor openUnnamed(const fs::path& target, mode_t mode)
{
    Descriptor descriptor(::open(folderOf(target).c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, mode));
    if (descriptor.isOpen() && ::access(openPath(descriptor).c_str(), F_OK) != 0)
        descriptor.close();
    return descriptor;
}

/// Creates a temporary file for the target. The path of one without a name is its openPath().
Result<std::pair<Descriptor, fs::path>> openTemporary(const fs::path& target, mode_t mode)
{
    auto descriptor = openUnnamed(target, mode); // the system applies the umask to `mode`
    if (descriptor.isOpen()) {
        fs::path path(openPath(descriptor));
        return std::pair(std::move(descriptor), std::move(path));
    }
    auto path = TRY(takeName(target, [&](const fs::path& free) {
        descriptor = Descriptor(::open(free.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode));
        return descriptor.isOpen();
    }));
    return std::pair(std::move(descriptor), std::move(path));
}

/// Lets the system write to the disk what was appended, in pieces, while more is appended.
/// Otherwise it writes most of a large file in commit(), when nothing else is left to do.
void sendToDisk([[maybe_unused]] int descriptor, [[maybe_unused]] std::size_t appended)
{
#ifdef __linux__
    constexpr off_t piece = 32 << 20;
    const auto end = ::lseek(descriptor, 0, SEEK_CUR); // fails for a stream
    const auto before = end - static_cast<off_t>(appended);
    if (end > 0 && end / piece > before / piece)
        ::sync_file_range(descriptor, before / piece * piece,
            end / piece * piece - before / piece * piece,
            SYNC_FILE_RANGE_WRITE); // only a hint
#endif
}

} // namespace

Result<OutputPlace> outputPlace(const fs::path& target)
{
    if (target.empty())
        return refuse(target, "the name is empty");
    struct stat facts { };
    const bool isThere = ::stat(target.c_str(), &facts) == 0;
    if (!isThere && errno != ENOENT)
        return systemError("cannot write", target.string());
    OutputPlace place;
    place.path = target;
    if (isThere && (S_ISCHR(facts.st_mode) || S_ISFIFO(facts.st_mode))) {
        place.kind = OutputPlace::Kind::Stream;
        return place;
    }
    if (isThere && S_ISDIR(facts.st_mode))
        return refuse(target, "it is a folder; choose a file");
    if (isThere && !S_ISREG(facts.st_mode))
        return refuse(target,
            S_ISSOCK(facts.st_mode) ? "it is a socket; choose a file"
                                    : "it is a block device; choose a file");
    if (isThere) {
        place.mode = facts.st_mode & permissions;
        if (::faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0)
            return systemError("cannot write", target.string());
    }
    place.path = TRY(behindLinks(target));
    TRY(checkFolder(place.path));
    return place;
}

Result<AtomicFile> AtomicFile::create(const fs::path& target)
{
    const auto place = TRY(outputPlace(target));
    if (place.kind == OutputPlace::Kind::Stream) {
        Descriptor descriptor(::open(target.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
        if (!descriptor.isOpen())
            return systemError("cannot write", target.string());
        return AtomicFile(std::move(descriptor), {}, target);
    }
    // The temporary is private until its final permissions are set: the content may be meant for
    // the owner alone.
    auto [descriptor, temporary] = TRY(openTemporary(place.path, place.mode ? 0600 : 0666));
    AtomicFile file(std::move(descriptor), std::move(temporary), place.path);
    if (place.mode && ::fchmod(file.m_descriptor.number(), *place.mode) != 0)
        return systemError("cannot keep the permissions of", target.string());
    return file;
}

AtomicFile::AtomicFile(Descriptor descriptor, fs::path temporary, fs::path target)
    : m_descriptor(std::move(descriptor))
    , m_temporary(std::move(temporary))
    , m_target(std::move(target))
{
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : m_descriptor(std::move(other.m_descriptor))
    , m_temporary(std::exchange(other.m_temporary, {}))
    , m_target(std::move(other.m_target))
{
}

AtomicFile::~AtomicFile()
{
    if (!m_temporary.empty())
        ::unlink(m_temporary.c_str()); // fails for a file without a name, which ends by itself
}

Result<void> AtomicFile::write(std::span<const std::byte> bytes)
{
    return write(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

Result<void> AtomicFile::write(std::string_view text)
{
    TRY(writeAll(m_descriptor.number(), text, m_target.string()));
    sendToDisk(m_descriptor.number(), text.size());
    return {};
}

Result<void> AtomicFile::copy(int source, std::uint64_t offset, std::uint64_t length)
{
    constexpr std::uint64_t pieceBytes = 8U << 20;
    std::string piece;
    bool isCopiedByKernel = true;
    while (length > 0) {
        auto from = static_cast<off_t>(offset);
        ssize_t copied = -1;
        if (isCopiedByKernel)
            copied = ::copy_file_range(source, &from, m_descriptor.number(), nullptr,
                static_cast<std::size_t>(std::min(length, 16 * pieceBytes)), 0);
        if (copied <= 0) { // other file systems, pipes, older kernels
            isCopiedByKernel = false;
            piece.resize(static_cast<std::size_t>(std::min(length, pieceBytes)));
            copied = ::pread(source, piece.data(), piece.size(), static_cast<off_t>(offset));
            if (copied < 0 && errno == EINTR)
                continue;
            if (copied < 0)
                return systemError("cannot read the source of", m_target.string());
            if (copied == 0)
                return failAs(ErrorKind::File, "cannot write ", m_target.string(),
                    ": its source became shorter by ", length, " bytes while it was copied");
            TRY(write(std::string_view(piece.data(), static_cast<std::size_t>(copied))));
        } else {
            sendToDisk(m_descriptor.number(), static_cast<std::size_t>(copied));
        }
        offset += static_cast<std::uint64_t>(copied);
        length -= static_cast<std::uint64_t>(copied);
    }
    return {};
}

Result<void> AtomicFile::commit()
{
    if (m_temporary.empty()) {
        // Some devices report a write error only on close.
        if (!m_descriptor.close())
            return systemError("cannot write", m_target.string());
        return {};
    }
    if (::fsync(m_descriptor.number()) != 0)
        return systemError("cannot flush", m_target.string());
    if (m_temporary == openPath(m_descriptor)) // rename() needs a name
        m_temporary = TRY(takeName(m_target, [&](const fs::path& free) {
            return ::linkat(AT_FDCWD, openPath(m_descriptor).c_str(), AT_FDCWD, free.c_str(),
                       AT_SYMLINK_FOLLOW)
                == 0;
        }));
    if (::rename(m_temporary.c_str(), m_target.c_str()) != 0)
        return systemError("cannot replace", m_target.string());
    m_temporary.clear();
    flushFolderOf(m_target); // makes the rename itself durable
    return {};
}

Result<void> writeFile(const fs::path& target, std::string_view content)
{
    auto file = TRY(AtomicFile::create(target));
    TRY(file.write(content));
    return file.commit();
}

fs::path folderOf(const fs::path& file)
{
    const auto parent = file.parent_path();
    return parent.empty() ? fs::path(".") : parent;
}

void flushFolderOf(const fs::path& file)
{
    const Descriptor folder(::open(folderOf(file).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.isOpen())
        ::fsync(folder.number());
}

Result<void> writeAll(int descriptor, std::string_view bytes, std::string_view name)
{
    while (!bytes.empty()) {
        const auto written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return systemError("cannot write", name);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

} // namespace support
