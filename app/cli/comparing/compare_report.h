#pragma once

#include "app/cli/comparing/compare_document.h"

#include <filesystem>

namespace cli {

/// Writes all results of `compare` as one HTML page.
support::Result<void> writeCompareReport(
    const CompareResult& result, const std::filesystem::path& target);

} // namespace cli
