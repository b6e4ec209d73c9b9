#pragma once

#include "profiler/importers/importer.h"

#include <array>

namespace profiler {

/// Reads the profile inside an HTML report of Opscope (exporters/html.cpp). It has the same runs
/// and samples, so the same figures.
bool looksLikeReport(std::string_view head);
support::Result<std::shared_ptr<const Profile>> readReport(
    const std::filesystem::path& path, std::stop_token stop, const support::Progress& progress);

/// The HTML report of a comparison (exporters/comparison_html.cpp). It has two profiles inside,
/// which readComparison() returns, A first.
bool looksLikeComparison(const std::filesystem::path& path);
support::Result<std::array<std::shared_ptr<const Profile>, 2>> readComparison(
    const std::filesystem::path& path);

} // namespace profiler
