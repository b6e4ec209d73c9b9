#pragma once

#include "app/cli/comparing/compare_document.h"

#include <filesystem>

namespace cli {

/// Everything that `compare` found out as one HTML page.
support::Result<void> writeCompareReport(
    const CompareResult& result, const std::filesystem::path& target);

} // namespace cli
