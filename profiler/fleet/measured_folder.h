#pragma once

#include "model/support/progress.h"
#include "profiler/history/history.h"

#include <filesystem>
#include <stop_token>

namespace profiler::fleet {

/// Reads what a history needs of all profiles of a folder: of the `.opscope` files below it, or of
/// the packed ones. Both give the same history. Profiles that cannot be read or cannot be used are
/// left out with the reason. Fails if the folder or the pack cannot be read.
support::Result<ProfileFolder> readMeasuredFolder(const std::filesystem::path& folder,
    std::stop_token stop = {}, const support::Progress& progress = {});

} // namespace profiler::fleet
