#include "profiler/fleet/fleet_index.h"

#include "model/support/text.h"
#include "profiler/fleet/packed_columns.h"
#include "profiler/fleet/profile_files.h"
#include "profiler/tables/on_threads.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <tuple>
#include <unordered_map>

namespace profiler::fleet {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace fs = std::filesystem;

namespace {

/// The time of the last change, only for comparing.
std::int64_t changeOf(const fs::path& path)
{
    std::error_code error;
    const auto time = fs::last_write_time(path, error);
    return error
        ? file::noInteger
        : std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}

std::int64_t sizeOf(const fs::path& path)
{
    std::error_code error;
    const auto size = fs::file_size(path, error);
    return error ? file::noInteger : static_cast<std::int64_t>(size);
}

using Known = std::unordered_map<std::string, ProfileFacts>;

Known readCache(const fs::path& cache)
{
    Known known;
    if (auto rows = readFactsFile(cache))
        for (auto& facts : *rows) {
            auto name = facts.file;
            known.emplace(std::move(name), std::move(facts));
        }
    return known;
}

Result<void> writeCache(const fs::path& cache, const std::vector<ProfileFacts>& profiles)
{
    std::error_code ignored;
    fs::create_directories(cache.parent_path(), ignored);
    auto rows = TRY(createFactsFile(cache));
    for (const auto& facts : profiles)
        TRY(addFacts(*rows, facts));
    return rows->finish();
}

/// Returns what the cache has of a file; null if the file was changed since.
const ProfileFacts* unchanged(const Known& known, const std::string& name, const fs::path& path)
{
    const auto found = known.find(name);
    const bool isSame = found != known.end() && found->second.changedNs != file::noInteger
        && found->second.changedNs == changeOf(path) && found->second.fileBytes == sizeOf(path);
    return isSame ? &found->second : nullptr;
}

struct Row {
    ProfileFacts facts; ///< after a failure only `file`
    std::string problem; ///< why the file could not be read; empty if it could
    bool isRead = false; ///< false: the cache had it
};

Row rowOf(const fs::path& folder, const std::string& file, const Known& known)
{
    const auto path = folder / file;
    const auto name = support::validUtf8(file);
    if (const auto* kept = unchanged(known, name, path))
        return { *kept, {}, false };
    Row row;
    row.isRead = true;
    const auto changed = changeOf(path);
    if (auto facts = readFacts(path, name)) {
        row.facts = *std::move(facts);
        row.facts.changedNs = changed;
    } else {
        row.facts.file = name;
        row.problem = facts.error().message();
    }
    return row;
}

void sortRows(std::vector<ProfileFacts>& profiles)
{
    std::ranges::sort(profiles, {}, [](const ProfileFacts& facts) {
        return std::tie(facts.model, facts.startedNs, facts.file);
    });
}

} // namespace

Result<FleetIndex> readFleet(const fs::path& folder, const fs::path& cache, std::stop_token stop,
    const support::Progress& progress)
{
    FleetIndex index;
    std::error_code ignored;
    if (fs::exists(folder / profilesFile, ignored)) {
        index.profiles = TRY(readFactsFile(folder / profilesFile));
        index.isPacked = true;
        return index;
    }
    const auto files = TRY(profileFilesIn(folder));
    const auto known = cache.empty() ? Known() : readCache(cache);
    std::vector<Row> rows(files.size());
    std::atomic<std::uint64_t> done = 0;
    onTwoThreads(files.size(), true, stop, [&](std::size_t i) {
        rows[i] = rowOf(folder, files[i], known);
        if (progress)
            progress("reading metadata", ++done, files.size());
    });
    if (stop.stop_requested())
        return failAs(ErrorKind::Cancelled, "reading the profiles was stopped");
    for (auto& [facts, problem, isRead] : rows) {
        index.filesRead += isRead ? 1 : 0;
        if (problem.empty())
            index.profiles.push_back(std::move(facts));
        else
            index.leftOut.push_back({ std::move(facts.file), std::move(problem) });
    }
    sortRows(index.profiles);
    const bool isNew
        = index.filesRead > index.leftOut.size() || index.profiles.size() != known.size();
    if (!cache.empty() && isNew)
        (void)writeCache(cache, index.profiles); // without it the files are read again next time
    return index;
}

} // namespace profiler::fleet
