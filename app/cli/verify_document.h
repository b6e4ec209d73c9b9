#pragma once

#include "app/cli/verify_report.h"
#include "engine/verify/verify_folder.h"

namespace cli {

/// Returns the tables for tests: a row for each test, and the outputs of failed tests.
VerifyTables folderTables();
VerifyReport folderReport(const engine::VerifiedFolder& folder);
/// Returns the report of a test whose process crashed or reached a limit.
VerifyReport crashedFolderReport(const std::filesystem::path& folder, const std::string& crash);

} // namespace cli
