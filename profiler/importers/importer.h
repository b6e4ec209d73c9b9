#pragma once

#include "model/support/progress.h"
#include "model/support/result.h"
#include "profiler/tables/profile.h"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string_view>

namespace profiler {

/// One format of profiles that can be read. Formats are recognised by content, never by file name.
struct Importer {
    std::string_view name; ///< `Opscope profile`
    /// Whether the beginning of a file (up to 4 KiB, decompressed if it is gzip) looks like this
    /// format.
    bool (*sniff)(std::string_view head);
    /// Reads the file. Bad records are counted in Profile::losses and diagnostics. An Error means
    /// that nothing could be read.
    support::Result<std::shared_ptr<const Profile>> (*read)(
        const std::filesystem::path& path, std::stop_token stop, const support::Progress& progress);
};

/// Reads a profile of any known format. If the format is unknown, the error (File) describes the
/// file and lists the known formats.
support::Result<std::shared_ptr<const Profile>> importProfile(const std::filesystem::path& path,
    std::stop_token stop = {}, const support::Progress& progress = {});

/// Whether an importer recognises this file. Reads only the beginning of it.
bool looksLikeProfile(const std::filesystem::path& path);

} // namespace profiler
