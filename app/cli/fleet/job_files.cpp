#include "app/cli/fleet/job_files.h"

#include "app/cli/command.h"
#include "model/support/atomic_file.h"
#include "model/support/json.h"
#include "model/support/mapped_file.h"
#include "model/support/text.h"
#include "profiler/file/profile_file.h"

#include <unistd.h>

#include <algorithm>
#include <array>

namespace cli {

using support::JsonWriter;
using support::Result;

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t mostFailures = 3;

/// Name of this machine as a part of file names.
std::string hostName()
{
    std::array<char, 256> name {};
    ::gethostname(name.data(), name.size() - 1);
    std::string text = name.data();
    std::ranges::replace_if(
        text, [](char c) { return c == '/' || c == '.'; }, '-');
    return text.empty() ? "host" : text;
}

fs::path jobsFolder(const fs::path& folder) { return folder / "jobs"; }

std::string privatePrefix(const Job& job) { return job.name + "." + hostName() + "."; }

} // namespace

bool JobFailure::isFinal() const
{
    return code == exitUsage || code == exitFile || code == exitCannotRun || count >= mostFailures;
}

fs::path resultOf(const fs::path& folder, const Job& job)
{
    return folder / (job.name + ".opscope");
}

fs::path failureOf(const fs::path& folder, const Job& job) { return folder / (job.name + ".fail"); }

bool isWholeResult(const fs::path& file)
{
    const auto metadata = profiler::readProfileMetadata(file);
    return metadata && metadata->text(profiler::keys::interrupted) != "yes";
}

std::optional<JobFailure> readFailure(const fs::path& file)
{
    std::error_code ignored;
    if (!fs::exists(file, ignored))
        return std::nullopt;
    const auto mapped = support::MappedFile::open(file);
    if (!mapped)
        return JobFailure { .count = 1, .message = mapped.error().message() };
    const auto bytes = (*mapped)->bytes();
    const auto json
        = support::parseJson({ reinterpret_cast<const char*>(bytes.data()), bytes.size() });
    if (!json)
        return JobFailure { .count = 1, .message = "the file of the failure is damaged" };
    return JobFailure { static_cast<int>((*json)["code"].integerOr(0)),
        static_cast<int>((*json)["signal"].integerOr(0)), (*json)["count"].integerOr(1),
        (*json)["message"].stringOr("") };
}

Result<void> writeFailure(const fs::path& file, const Job& job, const JobFailure& failure)
{
    return support::writeFile(file, support::jsonDocument([&](JsonWriter& json) {
        json.members({ { "job", job.name }, { "what", jobText(job) }, { "host", hostName() },
            { "code", failure.code }, { "signal", failure.signal }, { "count", failure.count },
            { "final", failure.isFinal() }, { "message", failure.message } });
    }));
}

fs::path privateFile(const fs::path& folder, const Job& job)
{
    return jobsFolder(folder) / (privatePrefix(job) + std::to_string(::getpid()) + ".opscope");
}

void removeLeftFiles(const fs::path& folder, const Job& job)
{
    std::error_code ignored;
    std::vector<fs::path> left;
    for (const auto& entry : fs::directory_iterator(jobsFolder(folder), ignored))
        if (entry.path().filename().string().starts_with(privatePrefix(job)))
            left.push_back(entry.path());
    for (const auto& file : left)
        fs::remove(file, ignored);
}

JobStatus statusOf(const fs::path& folder, const Job& job)
{
    if (isWholeResult(resultOf(folder, job)))
        return { JobState::Done, {} };
    auto failure = readFailure(failureOf(folder, job));
    const bool isFinal = failure && failure->isFinal();
    return { isFinal ? JobState::Failed : JobState::Missing, std::move(failure) };
}

std::string_view stateName(JobState state)
{
    static constexpr std::array<std::string_view, 3> names { "done", "failed", "missing" };
    return names[static_cast<std::size_t>(state)];
}

} // namespace cli
