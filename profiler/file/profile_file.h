#pragma once

#include "model/support/progress.h"
#include "model/support/result.h"
#include "profiler/tables/profile.h"

#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

namespace profiler {

/// The profile file (`.opscope`): one Parquet table whose rows are runs, operator executions,
/// phases and counters, so that any Parquet reader can query one file or a thousand.
/// docs/profile-file.md describes it.

/// Whether a file begins like one of ours; its name does not matter.
bool looksLikeProfileFile(std::span<const std::byte> head);

struct ProfileFileOptions {
    std::size_t rowsPerGroup
        = 1'048'576; ///< less loses less when the program is killed; at most this
};

/// Writes through `<path>.part`; a failure or a kill leaves an older file at `path` alone.
support::Result<void> writeProfileFile(const std::filesystem::path& path, const Profile& profile,
    const ProfileFileOptions& options = {}, std::stop_token stop = {},
    const support::Progress& progress = {});

/// The bytes of such a file, with `metadata` in place of the profile's own: a report leaves out
/// what must not leave the machine.
support::Result<std::string> profileFileBytes(const Profile& profile, const Metadata& metadata);

enum class FileTail {
    Strict, ///< the file must be complete
    Recover, ///< a cut file gives the row groups that are complete; Profile::diagnostics says what
             ///< is missing
};

/// Fails for files of other programs and for newer ones (both versions named), and for files that
/// contradict themselves.
support::Result<std::shared_ptr<const Profile>> readProfileFile(const std::filesystem::path& path,
    FileTail tail = FileTail::Strict, std::stop_token stop = {},
    const support::Progress& progress = {});
support::Result<std::shared_ptr<const Profile>> readProfileFile(std::span<const std::byte> bytes,
    FileTail tail = FileTail::Strict, std::stop_token stop = {},
    const support::Progress& progress = {});

} // namespace profiler
