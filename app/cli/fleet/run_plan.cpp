#include "app/cli/fleet/run_plan.h"

#include "app/cli/fleet/run_job.h"
#include "app/cli/profiling/json_progress.h"
#include "app/cli/text_table.h"
#include "model/support/json.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::Result;

namespace fs = std::filesystem;

namespace {

/// Returns the first and the last number of `3` or `0-9`.
Result<std::pair<std::size_t, std::size_t>> rangeOf(std::string_view text, std::size_t count)
{
    const auto dash = text.find('-');
    const auto first = support::numberFrom<std::size_t>(text.substr(0, dash));
    const auto last = dash == std::string_view::npos
        ? first
        : support::numberFrom<std::size_t>(text.substr(dash + 1));
    if (first && last && *first <= *last && *last < count)
        return std::pair { *first, *last };
    return failAs(ErrorKind::Usage, "--jobs has ", support::quote(text),
        ", expected indices from 0 to ", count - 1, " such as 0-9,12");
}

std::string signalText(int signal)
{
    const auto* name = ::sigabbrev_np(signal);
    return name != nullptr ? "SIG" + std::string(name) : "signal " + std::to_string(signal);
}

std::string failureText(const JobFailure& failure)
{
    auto text = failure.signal != 0 ? signalText(failure.signal)
                                    : "exit code " + std::to_string(failure.code);
    if (failure.count > 1)
        text += ", " + std::to_string(failure.count) + " times";
    return text + (failure.message.empty() ? "" : ": " + support::sanitise(failure.message));
}

std::string_view endName(JobEnd::Kind kind)
{
    static constexpr std::array<std::string_view, 4> names { "done", "skipped", "failed",
        "interrupted" };
    return names[static_cast<std::size_t>(kind)];
}

JobRun jobRun(const Invocation& invocation, const fs::path& folder)
{
    JobRun run { .folder = folder, .stop = invocation.stop };
    run.lock = invocation.arguments.text("--lock", defaultMachineLock);
    run.waits
        = [&] { invocation.printStatus("waiting for another measurement on this machine to end"); };
    run.failed = [&](const JobFailure& failure) {
        invocation.printStatus("trying again after " + failureText(failure));
    };
    return run;
}

/// Forgets earlier failures, so that the jobs are tried again (`--retry-failed`).
void forgetFailures(const Plan& plan, const std::vector<std::size_t>& jobs, const fs::path& folder)
{
    std::error_code ignored;
    for (const auto index : jobs)
        fs::remove(failureOf(folder, plan.jobs[index]), ignored);
}

/// Returns the jobs that this machine may run.
std::vector<std::size_t> ofMachine(
    const Invocation& invocation, const Plan& plan, std::vector<std::size_t> jobs)
{
    const auto own = invocation.arguments.text("--machine-class", "");
    const auto others = std::erase_if(jobs, [&](std::size_t index) {
        const auto& wanted = plan.jobs[index].machineClass;
        return !wanted.empty() && wanted != own;
    });
    if (others > 0)
        invocation.printStatus(support::countOf(others, "job is", "jobs are")
            + " of other classes of machines than "
            + (own.empty() ? "this one (--machine-class names its class)" : support::quote(own)));
    return jobs;
}

/// How many jobs have a state or an end, and its name.
struct JobCount {
    std::string_view name;
    std::size_t jobs = 0;
};

/// `12 done, 1 failed`.
std::string countsText(const std::vector<JobCount>& counts)
{
    return support::joined(counts, ", ", [](const JobCount& count) {
        return std::to_string(count.jobs) + " " + std::string(count.name);
    });
}

void writeCounts(JsonWriter& json, const std::vector<JobCount>& counts)
{
    for (const auto& [name, jobs] : counts)
        json.member(name, jobs);
}

Result<void> writeRun(const Invocation& invocation, const std::array<std::size_t, 4>& ends)
{
    std::vector<JobCount> counts;
    for (std::size_t kind = 0; kind < ends.size(); ++kind)
        counts.push_back({ endName(static_cast<JobEnd::Kind>(kind)), ends[kind] });
    if (invocation.format == Format::Json)
        return invocation.write(
            support::jsonDocument([&](JsonWriter& json) { writeCounts(json, counts); }));
    std::erase_if(counts, [](const JobCount& count) { return count.jobs == 0; });
    return invocation.write((counts.empty() ? "no jobs" : countsText(counts)) + "\n");
}

} // namespace

Result<std::vector<std::size_t>> chosenJobs(const Arguments& arguments, const Plan& plan)
{
    std::vector<std::size_t> jobs;
    const auto text = arguments.text("--jobs");
    if (!text) {
        jobs.resize(plan.jobs.size());
        std::iota(jobs.begin(), jobs.end(), std::size_t(0));
        return jobs;
    }
    for (const auto part : support::split(*text, ',')) {
        const auto [first, last] = TRY(rangeOf(part, plan.jobs.size()));
        for (auto index = first; index <= last; ++index)
            jobs.push_back(index);
    }
    return jobs;
}

