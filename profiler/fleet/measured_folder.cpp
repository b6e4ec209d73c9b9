#include "profiler/fleet/measured_folder.h"

#include "profiler/file/profile_file.h"
#include "profiler/fleet/packed_profiles.h"
#include "profiler/fleet/profile_files.h"

#include <algorithm>

namespace profiler::fleet {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace fs = std::filesystem;

namespace {

using ReadProfile = Result<std::shared_ptr<const Profile>>;

void add(ProfileFolder& folder, const std::string& file, const ReadProfile& profile)
{
    auto measured
        = profile ? measuredProfile(**profile, file) : Result<MeasuredProfile>(profile.error());
    if (measured)
        folder.profiles.push_back(*std::move(measured));
    else
        folder.leftOut.push_back({ file, measured.error().message() });
}

/// Calls `readAt(i)` for each of `count` profiles.
template <typename ReadAt>
Result<void> readEach(std::size_t count, const std::stop_token& stop,
    const support::Progress& progress, ReadAt readAt)
{
    for (std::size_t i = 0; i < count; ++i) {
        if (stop.stop_requested())
            return failAs(ErrorKind::Cancelled, "reading the profiles was stopped");
        if (progress)
            progress("reading profiles", i, count);
        readAt(i);
    }
    return {};
}

ReadProfile readPacked(
    PackedProfiles& packed, const ProfileFacts& facts, const std::stop_token& stop)
{
    return readProfileFile(TRY(packed.bytesOf(facts)), FileTail::Strict, stop);
}

} // namespace

Result<ProfileFolder> readMeasuredFolder(
    const fs::path& folder, std::stop_token stop, const support::Progress& progress)
{
    ProfileFolder result;
    std::error_code ignored;
    if (fs::exists(folder / profilesFile, ignored)) {
        auto packed = TRY(PackedProfiles::open(folder, stop));
        result.isPacked = true;
        TRY(readEach(packed.facts().size(), stop, progress, [&](std::size_t i) {
            const auto& facts = packed.facts()[i];
            add(result, facts.file, readPacked(packed, facts, stop));
        }));
        return result;
    }
    auto files = TRY(profileFilesIn(folder));
    std::ranges::sort(files);
    TRY(readEach(files.size(), stop, progress, [&](std::size_t i) {
        add(result, files[i], readProfileFile(folder / files[i], FileTail::Strict, stop));
    }));
    return result;
}

} // namespace profiler::fleet
