#pragma once

#include "model/support/progress.h"
#include "profiler/fleet/pack.h"
#include "profiler/fleet/profile_facts.h"

#include <filesystem>
#include <stop_token>
#include <vector>

namespace profiler::fleet {

/// The profiles of a folder, one row each.
struct FleetIndex {
    std::vector<ProfileFacts> profiles; ///< in order of model, start and file
    std::vector<PackReport::LeftOut> leftOut; ///< files that could not be read
    bool isPacked = false; ///< the folder is one of `opscope-cli pack`
    std::size_t filesRead = 0; ///< of single files, those that the cache did not have
};

/// Lists the profiles of a folder. A folder of packed profiles has an index. For single files
/// metadata and runs of each are read once and kept in `cache`: a file is read again only if its
/// size or the time of its last change differs. An empty path keeps nothing. A cache that cannot be
/// read or written is no failure, the files are then read again next time. Reads on two threads;
/// `progress` is called from either.
support::Result<FleetIndex> readFleet(const std::filesystem::path& folder,
    const std::filesystem::path& cache, std::stop_token stop = {},
    const support::Progress& progress = {});

} // namespace profiler::fleet
