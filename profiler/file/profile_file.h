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

/// The profile file (`.opscope`): one Parquet table. Its rows are runs, operator executions,
/// phases, device work, counters and notes. Any Parquet reader can query one file or many.
/// docs/profile-file.md describes the format.

/// Whether a file begins with the magic of a Parquet file; its name does not matter.
bool looksLikeProfileFile(std::string_view head);

struct ProfileFileOptions {
    std::size_t rowsPerGroup = 1'048'576; ///< the maximum; smaller groups lose less after a kill
};

/// Writes to `<path>.part` first. After a failure or a kill an older file at `path` is unchanged.
support::Result<void> writeProfileFile(const std::filesystem::path& path, const Profile& profile,
    const ProfileFileOptions& options = {}, std::stop_token stop = {},
    const support::Progress& progress = {});

/// The bytes of such a file, with `metadata` in place of the profile's own: a report leaves out
/// what must not leave the machine.
support::Result<std::string> profileFileBytes(const Profile& profile, const Metadata& metadata);

/// Reads only the metadata of a complete profile file.
support::Result<Metadata> readProfileMetadata(const std::filesystem::path& path);

enum class FileTail {
    Strict, ///< the file must be complete
    Recover, ///< reads the complete row groups of a truncated file; Profile::diagnostics reports
             ///< what is missing
};

/// Reads a profile file. Fails for files of other programs, for files of a newer version (the
/// message has both versions), and for inconsistent files.
support::Result<std::shared_ptr<const Profile>> readProfileFile(const std::filesystem::path& path,
    FileTail tail = FileTail::Strict, std::stop_token stop = {},
    const support::Progress& progress = {});
support::Result<std::shared_ptr<const Profile>> readProfileFile(std::span<const std::byte> bytes,
    FileTail tail = FileTail::Strict, std::stop_token stop = {},
    const support::Progress& progress = {});

} // namespace profiler
