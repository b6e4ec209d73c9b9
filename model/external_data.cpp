#include "model/external_data.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <utility>

namespace model {

namespace {

namespace fs = std::filesystem;
using support::Descriptor;
using Opened = std::variant<ExternalDataPolicy::File, ExternalRefusal>;

enum class HardLinks { Refuse, Accept };

ExternalRefusal refuse(ExternalRule rule, std::string_view location, std::string_view reason)
{
    std::string message = "external data at location " + support::quote(location);
    message += rule == ExternalRule::Missing ? " is missing: "
        : rule == ExternalRule::Unreadable   ? " cannot be read: "
                                             : " is refused: ";
    message += reason;
    if (rule != ExternalRule::Missing && rule != ExternalRule::Unreadable)
        message += " (rule: " + std::string(name(rule)) + ")";
    return { rule, message };
}

ExternalRefusal refuseByErrno(int error, std::string_view location, const fs::path& at)
{
    if (error == ENOENT || error == ENOTDIR)
        return refuse(
            ExternalRule::Missing, location, "there is no " + support::quote(at.string()));
    if (error == ELOOP)
        return refuse(ExternalRule::SymbolicLink, location,
            support::quote(at.string()) + " is a link, which may lead out of the model's folder");
    return refuse(ExternalRule::Unreadable, location,
        support::quote(at.string()) + ": " + std::strerror(error));
}

/// Checks that need no access to the disk.
std::optional<ExternalRefusal> refuseName(const std::string& location)
{
    if (location.empty() || location.find('\0') != std::string::npos || location.back() == '/')
        return refuse(ExternalRule::BadName, location, "this is not the name of a file");
    const fs::path path(location);
    if (path.is_absolute())
        return refuse(ExternalRule::Absolute, location,
            "the path is absolute, expected one below the model's folder");
    if (std::ranges::find(path, fs::path("..")) != path.end())
        return refuse(
            ExternalRule::ParentFolder, location, "the path leaves the model's folder by \"..\"");
    return std::nullopt;
}

std::string_view kindOf(mode_t mode)
{
    if (S_ISDIR(mode))
        return "a folder";
    if (S_ISFIFO(mode))
        return "a FIFO";
    if (S_ISSOCK(mode))
        return "a socket";
    return "a device";
}

std::optional<ExternalRefusal> refuseFile(
    const struct stat& status, const std::string& location, HardLinks hardLinks)
{
    if (S_ISLNK(status.st_mode))
        return refuse(ExternalRule::SymbolicLink, location,
            "it is a link, which may lead out of the model's folder");
    if (!S_ISREG(status.st_mode))
        return refuse(ExternalRule::NotRegular, location,
            "it is " + std::string(kindOf(status.st_mode)) + ", expected a regular file");
    if (status.st_nlink > 1 && hardLinks == HardLinks::Refuse)
        return refuse(ExternalRule::HardLink, location,
            "the file has " + std::to_string(status.st_nlink)
                + " names (hard links), so it may belong elsewhere");
    return std::nullopt;
}

/// Opens `location` below `folder`, one path component at a time. Follows no symbolic link.
Opened openBelow(const fs::path& folder, const std::string& location, HardLinks hardLinks)
{
    Descriptor at(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!at.isOpen())
        return refuseByErrno(errno, location, folder);
    const fs::path path = fs::path(location).lexically_normal();
    fs::path walked;
    for (const auto& step : path.parent_path()) {
        walked /= step;
        Descriptor next(
            ::openat(at.number(), step.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (!next.isOpen()) {
            struct stat status { };
            const int error = errno;
            const bool isLink
                = ::fstatat(at.number(), step.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0
                && S_ISLNK(status.st_mode);
            return refuseByErrno(isLink ? ELOOP : error, location, walked);
        }
        at = std::move(next);
    }
    const auto last = path.filename();
    struct stat status { };
    // Checked before opening, because opening a device can have effects. Checked again on the
    // descriptor.
    if (::fstatat(at.number(), last.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
        return refuseByErrno(errno, location, folder / path);
    if (auto refusal = refuseFile(status, location, hardLinks))
        return *std::move(refusal);
    Descriptor file(
        ::openat(at.number(), last.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!file.isOpen() || ::fstat(file.number(), &status) != 0)
        return refuseByErrno(errno, location, folder / path);
    if (auto refusal = refuseFile(status, location, hardLinks))
        return *std::move(refusal);
    return ExternalDataPolicy::File(
        std::move(file), static_cast<std::uint64_t>(status.st_size), folder / path);
}

} // namespace

std::string_view name(ExternalRule rule)
{
    static constexpr std::array<std::string_view, 8> names { "missing", "unreadable",
        "no absolute path", "no parent folder", "a file name", "no symbolic link", "a regular file",
        "no hard link" };
    return names[static_cast<std::size_t>(rule)];
}

support::Error ExternalRefusal::error() const
{
    return support::Error(
        message, isMissing() ? support::ErrorKind::Unsupported : support::ErrorKind::File);
}

ExternalDataPolicy::File::File(support::Descriptor descriptor, std::uint64_t bytes, fs::path path)
    : m_descriptor(std::move(descriptor))
    , m_bytes(bytes)
    , m_path(std::move(path))
{
}

support::Result<std::shared_ptr<const support::MappedFile>> ExternalDataPolicy::File::map() const
{
    return support::MappedFile::fromDescriptor(m_descriptor.number(), m_path);
}

ExternalDataPolicy::ExternalDataPolicy(fs::path modelFolder, std::vector<fs::path> allowedFolders)
    : m_folder(std::move(modelFolder))
{
    for (const auto& folder : allowedFolders) {
        std::error_code failure;
        auto resolved = fs::canonical(folder, failure);
        if (!failure)
            m_allowed.push_back(std::move(resolved));
    }
}

bool ExternalDataPolicy::isAllowed(const fs::path& folder) const
{
    return std::ranges::any_of(m_allowed, [&](const fs::path& allowed) {
        return std::mismatch(allowed.begin(), allowed.end(), folder.begin(), folder.end()).first
            == allowed.end();
    });
}

Opened ExternalDataPolicy::open(const std::string& location) const
{
    if (auto refusal = refuseName(location))
        return openAllowed(location, *std::move(refusal));
    if (m_folder.empty())
        return refuse(ExternalRule::Missing, location, "the model has no folder");
    auto opened = openBelow(m_folder, location, HardLinks::Refuse);
    if (auto* refusal = std::get_if<ExternalRefusal>(&opened); refusal && !refusal->isMissing())
        return openAllowed(location, std::move(*refusal));
    return opened;
}

Opened ExternalDataPolicy::openAllowed(const std::string& location, ExternalRefusal refusal) const
{
    if (refusal.rule == ExternalRule::BadName || refusal.rule == ExternalRule::NotRegular)
        return refusal;
    std::error_code failure;
    const auto resolved = fs::canonical(m_folder / location, failure);
    if (failure)
        return refusal;
    if (!isAllowed(resolved.parent_path())) {
        refusal.message += "; it leads to " + support::quote(resolved.string());
        return refusal;
    }
    // The resolved path has no symbolic links. openBelow follows none, so a link that was made in
    // between is refused.
    return openBelow(resolved.root_path(), resolved.relative_path().string(), HardLinks::Accept);
}

} // namespace model
