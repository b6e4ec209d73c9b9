#pragma once

#include "app/cli/command.h"
#include "engine/verify_folder.h"

#include <string>
#include <vector>

namespace cli {

std::size_t countOf(
    const std::vector<engine::VerifiedFolder>& folders, engine::VerifyOutcome outcome);

/// What `verify` prints of test folders: a row per test, the outputs of those that failed (text and
/// Markdown), the closing lines (text); or the JSON document of docs/command-line.md.
std::string verifyDocument(
    const std::vector<engine::VerifiedFolder>& folders, Format format, Colours colours);

} // namespace cli
