#include "app/cli/commands.h"
#include "app/cli/fleet/cluster_scripts.h"
#include "app/cli/fleet/machine_lock.h"
#include "app/cli/fleet/make_plan.h"
#include "app/cli/fleet/run_plan.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace fs = std::filesystem;

namespace {

Result<int> writePlan(const Invocation& invocation, const std::vector<std::string>& files)
{
    const auto plan = TRY(makePlan(invocation, files));
    const bool isParquet = invocation.arguments.text("--output", "").ends_with(".parquet");
    const auto text = isParquet ? TRY(planParquet(plan)) : planJson(plan);
    TRY(invocation.write(text));
    invocation.printStatus(support::countOf(plan.jobs.size(), "job", "jobs"));
    return exitDone;
}

/// A plan and what is said about it on the command line.
struct NamedPlan {
    Plan plan;
    fs::path file;
    fs::path folder; ///< of results, absolute
};

/// Reads the plan and the value of `--to`.
Result<NamedPlan> namedPlan(const Invocation& invocation, const std::vector<std::string>& files,
    std::size_t words, std::string_view expected)
{
    if (files.size() != words)
        return failAs(ErrorKind::Usage, "expected ", expected);
    const auto target = invocation.arguments.text("--to");
    if (!target)
        return failAs(ErrorKind::Usage, "say where the results go: --to DIR");
    std::error_code ignored;
    return NamedPlan { TRY(readPlan(files.front())),
        fs::absolute(files.front(), ignored).lexically_normal(),
        fs::absolute(*target, ignored).lexically_normal() };
}

Result<int> runJobs(const Invocation& invocation, const std::vector<std::string>& files)
{
    const auto named = TRY(namedPlan(invocation, files, 1, "plan run PLAN --to DIR"));
    TRY(makeOutputFolder(named.folder));
    return runPlan(invocation, named.plan, named.folder);
}

Result<int> runNamedJob(const Invocation& invocation, const std::vector<std::string>& files)
{
    const auto named = TRY(namedPlan(invocation, files, 2, "plan run-job PLAN INDEX --to DIR"));
    const auto index = support::numberFrom<std::size_t>(files.back());
    if (!index || *index >= named.plan.jobs.size())
        return failAs(ErrorKind::Usage, "INDEX is ", support::quote(files.back()),
            ", expected a whole number from 0 to ", named.plan.jobs.size() - 1);
    TRY(makeOutputFolder(named.folder));
    return runOneJob(invocation, named.plan, *index, named.folder);
}

Result<int> writeStatus(const Invocation& invocation, const std::vector<std::string>& files)
{
    const auto named = TRY(namedPlan(invocation, files, 1, "plan status PLAN --to DIR"));
    return showStatus(invocation, named.plan, named.folder);
}

template <auto script>
Result<int> writeScript(const Invocation& invocation, const std::vector<std::string>& files)
{
    const auto named
        = TRY(namedPlan(invocation, files, 1, "plan slurm or kubernetes PLAN --to DIR"));
    const auto text = TRY(script(invocation.arguments, named.plan, { named.file, named.folder }));
    TRY(invocation.write(text));
    return exitDone;
}

struct Action {
    std::string_view name;
    Result<int> (*run)(const Invocation&, const std::vector<std::string>& files);
};
constexpr std::array actions { Action { "make", writePlan }, Action { "run", runJobs },
    Action { "run-job", runNamedJob }, Action { "status", writeStatus },
    Action { "slurm", writeScript<slurmScript> },
    Action { "kubernetes", writeScript<kubernetesManifest> } };

Result<int> runPlanCommand(const Invocation& invocation)
{
    const auto word = invocation.arguments.text("ACTION", "");
    const auto action = std::ranges::find(actions, word, &Action::name);
    if (action == actions.end())
        return failAs(ErrorKind::Usage, support::quote(word), " is no action of plan, expected ",
            support::joined(actions, ", ", &Action::name));
    return action->run(invocation, invocation.arguments.all("FILE"));
}

std::vector<Option> planOptions()
{
    auto options = makeOptions();
    options.insert(options.end(),
        { { "--to", "DIR", "folder of the results; all but make need it" },
            { "--jobs", "LIST", "run: only these jobs: 0-9,12" },
            { "--retry-failed", "", "run, run-job: also what failed for good before" },
            { "--lock", "FILE",
                "run, run-job: file whose lock means that this machine measures (default: "
                    + std::string(defaultMachineLock) + ")" },
            { "--json-progress", "", "run: write progress to stderr, one JSON object per line" } });
    std::ranges::move(clusterOptions(), std::back_inserter(options));
    return options;
}

} // namespace

Command planCommand()
{
    return { .name = "plan",
        .summary = "Measures many models with many settings: on this machine, or by Slurm, Ray or "
                   "Kubernetes",
        .positionals = { { "ACTION", "make, run, run-job, status, slurm or kubernetes",
                             Positional::Count::One, FileUse::None },
            { "FILE",
                "make: ONNX files, or one JSON file of settings; run-job: the plan and the index "
                "of a job; otherwise: the plan",
                Positional::Count::OneOrMore } },
        .options = planOptions(),
        .examples = { "plan make a.onnx b.onnx --threads 1,2 --precision f32,bf16 -o plan.json",
            "plan run plan.json --to results", "plan slurm plan.json --to results -o array.sh" },
        .formats = { Format::Text, Format::Json },
        .run = runPlanCommand,
        .readsModels = false,
        .sandbox = Command::Sandbox::None };
}

} // namespace cli
