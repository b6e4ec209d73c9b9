#pragma once

#include "profiler/importers/importer.h"

namespace profiler {

/// The profile inside an HTML report of Opscope (exporters/html.cpp): the same runs and samples, so
/// the same figures.
bool looksLikeReport(std::span<const std::byte> head);
support::Result<std::shared_ptr<const Profile>> readReport(
    const std::filesystem::path& path, std::stop_token stop, const support::Progress& progress);

} // namespace profiler
