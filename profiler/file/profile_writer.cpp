#include "profiler/file/profile_file.h"

#include "profiler/file/profile_columns.h"
#include "profiler/file/profile_json.h"
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

Result<std::string> profileFileBytes(const Profile& profile, const Metadata& metadata)
{
    std::string bytes;
    auto writer = TRY(ParquetWriter::toMemory(bytes, columns));
    auto entries = footerEntries(profile);
    auto& text = entries["opscope.metadata"];
    text.clear();
    support::JsonWriter json(text);
    writeMetadata(json, metadata);
    json.flush();
    TRY(appendRows(writer, profile, entries));
    TRY(writer.finish(entries));
    return bytes;
}

} // namespace profiler
