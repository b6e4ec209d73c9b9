#pragma once

#include "app/cli/command.h"
#include "profiler/tables/profile.h"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

/// Shared code of commands that read a profile, or convert a file to one.
namespace cli {

/// Reads a profile file (option --profile). Fails if it was not measured on this very model file.
support::Result<std::shared_ptr<const profiler::Profile>> profileOfModel(
    const std::string& path, const std::filesystem::path& model, std::stop_token stop);

/// Returns the value of `-o FILE`; fails with ErrorKind::Usage without it. `what` names the output
/// in the error: `the profile`.
support::Result<std::string> profileTarget(const Arguments& arguments, std::string_view what);

/// Writes the member `problems`: problems found while reading.
void writeProblems(support::JsonWriter& json, const profiler::Profile& profile);
/// Returns the problems as lines of text.
std::string problemLines(const profiler::Profile& profile);

} // namespace cli
