#pragma once

#include "app/cli/comparing/compare_document.h"

#include <string>
#include <string_view>

namespace cli {

/// Writes the document of a comparison and annotations of GitHub Actions at `source`, and appends a
/// summary to the file that the environment variable GITHUB_STEP_SUMMARY names. Without that
/// variable there is no summary. Fails with ErrorKind::Usage if no times were compared.
support::Result<void> writeForGithub(const Invocation& invocation, const CompareResult& result,
    std::string_view document, const std::string& source);

/// Returns a text for stdout in which GitHub Actions looks for no commands, with a drawn token.
std::string guardedForGithub(std::string_view text);

} // namespace cli
