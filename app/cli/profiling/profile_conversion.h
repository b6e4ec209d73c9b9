#pragma once

#include "app/cli/command.h"
#include "profiler/tables/profile.h"

#include <string>
#include <string_view>

/// Shared code of commands that convert a file to a profile file.
namespace cli {

/// Returns the value of `-o FILE`; fails with ErrorKind::Usage without it. `what` names the output
/// in the error: `the profile`.
support::Result<std::string> profileTarget(const Arguments& arguments, std::string_view what);

/// Writes the member `problems`: problems found while reading.
void writeProblems(support::JsonWriter& json, const profiler::Profile& profile);
/// Returns the problems as lines of text.
std::string problemLines(const profiler::Profile& profile);

} // namespace cli
