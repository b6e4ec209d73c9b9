#include "profiler/file/profile_file.h"

#include "profiler/file/profile_columns.h"
#include "profiler/file/profile_rows.h"

namespace profiler {

using namespace file;
using support::Result;

Result<void> writeProfileFile(const std::filesystem::path& path, const Profile& profile,
    const ProfileFileOptions& options, std::stop_token stop, const support::Progress& progress)
{
    auto writer = TRY(ParquetWriter::create(path, columns));
    const auto entries = footerEntries(profile);
    TRY(appendRows(writer, profile, entries, { options.rowsPerGroup, std::move(stop), progress })
            .within(path.string() + " was not written"));
    return writer.finish(entries);
}

} // namespace profiler
