#include "profiler/file/part_file.h"

#include "model/support/atomic_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

namespace profiler::file {

using support::Descriptor;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr int maxPartsKept = 1000;
constexpr off_t emptyPartBytes = 4; // only the magic: no group is complete

} // namespace

bool isBeingWritten(const std::filesystem::path& part)
{
    const Descriptor file(::open(part.c_str(), O_RDONLY | O_CLOEXEC));
    return file.isOpen() && ::flock(file.number(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

PartFile::PartFile(std::filesystem::path target)
    : m_target(std::move(target))
    , m_part(m_target.string() + ".part")
{
}

PartFile::~PartFile()
{
    if (m_descriptor.isOpen() && m_hasName && !m_isKept)
        ::unlink(m_part.c_str());
}

Result<void> PartFile::open(LeftPart left)
{
    const auto place = TRY(support::outputPlace(m_target));
    if (place.kind == support::OutputPlace::Kind::Stream)
        return failAs(ErrorKind::File, "cannot write ", m_target.string(),
            ": it is a device or a pipe, and a profile is written in pieces; choose a file");
    m_target = place.path;
    m_part = m_target.string() + ".part";
    TRY(openPart(left));
    if (place.mode && ::fchmod(m_descriptor.number(), *place.mode) != 0)
        return failure("cannot keep the permissions of");
    return {};
}

Result<void> PartFile::openPart(LeftPart left)
{
    std::error_code ignored;
    const bool isThere = std::filesystem::exists(m_part, ignored);
    if (isThere && left == LeftPart::Beside)
        return openUnnamed();
    if (isThere)
        TRY(setLeftPartAside());
    m_descriptor
        = Descriptor(::open(m_part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!m_descriptor.isOpen())
        return failure("cannot write");
    m_hasName = true;
    ::flock(
        m_descriptor.number(), LOCK_EX | LOCK_NB); // may fail: not every file system supports locks
    return {};
}

Result<void> PartFile::setLeftPartAside()
{
    if (isBeingWritten(m_part))
        return failAs(ErrorKind::File, "cannot write ", m_target.string(),
            ": another program is writing it now; wait for it, or choose another name");
    struct stat facts { };
    if (::stat(m_part.c_str(), &facts) == 0 && facts.st_size <= emptyPartBytes
        && ::unlink(m_part.c_str()) == 0)
        return {};
    std::error_code ignored;
    for (int i = 1; i <= maxPartsKept; ++i) {
        const auto other = m_target.string() + "." + std::to_string(i) + ".part";
        if (std::filesystem::exists(other, ignored))
            continue;
        if (::rename(m_part.c_str(), other.c_str()) != 0)
            return failure("cannot keep the part that was left of");
        return {};
    }
    return failAs(ErrorKind::File, maxPartsKept, " parts of ", m_target.string(),
        " were left by runs that were killed: recover or remove them");
}

Result<void> PartFile::openUnnamed()
{
    m_descriptor = Descriptor(
        ::open(support::folderOf(m_target).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666));
    if (m_descriptor.isOpen())
        return {};
    // Not every file system supports O_TMPFILE.
    m_part = m_target.string() + ".new";
    m_descriptor
        = Descriptor(::open(m_part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (!m_descriptor.isOpen())
        return failure("cannot write");
    m_hasName = true;
    return {};
}

Result<void> PartFile::append(std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto written = ::write(m_descriptor.number(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return failure("cannot write");
        m_size += static_cast<std::uint64_t>(written);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

void PartFile::cutTo(std::uint64_t size)
{
    if (::ftruncate(m_descriptor.number(), static_cast<off_t>(size)) != 0
        || ::lseek(m_descriptor.number(), static_cast<off_t>(size), SEEK_SET) < 0)
        return; // the reader will ignore the incomplete tail
    m_size = size;
}

/// Gives an unnamed file the name `<target>.new`, because rename() needs a name.
Result<void> PartFile::giveName()
{
    if (m_hasName)
        return {};
    m_part = m_target.string() + ".new";
    ::unlink(m_part.c_str());
    const auto open = "/proc/self/fd/" + std::to_string(m_descriptor.number());
    if (::linkat(AT_FDCWD, open.c_str(), AT_FDCWD, m_part.c_str(), AT_SYMLINK_FOLLOW) != 0)
        return failure("cannot name");
    m_hasName = true;
    return {};
}

Result<void> PartFile::commit()
{
    if (::fsync(m_descriptor.number()) != 0)
        return failure("cannot flush");
    TRY(giveName());
    if (::rename(m_part.c_str(), m_target.c_str()) != 0)
        return failure("cannot rename");
    m_descriptor.close();
    support::flushFolderOf(m_target);
    return {};
}

void PartFile::keep()
{
    m_isKept = true;
    if (m_descriptor.isOpen() && ::fsync(m_descriptor.number()) == 0)
        support::flushFolderOf(m_target);
}

support::Error PartFile::failure(std::string_view what) const
{
    const int code = errno;
    const std::string advice = code == ENOSPC ? ", " + std::to_string(m_size >> 20)
            + " MiB were written: free space or choose another folder"
                                              : "";
    return failAs(ErrorKind::File, what, " ", m_target.string(), ": ", std::strerror(code), advice);
}

} // namespace profiler::file
