#pragma once

#include "profiler/importers/importer.h"

#include <array>

namespace profiler {

/// The profile inside an HTML report of Opscope (exporters/html.cpp): the same runs and samples, so
/// the same figures.
bool looksLikeReport(std::span<const std::byte> head);
support::Result<std::shared_ptr<const Profile>> readReport(
    const std::filesystem::path& path, std::stop_token stop, const support::Progress& progress);

/// Both profiles inside the HTML report of a comparison (exporters/comparison_html.cpp), A first.
bool looksLikeComparison(const std::filesystem::path& path);
support::Result<std::array<std::shared_ptr<const Profile>, 2>> readComparison(
    const std::filesystem::path& path);

} // namespace profiler
