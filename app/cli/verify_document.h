#pragma once

#include "app/cli/verify_report.h"
#include "engine/verify/verify_folder.h"

namespace cli {

/// Tables of tests: a row for each, and the outputs of those that failed.
VerifyTables folderTables();
VerifyReport folderReport(const engine::VerifiedFolder& folder);
/// Of a test whose process ended before its time.
VerifyReport crashedFolderReport(const std::filesystem::path& folder, const std::string& crash);

} // namespace cli
