#pragma once

#include "model/support/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace profiler::fleet {

/// Returns the `.opscope` files below a folder, relative to it, without those that a runner of a
/// plan is measuring. Fails if the folder cannot be read.
support::Result<std::vector<std::string>> profileFilesIn(const std::filesystem::path& folder);

} // namespace profiler::fleet
