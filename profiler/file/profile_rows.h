#pragma once

#include "model/support/progress.h"
#include "profiler/file/parquet.h"
#include "profiler/tables/profile.h"

#include <stop_token>

namespace profiler::file {

/// Returns the footer's entries: metadata, steps and the other small tables of a profile. Of the
/// details of runs only those from `firstRun` on are included.
KeyValues footerEntries(const Profile& profile, std::size_t firstRun = 0);

struct RowsToAppend {
    std::size_t perGroup = rowsPerGroup; ///< at most rowsPerGroup
    std::stop_token stop;
    support::Progress progress;
};

/// Appends the rows of a profile, sorted by kind and then by start, in one or more groups.
/// `entries` are the key-values of each group's footer.
support::Result<void> appendRows(ParquetWriter& writer, const Profile& profile,
    const KeyValues& entries, const RowsToAppend& rows = {});

} // namespace profiler::file
