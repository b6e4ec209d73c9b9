#pragma once

#include "app/cli/command.h"
#include "profiler/tables/profile.h"

#include <string>
#include <string_view>

/// What commands that make a profile file of another file have in common.
namespace cli {

/// `-o FILE`; fails with ErrorKind::Usage without it. `what` goes there: `the profile`.
support::Result<std::string> profileTarget(const Arguments& arguments, std::string_view what);

/// The member `problems`: what was found while reading.
void writeProblems(support::JsonWriter& json, const profiler::Profile& profile);
/// The same as lines for people.
std::string problemLines(const profiler::Profile& profile);

} // namespace cli