Result<int> runPlan(const Invocation& invocation, const Plan& plan, const fs::path& folder)
{
    auto jobs = ofMachine(invocation, plan, TRY(chosenJobs(invocation.arguments, plan)));
    if (invocation.arguments.has("--retry-failed"))
        forgetFailures(plan, jobs, folder);
    const auto run = jobRun(invocation, folder);
    const JsonProgress progress(invocation.arguments.has("--json-progress"));
    std::array<std::size_t, 4> ends {};
    std::size_t done = 0;
    for (const auto index : jobs) {
        if (invocation.stop.stop_requested())
            break;
        const auto& job = plan.jobs[index];
        progress.job(index, job.name, "started", done, jobs.size());
        const auto end = TRY(runJob(plan, job, run).within("job " + std::to_string(index)));
        ++ends[static_cast<std::size_t>(end.kind)];
        done += end.kind == JobEnd::Kind::Interrupted ? 0 : 1;
        progress.job(index, job.name, endName(end.kind), done, jobs.size());
        invocation.printStatus(std::to_string(done) + "/" + std::to_string(jobs.size()) + " "
            + std::string(endName(end.kind)) + "  " + jobText(job)
            + (end.failure ? "  " + failureText(*end.failure) : ""));
    }
    TRY(writeRun(invocation, ends));
    if (invocation.stop.stop_requested())
        return exitInterrupted;
    return ends[static_cast<std::size_t>(JobEnd::Kind::Failed)] > 0 ? exitFinding : exitDone;
}

Result<int> runOneJob(
    const Invocation& invocation, const Plan& plan, std::size_t index, const fs::path& folder)
{
    const auto& job = plan.jobs[index];
    if (invocation.arguments.has("--retry-failed"))
        forgetFailures(plan, { index }, folder);
    const auto end = TRY(runJob(plan, job, jobRun(invocation, folder)));
    const auto name = std::string(endName(end.kind));
    if (invocation.format == Format::Json)
        TRY(invocation.write(support::jsonDocument([&](JsonWriter& json) {
            json.members({ { "index", index }, { "job", job.name }, { "end", name },
                { "file", resultOf(folder, job).string() } });
        })));
    else
        TRY(invocation.write(name + "  " + resultOf(folder, job).string() + "\n"));
    if (end.kind == JobEnd::Kind::Interrupted)
        return exitInterrupted;
    if (end.kind != JobEnd::Kind::Failed)
        return exitDone;
    printError(failAs(ErrorKind::Failed, "job ", index, " failed, ", failureText(*end.failure)));
    // A job that a signal ended again and again has no exit code.
    return end.failure->code != 0 ? end.failure->code : exitResource;
}

namespace {

struct Counted {
    std::vector<JobStatus> jobs;
    std::vector<JobCount> counts; ///< by JobState
};

Counted countJobs(const Plan& plan, const fs::path& folder)
{
    Counted counted;
    for (const auto state : { JobState::Done, JobState::Failed, JobState::Missing })
        counted.counts.push_back({ stateName(state) });
    for (const auto& job : plan.jobs) {
        counted.jobs.push_back(statusOf(folder, job));
        ++counted.counts[static_cast<std::size_t>(counted.jobs.back().state)].jobs;
    }
    return counted;
}

std::string statusJson(const Plan& plan, const Counted& counted, const fs::path& folder)
{
    return support::jsonDocument([&](JsonWriter& json) {
        writeCounts(json, counted.counts);
        json.key("jobs").beginArray();
        for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
            const auto& [state, failure] = counted.jobs[i];
            json.beginObject().members({ { "index", i }, { "job", plan.jobs[i].name },
                { "what", jobText(plan.jobs[i]) }, { "state", stateName(state) },
                { "file", resultOf(folder, plan.jobs[i]).string() } });
            if (failure)
                json.members({ { "code", failure->code }, { "signal", failure->signal },
                    { "count", failure->count }, { "message", failure->message } });
            json.endObject();
        }
        json.endArray();
    });
}

/// The jobs that are not done, as a table.
std::string statusText(const Invocation& invocation, const Plan& plan, const Counted& counted)
{
    using Align = TextTable::Align;
    TextTable table { { { "index", Align::Right }, { "state" }, { "job" }, { "failure" } } };
    for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
        const auto& [state, failure] = counted.jobs[i];
        if (state != JobState::Done)
            table.add({ std::to_string(i), std::string(stateName(state)), jobText(plan.jobs[i]),
                failure ? failureText(*failure) : "" });
    }
    const auto text = countsText(counted.counts) + " of "
        + support::countOf(plan.jobs.size(), "job", "jobs") + "\n";
    return table.rows.empty() ? text
                              : text + "\n" + table.text(invocation.format, invocation.colours);
}

} // namespace

Result<int> showStatus(const Invocation& invocation, const Plan& plan, const fs::path& folder)
{
    const auto counted = countJobs(plan, folder);
    TRY(invocation.write(invocation.format == Format::Json
            ? statusJson(plan, counted, folder)
            : statusText(invocation, plan, counted)));
    return counted.counts[static_cast<std::size_t>(JobState::Done)].jobs == plan.jobs.size()
        ? exitDone
        : exitFinding;
}

} // namespace cli
