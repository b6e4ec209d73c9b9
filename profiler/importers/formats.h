#pragma once

#include "profiler/importers/importer.h"

namespace profiler {

/// Formats of other tools. The comment at the top of each .cpp file describes its format. `head` is
/// the beginning of the file as text, decompressed if the file is gzip.

bool looksLikeOnnxRuntime(std::string_view head);
support::Result<std::shared_ptr<const Profile>> readOnnxRuntime(
    const std::filesystem::path& path, std::stop_token stop, const support::Progress& progress);

bool looksLikeChromeTrace(std::string_view head);
support::Result<std::shared_ptr<const Profile>> readChromeTrace(
    const std::filesystem::path& path, std::stop_token stop, const support::Progress& progress);

bool looksLikeTrtexec(std::string_view head);
support::Result<std::shared_ptr<const Profile>> readTrtexec(
    const std::filesystem::path& path, std::stop_token stop, const support::Progress& progress);

bool looksLikeOnednnVerbose(std::string_view head);
support::Result<std::shared_ptr<const Profile>> readOnednnVerbose(
    const std::filesystem::path& path, std::stop_token stop, const support::Progress& progress);

bool looksLikeSqlite(std::string_view head);
support::Result<std::shared_ptr<const Profile>> readNsys(
    const std::filesystem::path& path, std::stop_token stop, const support::Progress& progress);

} // namespace profiler
