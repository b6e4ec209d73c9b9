#include "model/support/atomic_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace support {

namespace {

std::filesystem::path folderOf(const std::filesystem::path& target)
{
    const auto parent = target.parent_path();
    return parent.empty() ? std::filesystem::path(".") : parent;
}

Error systemError(std::string_view what, const std::filesystem::path& path)
{
    const int code = errno;
    std::string advice = code == ENOSPC ? " (free some space or choose another folder)" : "";
    return failAs(ErrorKind::File, what, " ", path.string(), ": ", std::strerror(code), advice);
}

} // namespace

Result<AtomicFile> AtomicFile::create(const std::filesystem::path& target)
{
    auto pattern = (folderOf(target) / ("." + target.filename().string() + ".XXXXXX")).string();
    const int descriptor = ::mkostemp(pattern.data(), O_CLOEXEC);
    if (descriptor < 0)
        return systemError("cannot write", target);
    ::fchmod(descriptor, 0644);
    return AtomicFile(descriptor, pattern, target);
}

AtomicFile::AtomicFile(
    int descriptor, std::filesystem::path temporary, std::filesystem::path target)
    : m_descriptor(descriptor)
    , m_temporary(std::move(temporary))
    , m_target(std::move(target))
{
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_temporary(std::exchange(other.m_temporary, {}))
    , m_target(std::move(other.m_target))
{
}

AtomicFile::~AtomicFile()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
    if (!m_temporary.empty())
        ::unlink(m_temporary.c_str());
}

Result<void> AtomicFile::write(std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const auto written = ::write(m_descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return systemError("cannot write", m_target);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

Result<void> AtomicFile::write(std::string_view text)
{
    return write(std::as_bytes(std::span(text.data(), text.size())));
}

Result<void> AtomicFile::commit()
{
    if (::fsync(m_descriptor) != 0)
        return systemError("cannot flush", m_target);
    if (::rename(m_temporary.c_str(), m_target.c_str()) != 0)
        return systemError("cannot replace", m_target);
    m_temporary.clear();
    const int folder = ::open(folderOf(m_target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        ::fsync(folder); // the rename itself survives a power cut; failing here loses nothing
        ::close(folder);
    }
    return {};
}

Result<void> writeFile(const std::filesystem::path& target, std::string_view content)
{
    auto file = TRY(AtomicFile::create(target));
    TRY(file.write(content));
    return file.commit();
}

} // namespace support
