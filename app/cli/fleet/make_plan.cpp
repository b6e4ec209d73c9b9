#include "app/cli/fleet/make_plan.h"

#include "app/cli/commands.h"
#include "app/cli/fleet/job_filter.h"
#include "app/cli/fleet/plan_settings.h"
#include "app/cli/profiling/run_options.h"
#include "model/model.h"
#include "model/support/shell_words.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <set>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace fs = std::filesystem;

namespace {

constexpr std::size_t mostJobs = 100'000;
constexpr std::string_view ownEngine = "opscope";

/// Options of `profile` that a job sets itself, or that have no place in one.
constexpr std::array<std::string_view, 21> reservedOptions { "--output", "--dim", "--threads",
    "--precision", "--engine", "--optimize", "--runs", "--warmup", "--limit", "--until",
    "--settings", "--sweep", "--check-only", "--json-progress", "--format", "--quiet", "--force",
    "--unsaved-edits", "--target", "--target-program", "--end-with-stdin" };

/// Replaces each job by one for each value.
template <typename Values, typename Set>
std::vector<Job> combined(const std::vector<Job>& jobs, const Values& values, Set set)
{
    if (values.empty())
        return jobs;
    std::vector<Job> result;
    for (const auto& job : jobs)
        for (const auto& value : values)
            set(result.emplace_back(job), value);
    return result;
}

Result<void> checkCount(const PlanSettings& settings)
{
    std::size_t count = settings.models.size();
    const auto multiply = [&](std::size_t values) {
        if (__builtin_mul_overflow(count, std::max<std::size_t>(values, 1), &count))
            count = mostJobs + 1;
        count = std::min(count, mostJobs + 1);
    };
    for (const auto& row : settings.dims)
        multiply(row.second.size());
    multiply(settings.threads.size());
    for (const auto* values :
        { &settings.engines, &settings.precisions, &settings.optimisations, &settings.classes })
        multiply(values->size());
    if (count <= mostJobs)
        return {};
    return failAs(ErrorKind::Usage, "the settings have more than ", mostJobs,
        " combinations: make several plans");
}

/// Returns all combinations, unfiltered.
std::vector<Job> combinationsOf(const PlanSettings& settings)
{
    Job first { .runs = settings.runs,
        .warmUpRuns = settings.warmUpRuns,
        .limit = settings.limit,
        .until = settings.until,
        .options = settings.options };
    auto jobs = combined(std::vector { first }, settings.models,
        [](Job& job, const std::string& model) { job.model = model; });
    for (const auto& [name, sizes] : settings.dims)
        jobs = combined(jobs, sizes, [&](Job& job, std::int64_t size) { job.dims[name] = size; });
    jobs = combined(
        jobs, settings.threads, [](Job& job, std::int64_t threads) { job.threads = threads; });
    jobs = combined(
        jobs, settings.engines, [](Job& job, const std::string& engine) { job.engine = engine; });
    jobs = combined(jobs, settings.precisions,
        [](Job& job, const std::string& precision) { job.precision = precision; });
    jobs = combined(jobs, settings.optimisations,
        [](Job& job, const std::string& level) { job.optimisation = level; });
    return combined(
        jobs, settings.classes, [](Job& job, const std::string& name) { job.machineClass = name; });
}

Result<void> checkOptions(const std::vector<std::string>& options)
{
    for (const auto& word : options) {
        const auto flag = std::string_view(word).substr(0, word.find('='));
        if (std::ranges::find(reservedOptions, flag) != reservedOptions.end())
            return failAs(
                ErrorKind::Usage, "--with has ", flag, ", which a plan sets itself or cannot have");
    }
    return {};
}

/// Fails for options that write files: all jobs would write the same.
Result<void> checkNoOutput(const ParsedCommand& parsed)
{
    if (parsed.invocation.arguments.has("--output"))
        return failAs(ErrorKind::Usage, "--with has -o: a plan names the results itself");
    for (const auto& option : parsed.command->options)
        if (option.use == FileUse::Output && parsed.invocation.arguments.has(option.flag))
            return failAs(ErrorKind::Usage, "--with has ", option.flag,
                ": all jobs would write this file; `export` makes it of a result");
    return {};
}

/// Checks a job as `profile` would. What this machine lacks (a device, an engine's library) is not
/// refused, because another one may run the job. Returns what is lacking.
Result<std::string> checkJob(const Plan& plan, const Job& job)
{
    auto words = profileWords(plan, job);
    words.push_back("--quiet");
    const auto parsed = TRY(parseCommand(words));
    TRY(checkNoOutput(parsed));
    const auto checked = checkProfile(parsed.invocation);
    if (checked)
        return std::string();
    if (checked.error().kind() == ErrorKind::Resource)
        return checked.error().message();
    return checked.error();
}

/// Expands the combinations of a plan and drops what is not to be measured.
class JobList {
public:
    JobList(Plan& plan, const PlanSettings& settings, const Invocation& invocation)
        : m_plan(plan)
        , m_settings(settings)
        , m_invocation(invocation)
    {
    }

