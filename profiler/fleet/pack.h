#pragma once

#include "model/support/progress.h"
#include "model/support/result.h"
#include "profiler/fleet/new_folder.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace profiler::fleet {

/// Joins many profile files to few sorted Parquet files (packed_columns.h), and takes a single one
/// out again. Nothing is lost: texts, numbers and the key-values of each footer are kept.
///
/// Needs memory for one profile and 65,536 rows of each kind, and about 300 bytes for each file.

struct PackOptions {
    /// Folders of the rows: `machine`, `month` … (partitionColumns), outermost first.
    std::vector<std::string> partitions;
    /// Whether a folder of packed profiles at the target is replaced.
    NewFolder::Replace replace = NewFolder::Replace::No;
};
/// Names that PackOptions::partitions may have.
std::vector<std::string_view> partitionColumns();

struct PackReport {
    struct LeftOut {
        std::string file; ///< relative to the folder
        std::string reason;
    };
    std::size_t profiles = 0;
    std::uint64_t rows = 0;
    std::size_t files = 0; ///< that were written
    std::uint64_t bytes = 0; ///< of these files
    std::vector<LeftOut> leftOut; ///< files that could not be read
};

/// Packs all `.opscope` files below a folder. Writes to `<target>.part` and renames it at the end,
/// so the target never has a part of the files. Files that cannot be read are left out with the
/// reason. Fails if no file is left, or if something else than packed profiles is at the target.
support::Result<PackReport> packProfiles(const std::filesystem::path& folder,
    const std::filesystem::path& target, const PackOptions& options = {}, std::stop_token stop = {},
    const support::Progress& progress = {});

/// Writes the packed profile with this file name or profile id as a profile file, like the one that
/// was packed. Fails if there is none, or if several have this id.
support::Result<void> extractProfile(const std::filesystem::path& packed, std::string_view name,
    const std::filesystem::path& target, std::stop_token stop = {});

} // namespace profiler::fleet
