#include "profiler/fleet/profile_files.h"

namespace profiler::fleet {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace fs = std::filesystem;

namespace {

/// Whether a runner of a plan is measuring to this file (docs/fleet.md): `jobs/JOB.HOST.PID`.
bool isJobInProgress(const fs::path& file)
{
    constexpr std::size_t jobDigits = 32;
    const auto name = file.stem().string();
    return file.parent_path().filename() == "jobs" && name.size() > jobDigits
        && name[jobDigits] == '.' && name.find_first_not_of("0123456789abcdef") == jobDigits;
}

} // namespace

Result<std::vector<std::string>> profileFilesIn(const fs::path& folder)
{
    std::error_code error;
    std::vector<std::string> files;
    for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
        if (entry->path().extension() == ".opscope" && entry->is_regular_file(error)
            && !isJobInProgress(entry->path()))
            files.push_back(entry->path().lexically_relative(folder).string());
    if (error)
        return failAs(
            ErrorKind::File, "cannot read the folder ", folder.string(), ": ", error.message());
    return files;
}

} // namespace profiler::fleet
