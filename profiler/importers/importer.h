#pragma once

#include "model/support/progress.h"
#include "model/support/result.h"
#include "profiler/tables/profile.h"

#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string_view>

namespace profiler {

/// One format of profiles that can be read. Formats are told by content, never by name.
struct Importer {
    std::string_view name; ///< `Opscope profile`
    /// Whether the first bytes of a file (up to 4 KiB, unpacked if it is gzip) look like this
    /// format.
    bool (*sniff)(std::span<const std::byte> head);
    /// Reads the file. What is bad inside is counted in Profile::losses and diagnostics; an Error
    /// means that nothing could be read.
    support::Result<std::shared_ptr<const Profile>> (*read)(
        const std::filesystem::path& path, std::stop_token stop, const support::Progress& progress);
};

/// In sniffing order.
std::span<const Importer> importers();

/// Reads a profile in whichever format it is. Errors: File, naming what was found and which formats
/// are known.
support::Result<std::shared_ptr<const Profile>> importProfile(const std::filesystem::path& path,
    std::stop_token stop = {}, const support::Progress& progress = {});

/// Whether any importer takes this file; reads its head only.
bool looksLikeProfile(const std::filesystem::path& path);

} // namespace profiler
