#include "app/cli/fleet/run_job.h"

#include "app/cli/command.h"
#include "app/cli/command_files.h"
#include "model/process/child_process.h"
#include "model/process/child_program.h"
#include "model/support/atomic_file.h"
#include "model/support/text.h"

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <system_error>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace fs = std::filesystem;

namespace {

constexpr std::size_t keptBytes = 2048; // of stderr
/// Time for a measurement to end after it was asked to.
constexpr std::chrono::seconds patience(10);

void dropFront(std::string& text)
{
    if (text.size() > keptBytes)
        text.erase(0, text.size() - keptBytes);
}

/// Becomes the program of the words. stdout is discarded, stderr goes to `output`. The lock is kept
/// open: it lasts as long as the measurement.
void becomeProgram(
    const std::string& program, std::vector<std::string>& words, int output, int lock)
{
    ::setpgid(0, 0); // Ctrl+C goes to the runner, which asks this process once
    const int nothing = ::open("/dev/null", O_RDWR);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(nothing, STDOUT_FILENO);
    ::dup2(output, STDERR_FILENO);
    ::fcntl(lock, F_SETFD, 0);
    std::vector<char*> arguments { const_cast<char*>(program.c_str()) };
    for (auto& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::execv(program.c_str(), arguments.data());
    ::_exit(exitResource);
}

struct Measurement {
    support::ProcessEnd end;
    std::string messages; ///< last bytes of stderr
};

/// Runs `profile`. After a stop request it ends by itself, or is killed.
Result<Measurement> measure(std::vector<std::string> words, int lock, const std::stop_token& stop)
{
    const auto program = support::childProgram().string();
    auto child = TRY(support::ChildProcess::fork(
        [&](int, int output) { becomeProgram(program, words, output, lock); }));
    bool isAsked = false;
    while (child.exchange()) {
        dropFront(child.received());
        if (stop.stop_requested() && !std::exchange(isAsked, true)) {
            child.terminate();
            child.limitTime(patience);
        }
        if (child.isLate())
            return failAs(ErrorKind::Cancelled, "stopped");
    }
    Measurement measured { child.wait(), child.received() };
    dropFront(measured.messages);
    return measured;
}

/// Fails if the model is no longer the one of the plan: the result would bear a wrong name.
Result<void> checkModel(const Plan& plan, const Job& job, const std::stop_token& stop)
{
    auto now = job;
    TRY(hashModel(plan, now, stop));
    if (now.modelSha256 == job.modelSha256 && now.weightsSha256 == job.weightsSha256)
        return {};
    return failAs(ErrorKind::File, modelOf(plan, job).string(),
        " has changed since the plan was made: make the plan anew");
}

Result<void> giveName(const fs::path& file, const fs::path& result)
{
    std::error_code error;
    fs::rename(file, result, error);
    if (error)
        return failAs(ErrorKind::File, "cannot rename ", file.string(), ": ", error.message());
    support::flushFolderOf(result);
    return {};
}

/// One job with its files, while the machine is locked.
class LockedJob {
public:
    LockedJob(const Plan& plan, const Job& job, const JobRun& run, int lock)
        : m_plan(plan)
        , m_job(job)
        , m_run(run)
        , m_lock(lock)
    {
    }

    Result<JobEnd> untilItEnds()
    {
        removeLeftFiles(m_run.folder, m_job);
        if (const auto isSame = checkModel(m_plan, m_job, m_run.stop); !isSame) {
            if (isSame.error().kind() == ErrorKind::Cancelled)
                return JobEnd { JobEnd::Kind::Interrupted, {} };
            return fail(
                { .code = exitCodeOf(isSame.error().kind()), .message = isSame.error().message() });
        }
        for (;;) {
            auto end = tryOnce();
            removeLeftFiles(m_run.folder, m_job);
            const bool triesAgain = end && end->kind == JobEnd::Kind::Failed
                && !end->failure->isFinal() && !m_run.stop.stop_requested();
            if (!triesAgain)
                return end;
            if (m_run.failed)
                m_run.failed(*end->failure);
        }
    }

private:
    Result<JobEnd> tryOnce()
    {
        const auto file = privateFile(m_run.folder, m_job);
        auto words = profileWords(m_plan, m_job);
        words.insert(words.end(), { "-o", file.string(), "--quiet" });
        const auto measured = measure(words, m_lock, m_run.stop);
        if (!measured && measured.error().kind() != ErrorKind::Cancelled)
            return measured.error();
        // A measurement that was asked to stop leaves a whole file, too.
        if (m_run.stop.stop_requested() || !measured
            || (measured->end.signal == 0 && measured->end.exitCode == exitInterrupted))
            return JobEnd { JobEnd::Kind::Interrupted, {} };
        const auto& end = measured->end;
        if (end.signal != 0 || end.exitCode != exitDone)
            return fail({ .code = end.exitCode,
                .signal = end.signal,
                .message = support::validUtf8(support::trimmed(measured->messages)) });
        if (!isWholeResult(file))
            return fail({ .code = exitResource,
                .message = "the measurement ended with code 0 and left no complete profile" });
        TRY(giveName(file, resultOf(m_run.folder, m_job)));
        std::error_code ignored;
        fs::remove(failureOf(m_run.folder, m_job), ignored);
        return JobEnd {};
    }

    Result<JobEnd> fail(JobFailure failure)
    {
        const auto file = failureOf(m_run.folder, m_job);
        const auto before = readFailure(file);
        failure.count = (before ? before->count : 0) + 1;
        TRY(writeFailure(file, m_job, failure));
        return JobEnd { JobEnd::Kind::Failed, std::move(failure) };
    }

    const Plan& m_plan;
    const Job& m_job;
    const JobRun& m_run;
    int m_lock;
};

/// The end of a job that is not to be tried; nothing for others.
std::optional<JobEnd> endedBefore(const Job& job, const JobRun& run)
{
    auto status = statusOf(run.folder, job);
    if (status.state == JobState::Missing)
        return std::nullopt;
    return JobEnd { status.state == JobState::Done ? JobEnd::Kind::Skipped : JobEnd::Kind::Failed,
        std::move(status.failure) };
}

} // namespace

Result<JobEnd> runJob(const Plan& plan, const Job& job, const JobRun& run)
{
    if (plan.program != OPSCOPE_VERSION)
        return failAs(ErrorKind::Usage, "the plan is of opscope-cli ", support::quote(plan.program),
            ", this is " OPSCOPE_VERSION ": make the plan anew, or use that program");
    if (auto end = endedBefore(job, run))
        return *std::move(end);
    TRY(makeOutputFolder(run.folder / "jobs"));
    const auto lock = lockMachine(
        run.lock, run.stop, run.waits ? run.waits : [] {});
    if (!lock && lock.error().kind() == ErrorKind::Cancelled)
        return JobEnd { JobEnd::Kind::Interrupted, {} };
    if (!lock)
        return lock.error();
    if (auto end = endedBefore(job, run)) // another program may have done it meanwhile
        return *std::move(end);
    return LockedJob(plan, job, run, lock->number()).untilItEnds();
}

} // namespace cli
