#include "profiler/fleet/new_folder.h"

#include "model/support/atomic_file.h"
#include "profiler/file/part_file.h"
#include "profiler/fleet/packed_columns.h"

#include <fcntl.h>
#include <stdio.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

namespace profiler::fleet {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace fs = std::filesystem;

namespace {

/// Whether a pack has a file of this name, or a part of it.
bool isOfPack(const fs::path& relative)
{
    const auto name = relative.filename().string();
    if (*relative.begin() != rowsFolder)
        return name.starts_with(profilesFile) || name.starts_with(footersFile);
    return std::ranges::any_of(file::kindWords,
        [&](std::string_view kind) { return name.starts_with(std::string(kind) + ".parquet"); });
}

/// Fails for a folder that has other files than those of a pack.
Result<void> checkRemovable(const fs::path& folder)
{
    std::error_code error;
    if (!fs::is_directory(folder, error))
        return failAs(ErrorKind::File, folder.string(), " is no folder: choose another name");
    for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const auto relative = entry->path().lexically_relative(folder);
        if (!entry->is_directory(error) && !isOfPack(relative))
            return failAs(ErrorKind::File, folder.string(), " has other files (", relative.string(),
                "), which are not removed: choose another folder");
    }
    if (error)
        return failAs(ErrorKind::File, "cannot read ", folder.string(), ": ", error.message());
    return {};
}

Result<void> checkTarget(const fs::path& target, NewFolder::Replace replace)
{
    std::error_code ignored;
    if (!fs::exists(fs::symlink_status(target, ignored)))
        return {};
    TRY(checkRemovable(target));
    if (replace == NewFolder::Replace::No && !fs::is_empty(target, ignored))
        return failAs(ErrorKind::Usage, target.string(),
            " has packed profiles: choose another folder, or add --force to replace them");
    return {};
}

Result<void> removeLeft(const fs::path& part)
{
    std::error_code error;
    if (!fs::exists(fs::symlink_status(part, error)))
        return {};
    TRY(checkRemovable(part));
    if (file::isBeingWritten(part / (std::string(profilesFile) + ".part")))
        return failAs(ErrorKind::File, "another program is writing ", part.string(),
            " now: wait for it, or choose another folder");
    fs::remove_all(part, error);
    if (error)
        return failAs(ErrorKind::File, "cannot remove ", part.string(),
            ", which a killed program left: ", error.message());
    return {};
}

} // namespace

NewFolder::NewFolder(fs::path target)
    : m_target(std::move(target))
    , m_path(m_target.string() + ".part")
{
}

NewFolder::NewFolder(NewFolder&& other) noexcept
    : m_target(std::move(other.m_target))
    , m_path(std::exchange(other.m_path, {}))
{
}

NewFolder::~NewFolder()
{
    std::error_code ignored;
    if (!m_path.empty())
        fs::remove_all(m_path, ignored);
}

Result<NewFolder> NewFolder::create(fs::path target, Replace replace)
{
    std::error_code error;
    target = fs::absolute(target, error).lexically_normal();
    if (!target.has_filename()) // `packed/`
        target = target.parent_path();
    TRY(checkTarget(target, replace));
    NewFolder folder(std::move(target));
    if (auto removed = removeLeft(folder.m_path); !removed) {
        folder.m_path.clear(); // belongs to somebody else
        return std::move(removed).error();
    }
    fs::create_directory(folder.m_path, error);
    if (error)
        return failAs(ErrorKind::File, "cannot make the folder ", folder.m_path.string(), ": ",
            error.message());
    return folder;
}

Result<void> NewFolder::commit()
{
    const auto failure = [&] {
        return failAs(ErrorKind::File, "cannot rename ", m_path.string(), " to ", m_target.string(),
            ": ", std::strerror(errno));
    };
    std::error_code ignored;
    fs::path old;
    if (fs::exists(m_target, ignored) && !fs::is_empty(m_target, ignored)) {
        // Both folders change places in one step where the file system can do that.
        if (::renameat2(AT_FDCWD, m_path.c_str(), AT_FDCWD, m_target.c_str(), RENAME_EXCHANGE)
            == 0) {
            old = m_path;
        } else {
            old = m_target.string() + ".old";
            if (::rename(m_target.c_str(), old.c_str()) != 0)
                return failure();
        }
    }
    if (old != m_path && ::rename(m_path.c_str(), m_target.c_str()) != 0) {
        auto error = failure();
        if (!old.empty())
            ::rename(old.c_str(), m_target.c_str());
        return error;
    }
    m_path.clear();
    support::flushFolderOf(m_target);
    if (!old.empty())
        fs::remove_all(old, ignored);
    return {};
}

} // namespace profiler::fleet
