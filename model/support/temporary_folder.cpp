#include "model/support/temporary_folder.h"

#include "model/support/cache_folder.h"
#include "model/support/text.h"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <unistd.h>

namespace support {

namespace fs = std::filesystem;

namespace {

/// Removes folders whose process, named at the start of their names, has ended.
void removeAbandoned(const fs::path& parent)
{
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(parent, ignored)) {
        const auto name = entry.path().filename().string();
        const auto process = numberFrom<pid_t>(name.substr(0, name.find('-')));
        if (process && *process > 0 && ::kill(*process, 0) != 0 && errno == ESRCH)
            fs::remove_all(entry.path(), ignored);
    }
}

} // namespace

Result<TemporaryFolder> TemporaryFolder::create()
{
    std::error_code failure;
    auto parent = cacheFolder();
    if (!parent.empty())
        fs::create_directories(parent / "temporary", failure);
    if (parent.empty() || failure)
        parent = fs::temp_directory_path(failure) / ("opscope-" + std::to_string(::getuid()));
    parent /= "temporary";
    fs::create_directories(parent, failure);
    removeAbandoned(parent);
    auto name = (parent / (std::to_string(::getpid()) + "-XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr)
        return failAs(ErrorKind::Resource, "no temporary folder in ", parent.string(), ": ",
            std::strerror(errno));
    return TemporaryFolder(fs::path(name));
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : m_path(std::exchange(other.m_path, {}))
{
}

TemporaryFolder& TemporaryFolder::operator=(TemporaryFolder&& other) noexcept
{
    std::swap(m_path, other.m_path);
    return *this;
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    if (!m_path.empty())
        fs::remove_all(m_path, ignored);
}

std::uint64_t TemporaryFolder::freeBytes() const
{
    std::error_code failure;
    const auto space = fs::space(m_path, failure);
    return failure ? 0 : space.available;
}

} // namespace support