    Result<void> fill()
    {
        const auto filter = TRY(JobFilter::of(m_settings.include, m_settings.exclude));
        for (auto& job : combinationsOf(m_settings)) {
            if (m_invocation.stop.stop_requested())
                return failAs(ErrorKind::Cancelled, "stopped");
            TRY(fit(job));
            if (!filter.keeps(job))
                continue;
            job.name = nameOf(job, m_plan.program);
            if (!m_names.insert(job.name).second)
                continue;
            const auto lacking = TRY(checkJob(m_plan, job).within(jobText(job)));
            if (!lacking.empty())
                m_lacking.insert(lacking);
            m_plan.jobs.push_back(std::move(job));
        }
        return checkAll();
    }

private:
    struct ModelFacts {
        std::string sha256;
        std::string weightsSha256;
        std::shared_ptr<const model::Model> model;
    };

    /// Sets the hashes. Takes back what the job cannot have: dimensions of other models, and
    /// settings of Opscope's engine where another one runs.
    Result<void> fit(Job& job)
    {
        const auto& facts = *TRY(factsOf(job));
        job.modelSha256 = facts.sha256;
        job.weightsSha256 = facts.weightsSha256;
        std::erase_if(job.dims, [&](const auto& row) {
            const bool has = static_cast<bool>(
                checkDimensions(model::Binding { { row.first, row.second } }, { *facts.model }));
            if (has)
                m_usedDims.insert(row.first);
            return !has;
        });
        if (job.engine != ownEngine) {
            job.precision.clear();
            job.optimisation.clear();
        }
        return {};
    }

    Result<const ModelFacts*> factsOf(const Job& job)
    {
        auto& facts = m_facts[job.model];
        if (facts.model == nullptr) {
            Job plain { .model = job.model, .options = job.options };
            TRY(hashModel(m_plan, plain, m_invocation.stop).within(job.model));
            const auto parsed = TRY(parseCommand(profileWords(m_plan, plain)));
            facts.model = TRY(openChosen(parsed.invocation, modelOf(m_plan, job)));
            facts.sha256 = plain.modelSha256;
            facts.weightsSha256 = plain.weightsSha256;
        }
        return &facts;
    }

    Result<void> checkAll() const
    {
        for (const auto& row : m_settings.dims)
            if (!m_usedDims.contains(row.first))
                return failAs(ErrorKind::Usage, "--dim names ", support::quote(row.first),
                    ", a dimension that no model has; `inspect MODEL` shows the shapes");
        if (m_plan.jobs.empty())
            return failAs(ErrorKind::Usage,
                "no job is left: --include and --exclude leave out every combination");
        for (const auto& lacking : m_lacking)
            m_invocation.printStatus(
                "not here, jobs that need it fail on this machine: " + support::sanitise(lacking));
        return {};
    }

    Plan& m_plan;
    const PlanSettings& m_settings;
    const Invocation& m_invocation;
    std::map<std::string, ModelFacts> m_facts;
    std::set<std::string> m_names;
    std::set<std::string> m_usedDims;
    std::set<std::string> m_lacking;
};

/// The folder that relative paths of models are meant from: that of the plan.
fs::path planFolder(const Arguments& arguments)
{
    std::error_code ignored;
    const auto target = arguments.text("--output");
    return target ? fs::absolute(*target, ignored).lexically_normal().parent_path()
                  : fs::current_path(ignored);
}

/// Writes a relative path of a model as one from the plan's folder.
Result<std::string> fromFolder(
    const std::string& model, const fs::path& from, const fs::path& folder)
{
    if (support::validUtf8(model) != model)
        return failAs(ErrorKind::Usage, "the path of the model ", support::quote(model),
            " is not UTF-8, which a plan needs: rename it");
    if (fs::path(model).is_absolute())
        return model;
    return (from / model).lexically_normal().lexically_proximate(folder).string();
}

} // namespace

Result<Plan> makePlan(const Invocation& invocation, const std::vector<std::string>& files)
{
    auto settings = TRY(planSettings(invocation.arguments, files));
    TRY(checkCount(settings));
    TRY(checkOptions(settings.options));
    Plan plan { planFolder(invocation.arguments), OPSCOPE_VERSION, {} };
    for (auto& model : settings.models)
        model = TRY(fromFolder(model, settings.folder, plan.folder));
    TRY(JobList(plan, settings, invocation).fill());
    return plan;
}

std::vector<Option> makeOptions()
{
    return { { "--dim", "NAME=SIZES", "make: sizes of a named dimension: batch=1,8", true },
        { "--threads", "LIST", "make: numbers of threads: 1,2,4", true },
        { "--precision", "LIST", "make: f32, f32-strict, bf16, f16, tf32", true },
        { "--engine", "LIST", "make: opscope, onnxruntime, openvino, tensorrt", true },
        { "--optimize", "LIST", "make: none, basic, full", true },
        { "--machine-class", "LIST",
            "make: classes of machines that each measure everything, names of your own; run: the "
            "class of this machine, whose jobs it runs beside those without a class",
            true },
        { "--runs", "N", "make: measured runs of each job" },
        { "--warmup", "N", "make: warm-up runs of each job" },
        { "--limit", "TIME", "make: longest measurement of a job" },
        { "--until", "SHARE", "make: a job ends when its median is within ± this share" },
        { "--with", "WORDS", "make: further options of profile for all jobs: '--tune off'", true },
        { "--include", "WHERE",
            "make: only combinations that match: engine=opscope,dim.batch=1 (with * and ?); "
            "repeatable, one must match",
            true },
        { "--exclude", "WHERE", "make: no combinations that match", true } };
}

} // namespace cli
