#pragma once

#include "app/cli/fleet/plan.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

/// Files of a folder of results. They are the only state of a plan that is carried out:
///
///     NAME.opscope                   the result, with this name only when the job ended with code
///     0 NAME.fail                      how often and why the job failed jobs/NAME.HOST.PID.opscope
///     private file of a program that measures now, or was killed
namespace cli {

/// How a job failed: content of NAME.fail.
struct JobFailure {
    int code = 0; ///< exit code of `profile`; 0 if a signal ended it
    int signal = 0;
    std::int64_t count = 0; ///< number of failures so far
    std::string message {}; ///< last lines of stderr

    /// Whether the job is not tried again: what the exit code says will not change (2, 3 and 4), or
    /// it failed too often.
    bool isFinal() const;
};

std::filesystem::path resultOf(const std::filesystem::path& folder, const Job& job);
std::filesystem::path failureOf(const std::filesystem::path& folder, const Job& job);
/// Whether the file is a complete profile of a measurement that was not interrupted.
bool isWholeResult(const std::filesystem::path& file);

/// Reads NAME.fail; nothing if it does not exist. A damaged file counts as one failure.
std::optional<JobFailure> readFailure(const std::filesystem::path& file);
support::Result<void> writeFailure(
    const std::filesystem::path& file, const Job& job, const JobFailure& failure);

/// Path of the private file of this process.
std::filesystem::path privateFile(const std::filesystem::path& folder, const Job& job);
/// Removes private files that killed programs of this machine left for the job. Call only while the
/// machine is locked: no other program of it measures then.
void removeLeftFiles(const std::filesystem::path& folder, const Job& job);

enum class JobState { Done, Failed, Missing };
struct JobStatus {
    JobState state = JobState::Missing; ///< Missing: not tried, or to be tried again
    std::optional<JobFailure> failure {};
};
JobStatus statusOf(const std::filesystem::path& folder, const Job& job);
std::string_view stateName(JobState state);

} // namespace cli
