#pragma once

#include "app/cli/text_table.h"
#include "engine/verify/verify_folder.h"
#include "model/support/json.h"
#include "model/support/result.h"

#include <string>
#include <vector>

namespace cli {

/// Printable result of `verify` for one test or model. Consists of plain text, so a child process
/// can send it.
struct VerifyReport {
    std::string name; ///< shown name
    engine::VerifyOutcome outcome = engine::VerifyOutcome::Failed;
    std::string message; ///< why it did not pass
    std::string crash; ///< how its process ended early: `SIGSEGV`
    std::vector<std::string> row; ///< row of the table of all reports
    std::vector<std::vector<std::string>> details; ///< rows of the table of outputs or nodes
    std::vector<std::string> remarks; ///< lines below the tables
    std::string json; ///< object for the array `tests`
};

/// Convert a report to text and back.
std::string packed(const VerifyReport& report);
support::Result<VerifyReport> unpacked(std::string_view text);

/// Tables that collect reports.
struct VerifyTables {
    enum class Leading { Reports, Details };
    TextTable reports;
    TextTable details;
    Leading leading = Leading::Reports; ///< table that is written as CSV
};

std::size_t countOf(const std::vector<VerifyReport>& reports, engine::VerifyOutcome outcome);

/// Returns tables, remarks and closing lines (text), tables (Markdown), one table (CSV), or the
/// JSON document of docs/command-line.md.
std::string verifyDocument(
    const std::vector<VerifyReport>& reports, VerifyTables tables, Format format, Colours colours);

/// Returns the tables for tests: a row for each test, and the outputs of failed tests.
VerifyTables folderTables();
VerifyReport folderReport(const engine::VerifiedFolder& folder);
/// Returns the report of a test whose process crashed or reached a limit.
VerifyReport crashedFolderReport(const std::filesystem::path& folder, const std::string& crash);

/// Returns `test_add` for `.../test_add/`.
std::string nameOf(const std::filesystem::path& path);

} // namespace cli
