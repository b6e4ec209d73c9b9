#include "app/cli/commands.h"
#include "app/cli/comparing/tier_document.h"
#include "app/cli/engines/engine_choice.h"
#include "app/cli/profiling/json_progress.h"
#include "app/cli/profiling/run_options.h"
#include "app/cli/quantities.h"
#include "app/cli/verify_report.h"

#include "engine/verify/verify_folder.h"
#include "model/process/contained_jobs.h"
#include "model/support/temporary_folder.h"
#include "profiler/engines/engine_values.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <thread>

namespace cli {

using engine::TierRequest;
using engine::VerifyOutcome;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace fs = std::filesystem;

namespace {

constexpr auto defaultTimeLimit = std::chrono::minutes(5);

/// The tests or models to verify, how one is verified, and its report after a crash.
struct Verification {
    std::vector<fs::path> paths;
    VerifyTables tables;
    std::function<VerifyReport(const fs::path&, const std::stop_token&)> verify;
    std::function<VerifyReport(const fs::path&, const std::string& crash)> crashed;
};

engine::WithoutData withoutData(const Arguments& arguments)
{
    return arguments.has("--all") ? engine::WithoutData::RunSeeded : engine::WithoutData::Fail;
}

/// Returns everything that `find` finds at or below the paths of the command line.
template <typename Find>
Result<std::vector<fs::path>> pathsOf(
    const Invocation& invocation, std::string_view expected, Find find)
{
    std::vector<fs::path> paths;
    for (const auto& path : invocation.arguments.all("PATH")) {
        std::error_code ignored;
        if (!fs::exists(path, ignored))
            return failAs(ErrorKind::File, path, " does not exist");
        const std::vector<fs::path> found = find(fs::path(path));
        if (found.empty())
            return failAs(ErrorKind::Usage, path, " holds no ", expected);
        paths.insert(paths.end(), found.begin(), found.end());
    }
    return paths;
}

/// Returns the value of `--tier` and all slower tiers.
Result<std::vector<engine::Tier>> tiersOf(const Arguments& arguments)
{
    using engine::Tier;
    constexpr std::array all { Tier::Library, Tier::Native, Tier::Reference };
    const auto first
        = TRY(placeOfWord("--tier", arguments.text("--tier", engine::tierName(Tier::Library)),
            { engine::tierName(all[0]), engine::tierName(all[1]), engine::tierName(all[2]) }));
    return std::vector<Tier>(all.begin() + first, all.end());
}

Result<std::size_t> workersOf(const Arguments& arguments)
{
    return arguments.integer<std::size_t>("--jobs", 1, 1, 256);
}

/// Returns the settings of runs. Parallel jobs share the cores.
Result<engine::RunRequest> settingsOf(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    const auto probe
        = arguments.has("--in-process") ? DeviceProbe::InThisProcess : DeviceProbe::InAChild;
    auto settings = TRY(runSettings(invocation, probe));
    settings.tiers = TRY(tiersOf(arguments));
    const auto workers = TRY(workersOf(arguments));
    if (workers > 1 && settings.threads == 0)
        settings.threads = std::max(1, engine::threadCount(settings) / static_cast<int>(workers));
    return settings;
}

Result<void> refuseWithoutTier(const Arguments& arguments)
{
    for (const auto* option : { "--cap", "--first", "--data", "--input" }) {
        if (arguments.has(option))
            return failAs(ErrorKind::Usage, option,
                " needs --against or --intermediates: test folders bring their own inputs");
    }
    return {};
}

Result<Verification> folderVerification(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    TRY(refuseWithoutTier(arguments));
    engine::VerifyOptions options;
    options.relative = TRY(arguments.real("--rtol"));
    options.absolute = TRY(arguments.real("--atol"));
    options.settings = TRY(settingsOf(invocation));
    boundHeapFor({ options.settings }); // child processes inherit the limit
    options.opening = TRY(openOptions(arguments));
    options.inputShapes = TRY(chosenShapes(arguments));
    options.withoutData = withoutData(arguments);
    options.setEnded = [events = JsonProgress(arguments.has("--json-progress"))](
                           const engine::VerifiedSet& set, std::size_t done, std::size_t total) {
        for (const auto& output : set.outputs)
            events.compared(set.name, output);
        events.phase(set.name, done, total);
    };
    Verification result;
    result.tables = folderTables();
    result.paths = TRY(pathsOf(invocation,
        "test: expected folders with model.onnx and test_data_set_0 (--all takes models without "
        "data too)",
        [&](const fs::path& path) { return engine::findTestFolders(path, options.withoutData); }));
    result.verify = [options](const fs::path& folder, const std::stop_token& stop) {
        return folderReport(engine::verifyFolder(folder, options, stop));
    };
    result.crashed = crashedFolderReport;
    return result;
}

std::vector<fs::path> modelsAt(const fs::path& path)
{
    std::error_code ignored;
    if (fs::is_regular_file(path, ignored))
        return { path };
    std::vector<fs::path> models;
    for (const auto& folder : engine::findTestFolders(path, engine::WithoutData::RunSeeded))
        models.push_back(folder / "model.onnx");
    return models;
}

Result<engine::Against> againstOf(const Arguments& arguments)
{
    const auto name = arguments.text("--against");
    if (name && arguments.has("--intermediates"))
        return failAs(ErrorKind::Usage,
            "--against and --intermediates are two things to compare "
            "with, expected one of them");
    if (!name)
        return engine::Against::Files;
    if (*name == "cuda")
        return failAs(ErrorKind::Usage,
            "--against is \"cuda\", expected reference or cpu: what runs on the GPU is examined, "
            "--device cuda --against reference");
    if (*name == "cpu")
        return engine::Against::Cpu;
    if (*name == "reference")
        return engine::Against::Reference;
    if (profiler::engineOfWord(*name))
        return engine::Against::Files; // the engine's values are written to files
    return failAs(ErrorKind::Usage, "--against is \"", *name,
        "\", expected reference, cpu, onnxruntime, openvino or tensorrt (--intermediates takes a "
        "folder of values)");
}

Result<TierRequest> tierRequest(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    TierRequest request;
    request.against = TRY(againstOf(arguments));
    request.files = arguments.text("--intermediates", "");
    request.examined = TRY(settingsOf(invocation));
    request.relative = TRY(arguments.real("--rtol"));
    request.absolute = TRY(arguments.real("--atol"));
    request.capBytes = TRY(bytesOf(arguments, "--cap")).value_or(defaultCapBytes);
    if (arguments.has("--first"))
        request.extent = engine::Extent::FirstDivergence;
    // Child processes inherit the limit; each runs one model.
    boundHeapFor({ request.examined, request.examined }, request.capBytes);
    return request;
}

/// Returns the other engine that `--against` names; nothing for our own kernels and for files.
Result<std::optional<profiler::EngineRequest>> againstEngine(
    const Arguments& arguments, std::uint64_t memoryLimit)
{
    const auto engine = profiler::engineOfWord(arguments.text("--against", ""));
    if (!engine) {
        for (const auto& option : engineSettingOptions())
            if (arguments.has(option.flag))
                return failAs(ErrorKind::Usage, option.flag,
                    " needs another engine: add --against onnxruntime, openvino or tensorrt");
        return std::optional<profiler::EngineRequest>();
    }
    auto request = TRY(engineRequest(arguments, *engine, memoryLimit));
    // Every value exists only if nothing is fused.
    if (*engine == profiler::OtherEngine::OnnxRuntime)
        request.options.try_emplace("level", "none");
    return std::optional(std::move(request));
}

/// Compares a model with another engine: its values are written to files first.
Result<engine::TierComparison> compareWithEngine(const profiler::EngineRequest& engine,
    TierRequest& request, const std::stop_token& stop, const support::Progress& progress)
{
    const auto folder = TRY(support::TemporaryFolder::create());
    const auto inputs = TRY(engine::makeInputs(
        request.examined, *engine::MemoryPool::create(request.examined.memoryLimit)));
    const auto values = TRY(profiler::writeEngineValues(
        engine, request.examined, inputs, request.capBytes, folder.path(), stop, progress));
    request.files = folder.path();
    request.filesFrom
        = std::string(engineTitle(engine.library.engine)) + " " + values.facts.version;
    if (const auto level = engine.options.find("level"); level != engine.options.end())
        request.filesFrom += ", level " + level->second;
    if (values.inside > 0)
        request.filesFrom += ", " + support::countOf(values.inside, "value", "values")
            + " only inside its fused operators";
    if (!values.left.empty())
        request.filesFrom += ", " + support::countOf(values.left.size(), "value", "values")
            + " not askable (" + values.left.front() + ")";
    return engine::compareTiers(request, stop, progress);
}

/// Returns the default inputs of a model: its first data set, if it has one.
fs::path ownData(const fs::path& model)
{
    const auto folder = model.parent_path() / "test_data_set_0";
    std::error_code ignored;
    return fs::is_directory(folder, ignored) ? folder : fs::path();
}

Result<Verification> tierVerification(const Invocation& invocation)
{
    const auto request = TRY(tierRequest(invocation));
    const auto engine = TRY(againstEngine(invocation.arguments, request.examined.memoryLimit));
    const auto opening = TRY(openOptions(invocation.arguments));
    const auto shapes = TRY(chosenShapes(invocation.arguments));
    Verification result;
    result.paths
        = TRY(pathsOf(invocation, "model: expected a file, or folders with model.onnx", modelsAt));
    const auto rows = result.paths.size() == 1 ? NodeRows::All : NodeRows::PastTolerance;
    result.tables = tierTables(rows);
    const JsonProgress events(invocation.arguments.has("--json-progress"));
    result.verify = [=](const fs::path& path, const std::stop_token& stop) {
        const auto progress = [&](std::string_view what, std::uint64_t done, std::uint64_t total) {
            events.phase(what, done, total);
        };
        auto one = request;
        one.compared = [&](const auto& step, const auto& value) { events.compared(step, value); };
        const auto model = model::openWithShapes(path, opening, shapes, stop);
        if (!model)
            return tierReport(path, one, model.error(), rows);
        one.examined.model = *model;
        if (one.examined.data.empty() && one.examined.inputs.empty())
            one.examined.data = ownData(path);
        const auto comparison = engine ? compareWithEngine(*engine, one, stop, progress)
                                       : engine::compareTiers(one, stop, progress);
        return tierReport(path, one, comparison, rows);
    };
    result.crashed = [=](const fs::path& path, const std::string& crash) {
        return crashedTierReport(path, request, crash, rows);
    };
    return result;
}

/// Reports the end of a test; `done` of `total` have ended.
void reportEnd(
    const Invocation& invocation, const VerifyReport& report, std::size_t done, std::size_t total)
{
    if (total > 1)
        JsonProgress(invocation.arguments.has("--json-progress")).phase(report.name, done, total);
    if (invocation.arguments.has("--verbose"))
        invocation.printStatus(report.name + " " + std::string(engine::outcomeName(report.outcome))
            + " " + report.message);
}

std::vector<VerifyReport> runHere(const Verification& verification, const Invocation& invocation)
{
    std::vector<VerifyReport> reports;
    for (const auto& path : verification.paths) {
        reports.push_back(verification.verify(path, invocation.stop));
        if (invocation.stop.stop_requested())
            break;
        reportEnd(invocation, reports.back(), reports.size(), verification.paths.size());
    }
    return reports;
}

VerifyReport reportOf(const Verification& verification, const support::ContainedEnd& end)
{
    const auto& path = verification.paths[end.job];
    if (!end.crash.empty())
        return verification.crashed(path, end.crash);
    auto report = unpacked(end.result);
    return report ? std::move(*report) : verification.crashed(path, report.error().message());
}

/// Runs the verification in child processes. Returns the reports of those that ended, in the order
/// of the paths.
Result<std::vector<VerifyReport>> runContained(
    const Verification& verification, const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    support::ContainedLimits limits;
    limits.workers = TRY(workersOf(arguments));
    limits.time = std::chrono::duration_cast<std::chrono::milliseconds>(
        TRY(durationOf(arguments, "--time-limit")).value_or(defaultTimeLimit));
    limits.memory = TRY(bytesOf(arguments, "--process-memory")).value_or(limits.memory);
    std::vector<std::optional<VerifyReport>> ended(verification.paths.size());
    std::size_t done = 0;
    const auto job
        = [&](std::size_t i) { return packed(verification.verify(verification.paths[i], {})); };
    TRY(support::runContained(
        { ended.size(), job }, limits,
        [&](const support::ContainedEnd& end) {
            ended[end.job] = reportOf(verification, end);
            reportEnd(invocation, *ended[end.job], ++done, ended.size());
        },
        invocation.stop));
    std::vector<VerifyReport> reports;
    for (auto& report : ended) {
        if (report)
            reports.push_back(std::move(*report));
    }
    return reports;
}

/// Checks the command line before anything runs: an output must not be a file with weights of a
/// model, and each `--dim` must exist in some model. Models that cannot be opened are reported
/// later.
Result<void> checkModels(const Invocation& invocation, const std::vector<fs::path>& paths)
{
    auto unknown = TRY(runSettings(invocation, DeviceProbe::InAChild)).dims;
    if (unknown.empty() && !invocation.arguments.has("--output"))
        return {};
    const auto opening = TRY(openOptions(invocation.arguments));
    const auto shapes = TRY(chosenShapes(invocation.arguments));
    Result<void> problem;
    for (const auto& path : paths) {
        const auto file = fs::is_directory(path) ? path / "model.onnx" : path;
        const auto model = model::openWithShapes(file, opening, shapes, invocation.stop);
        if (!model)
            continue;
        TRY(checkWeightFiles(invocation, **model));
        std::erase_if(unknown, [&](const auto& row) {
            const auto known = checkDimensions({ row }, { **model });
            problem = known ? problem : known;
            return static_cast<bool>(known);
        });
    }
    return unknown.empty() ? Result<void>() : problem;
}

Result<int> runVerify(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    const bool comparesTiers = arguments.has("--against") || arguments.has("--intermediates");
    auto verification
        = TRY(comparesTiers ? tierVerification(invocation) : folderVerification(invocation));
    TRY(checkModels(invocation, verification.paths));
    const auto reports = arguments.has("--in-process")
        ? runHere(verification, invocation)
        : TRY(runContained(verification, invocation));
    TRY(invocation.write(verifyDocument(
        reports, std::move(verification.tables), invocation.format, invocation.colours)));
    if (invocation.stop.stop_requested())
        return exitInterrupted;
    if (countOf(reports, VerifyOutcome::Failed) > 0)
        return exitFinding;
    return countOf(reports, VerifyOutcome::Unsupported) > 0 ? exitCannotRun : exitDone;
}

std::vector<Option> verifyOptions()
{
    std::vector<Option> result {
        { "--against", "TIER",
            "compare each model operator by operator with a run on the reference kernels "
            "(reference) or on all kernels of the CPU (cpu); --device cuda: what the GPU gives; or "
            "with another engine (onnxruntime: all values; openvino: outputs)" },
        { "--intermediates", "DIR",
            "compare operator by operator with the values in this folder: NAME.npy or NAME.pb",
            false, FileUse::Input },
        { "--first", "", "end at the first operator past the tolerance" },
        { "--cap", "BYTES", "most memory for values to compare with (default: 512MiB)" },
        { "--tier", "TIER", "fastest kernels that may run: library, native or reference" },
        { "--rtol", "X", "relative tolerance, in place of the test's own" },
        { "--atol", "X", "absolute tolerance" },
        { "--all", "", "also models without data sets: they run with seeded inputs" },
        { "--jobs", "N", "number of parallel processes (default: 1)" },
        { "--time-limit", "TIME", "longest one test may take (default: 5min)" },
        { "--process-memory", "BYTES", "most memory that the process of a test may take" },
        { "--in-process", "", "run in this process: a crash ends everything" },
        { "--verbose", "", "print the outcome of each test when it ends" },
    };
    constexpr std::array<std::string_view, 16> shared { "--device", "--input", "--data", "--dim",
        "--shape", "--seed", "--missing-weights", "--threads", "--precision", "--optimize",
        "--tune", "--tolerate", "--memory", "--allow-folder", "--replace", "--json-progress" };
    for (auto& option : runOptions(shared))
        result.push_back(std::move(option));
    std::ranges::move(engineSettingOptions(), std::back_inserter(result));
    return result;
}

} // namespace

Command verifyCommand()
{
    return { .name = "verify",
        .summary = "Runs models on their test data and compares the outputs, or compares each "
                   "operator with another run (--against)",
        .positionals = { { "PATH",
            "test folders (model.onnx, test_data_set_N), or folders above them; with --against "
            "also model files",
            Positional::Count::OneOrMore } },
        .options = verifyOptions(),
        .examples = { "verify models --all --format markdown -o models.md",
            "verify model.onnx --against reference --first" },
        .formats = { Format::Text, Format::Json, Format::Csv, Format::Markdown },
        .run = runVerify,
        .usesCache = true };
}

} // namespace cli
