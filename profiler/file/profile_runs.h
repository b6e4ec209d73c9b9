#pragma once

#include "model/support/result.h"
#include "profiler/tables/profile.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace profiler {

/// What a list of profiles needs of a file.
struct ProfileRuns {
    /// Metadata, and wall and side of the runs. Their gaps too, if no run is without recording:
    /// `bestWall` needs them only then. Other tables are empty.
    std::shared_ptr<const Profile> profile;
    std::int64_t version = 0; ///< of the file's schema
    std::size_t rows = 0; ///< of the table
    std::size_t fileBytes = 0;
};

/// Reads metadata and runs of a complete profile file, and as little else as possible: a list of
/// 10,000 profiles is read this way.
support::Result<ProfileRuns> readProfileRuns(std::span<const std::byte> bytes);
support::Result<ProfileRuns> readProfileRuns(const std::filesystem::path& path);

} // namespace profiler
