#pragma once

#include "app/cli/text_table.h"
#include "engine/verify/verify_folder.h"
#include "model/support/json.h"
#include "model/support/result.h"

#include <string>
#include <vector>

namespace cli {

/// What `verify` has to print of one test or model. It is made where that ran, and is plain text,
/// so that it can come from a child process.
struct VerifyReport {
    std::string name; ///< for people
    engine::VerifyOutcome outcome = engine::VerifyOutcome::Failed;
    std::string message; ///< why not passed
    std::string crash; ///< `SIGSEGV`: how its process ended before its time
    std::vector<std::string> row; ///< of the table of all
    std::vector<std::vector<std::string>> details; ///< rows of the table of outputs or nodes
    std::vector<std::string> remarks; ///< lines below the tables
    std::string json; ///< an object of `tests`
};

/// As text and back.
std::string packed(const VerifyReport& report);
support::Result<VerifyReport> unpacked(std::string_view text);

/// How reports come together.
struct VerifyTables {
    enum class Leading { Reports, Details };
    TextTable reports;
    TextTable details;
    Leading leading = Leading::Reports; ///< the table that CSV has
};

std::size_t countOf(const std::vector<VerifyReport>& reports, engine::VerifyOutcome outcome);

/// The tables, remarks and closing lines (text, Markdown), one table (CSV), or the JSON document of
/// docs/command-line.md.
std::string verifyDocument(
    const std::vector<VerifyReport>& reports, VerifyTables tables, Format format, Colours colours);

/// `test_add` of `.../test_add/`.
std::string nameOf(const std::filesystem::path& path);

} // namespace cli
