#include "app/cli/commands.h"
#include "app/cli/engines/engine_choice.h"
#include "app/cli/profiling/generation_options.h"
#include "app/cli/profiling/generation_report.h"
#include "app/cli/profiling/json_progress.h"
#include "app/cli/profiling/load_options.h"
#include "app/cli/profiling/note_options.h"
#include "app/cli/profiling/output_summary.h"
#include "app/cli/profiling/pinning.h"
#include "app/cli/profiling/processor_columns.h"
#include "app/cli/profiling/profile_groups.h"
#include "app/cli/profiling/run_document.h"
#include "app/cli/profiling/run_options.h"
#include "app/cli/profiling/sweep.h"
#include "app/cli/profiling/target.h"
#include "app/cli/quantities.h"
#include "app/cli/settings_file.h"
#include "app/cli/text_table.h"
#include "app/cli/time_limit.h"

#include "model/support/atomic_file.h"
#include "model/support/mapped_file.h"
#include "model/support/text.h"
#include "profiler/build_servers/sarif.h"
#include "profiler/counters/pfm_library.h"
#include "profiler/device/device_record_json.h"
#include "profiler/exporters/exporter.h"
#include "profiler/exporters/trace_extent.h"
#include "profiler/importers/match_nodes.h"
#include "profiler/record/machine_noise.h"
#include "profiler/record/profile_run.h"
#include "profiler/statistics/generation.h"

#include <algorithm>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::Result;

namespace {

constexpr std::size_t rowsShown = 25;

Result<profiler::RecordLevel> recordLevel(const Arguments& arguments)
{
    const bool hasPhases = arguments.has("--phases");
    const auto wanted = arguments.text("--record", hasPhases ? "phases" : "operators");
    // The name `counters` is an older one of `threads`.
    const auto level = static_cast<profiler::RecordLevel>(TRY(placeOfWord("--record",
        wanted == "counters" ? "threads" : wanted, { "runs", "operators", "phases", "threads" })));
    return hasPhases ? std::max(level, profiler::RecordLevel::Phases) : level;
}

/// Sets what `--counters` asks for; nothing without the option.
Result<void> chooseCounters(const Arguments& arguments, profiler::BenchmarkOptions& options)
{
    const auto wanted = arguments.text("--counters");
    const auto events = arguments.text("--counter-events");
    if (events && wanted != "cpu")
        return failAs(ErrorKind::Usage,
            "--counter-events names further events of the processor: add --counters cpu");
    if (!wanted)
        return {};
    const auto place = TRY(placeOfWord("--counters", *wanted, { "basic", "full", "cpu" }));
    options.countsProcessor = place == 2;
    if (!options.countsProcessor)
        options.counters = static_cast<profiler::MetricSet>(place);
    if (events)
        options.countedEvents = TRY(profiler::findEvents(profiler::systemCounterKernel(), *events,
            [](std::span<const std::string> names) { return profiler::askPfmLibrary(names); }));
    return {};
}

/// Refuses counters that the device does not have.
Result<void> checkCounters(const Invocation& invocation, const engine::RunRequest& request,
    const profiler::BenchmarkOptions& options)
{
    const bool isOnCpu = request.device == engine::DeviceKind::Cpu;
    if (options.counters && isOnCpu)
        return failAs(ErrorKind::Usage,
            "--counters basic and full read the hardware counters of a GPU: add --device cuda, or "
            "use --counters cpu");
    if (options.countsProcessor && !isOnCpu)
        return failAs(ErrorKind::Usage,
            "--counters cpu counts the events of the processor: leave --device out, or use "
            "--counters basic or full");
    if (options.countsProcessor && invocation.arguments.has("--generate"))
        return failAs(ErrorKind::Usage, "--counters cpu is of single runs: leave --generate out");
    return {};
}

Result<profiler::BenchmarkOptions> benchmarkOptions(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    profiler::BenchmarkOptions options;
    options.runs = TRY(arguments.integer<std::uint32_t>("--runs", 100, 1, 1'000'000));
    options.warmUpRuns = TRY(arguments.integer<std::uint32_t>("--warmup", 10, 0, 1'000'000));
    options.limit = TRY(durationOf(arguments, "--limit")).value_or(options.limit);
    options.until = TRY(shareOf(arguments, "--until")).value_or(options.until);
    options.orderSeed = TRY(orderSeed(arguments));
    options.level = TRY(recordLevel(arguments));
    TRY(chooseCounters(arguments, options));
    if (arguments.has("--pin") && arguments.has("--generate"))
        return failAs(ErrorKind::Usage, "--pin is of single runs: leave --generate out");
    if (arguments.has("--pin"))
        options.engineProcessors = TRY(placeThreadsOnCores());
    if (const auto target = arguments.text("--output"))
        options.target = *target;
    options.notes = TRY(chosenNotes(arguments));
    options.unsavedEdits
        = TRY(arguments.integer<std::uint32_t>("--unsaved-edits", 0, 0, 1'000'000'000));
    if (arguments.has("--recorded-only"))
        options.unprofiled = profiler::Unprofiled::None;
    return options;
}

std::string stepTable(const profiler::Report& report, const Invocation& invocation)
{
    using Align = TextTable::Align;
    const auto& profile = *report.profile;
    const auto& statistics = *report.statistics;
    TextTable table { { { "operator" }, { "type" }, { "median", Align::Right },
        { "95 %", Align::Right }, { "share", Align::Right }, { "implementation" } } };
    const ProcessorColumns counted(report, invocation);
    counted.addHeadings(table);
    const LoadColumns loaded(profile, invocation);
    loaded.addHeadings(table);
    const auto addFoot = [&](std::vector<std::string> cells) {
        table.foot.push_back(loaded.without(counted.without(cells)));
    };
    const auto slowest = profiler::slowestSteps(statistics);
    for (std::size_t i = 0; i < std::min(rowsShown, slowest.size()); ++i) {
        const auto& row = statistics.steps[slowest[i]];
        const auto& step = profile.step(row.step);
        auto cells = counted.with(
            { support::sanitise(profile.text(step.label)),
                support::sanitise(profile.text(step.opType)), invocation.duration(row.time.median),
                intervalCell(invocation, row.time.measurement()), support::shareText(row.share),
                support::sanitise(profile.text(step.implementation)) },
            row.step);
        table.add(loaded.with(std::move(cells), row));
    }
    if (slowest.size() > rowsShown)
        table.add(loaded.without(counted.without(
            { "… " + std::to_string(slowest.size() - rowsShown) + " more", "", "", "", "", "" })));
    if (statistics.account) {
        const auto& account = *statistics.account;
        const auto outside = static_cast<double>(account.notInAnyOperatorNs());
        const auto inside = static_cast<double>(account.operatorsNs);
        addFoot({ "in operators", "", invocation.duration(inside), "",
            support::shareText(inside / static_cast<double>(account.wallNs)), "median run" });
        addFoot({ "not in any operator", "", invocation.duration(outside), "",
            support::shareText(outside / static_cast<double>(account.wallNs)), "median run" });
    }
    const auto wall = statistics.wall.measurement();
    addFoot({ "wall", "", invocation.duration(wall.value, 4), intervalCell(invocation, wall), "",
        support::countOf(wall.samples, "run", "runs") + " with recording" });
    if (statistics.wallUnprofiled.samples > 0) {
        const auto plain = statistics.wallUnprofiled.measurement();
        addFoot({ "wall", "", invocation.duration(plain.value, 4), intervalCell(invocation, plain),
            "", "without recording" });
    }
    return table.text(invocation.format, invocation.colours);
}

/// Writes findings to stderr, because stdout has only the table.
void printFindings(const profiler::Report& report, const Invocation& invocation)
{
    printLoadFacts(report, invocation);
    if (const auto& cost = report.statistics->recordingCost)
        invocation.printStatus("recording costs " + recordingCostText(*cost).text());
    for (const auto& remark : report.statistics->remarks)
        invocation.printStatus(support::sanitise(remark.text()));
    if (const auto noise = profiler::noiseText(*report.profile); !noise.empty())
        invocation.printStatus("the machine was noisy: " + support::sanitise(noise));
    for (const auto& finding : report.findings)
        invocation.printStatus("stands out: " + support::sanitise(finding.text) + " ["
            + finding.rule
            + (finding.gainNs > 0 ? ", at most " + invocation.duration(finding.gainNs) : "") + "]");
    ProcessorColumns(report, invocation).printFacts(invocation);
}

std::vector<std::int64_t> wallsOf(const profiler::Profile& profile, profiler::Side side)
{
    std::vector<std::int64_t> walls;
    for (const auto run : profiler::runsOf(profile, side))
        walls.push_back(profile.runs[run].wallNs);
    return walls;
}

/// Writes the times of the runs and, at the end of a document, the report.
void writeWalls(JsonWriter& json, const profiler::Profile& profile)
{
    const auto recorded = wallsOf(profile, profiler::Side::Profiled);
    const auto plain = wallsOf(profile, profiler::Side::Unprofiled);
    json.members(
        { { "wall_ns", plain.empty() ? recorded : plain }, { "wall_recorded_ns", recorded } });
}

void writeReport(JsonWriter& json, const profiler::Report& report, GroupBy by)
{
    if (by != GroupBy::Operator)
        writeGroups(json, report, by);
    json.key("report");
    const auto full = profiler::exportText(*profiler::findExporter("json"), report);
    full ? json.raw(*full) : json.null();
}

/// Returns the JSON document. `wall_ns` has the runs of the figure called wall: those without
/// recording, if there are any. `settings` writes the members about the request, `more` further
/// ones at the end.
std::string document(
    const std::function<void(JsonWriter&)>& settings, const profiler::ProfiledRun& run,
    const std::vector<engine::PrecisionError>& errors, const profiler::Report& report, GroupBy by,
    const std::function<void(JsonWriter&)>& more = [](JsonWriter&) {})
{
    const auto& profile = *run.profile;
    return support::jsonDocument([&](JsonWriter& json) {
        json.member("model_sha256", profile.metadata.text(profiler::keys::modelSha256));
        settings(json);
        writeWalls(json, profile);
        json.key("outputs").beginArray();
        for (const auto& output : run.result.outputs)
            writeSummary(json, output.name, summarise(output.value));
        json.endArray();
        writeErrors(json, errors);
        json.members(
            { { "peak_bytes", run.peakBytes }, { "end", profiler::benchmarkEndName(run.end) } });
        if (!run.deviceLimits.empty()) {
            json.key("device_limits");
            profiler::writeLimits(json, run.deviceLimits);
        }
        if (profile.processor) {
            json.key("missing_counters").beginArray();
            for (const auto& missing : run.missingCounters)
                json.object({ { "name", missing.name }, { "reason", missing.reason } });
            json.endArray();
        }
        more(json);
        writeReport(json, report, by);
    });
}

/// The JSON document of a profile that was measured on another computer: what the profile says.
std::string targetDocument(const Invocation& invocation, const profiler::Report& report, GroupBy by)
{
    return support::jsonDocument([&](JsonWriter& json) {
        json.members(
            { { "model_sha256", report.profile->metadata.text(profiler::keys::modelSha256) },
                { "target", invocation.arguments.text("--target", "") } });
        writeWalls(json, *report.profile);
        writeReport(json, report, by);
    });
}

Result<void> writeFiles(
    const Invocation& invocation, profiler::ProfiledRun& run, const profiler::Report& report)
{
    const auto& arguments = invocation.arguments;
    if (run.file)
        TRY(run.file->finish(*run.profile));
    if (const auto path = arguments.text("--report"))
        TRY(profiler::exportToFile(*profiler::findExporter("html"), report, *path));
    if (const auto path = arguments.text("--sarif"))
        TRY(support::writeFile(*path,
            profiler::lintSarif(arguments.text("MODEL", ""), *report.profile, report.findings)));
    if (const auto path = arguments.text("--trace")) {
        const auto extent = profiler::traceExtent(report.profile, {});
        if (!extent.isWhole())
            invocation.printStatus("the trace has the first "
                + support::countOf(extent.recorded, "recorded run", "recorded runs") + " of "
                + support::countText(extent.recordedInAll)
                + "; `export --to chrome --all` writes all");
        const auto shown = extent.isWhole() ? report : profiler::buildReport(extent.profile);
        TRY(profiler::exportToFile(*profiler::findExporter("chrome"), shown, *path));
    }
    return {};
}

/// Copies a file to the target, if there is one.
Result<void> saveAs(const std::filesystem::path& file, const std::optional<std::string>& target)
{
    if (!target)
        return {};
    const auto source = TRY(support::MappedFile::open(file));
    const auto bytes = source->bytes();
    return support::writeFile(
        *target, { reinterpret_cast<const char*>(bytes.data()), bytes.size() });
}

Result<int> sweepOver(const Invocation& invocation, const JsonProgress& progress,
    const std::string& text, const engine::RunRequest& request, profiler::BenchmarkOptions options)
{
    options.target.clear(); // the target is for the curve
    for (const auto* file : { "--report", "--trace", "--sarif" }) {
        if (invocation.arguments.has(file))
            return failAs(ErrorKind::Usage, file,
                " is of one measurement, --sweep makes several: leave one of them out");
    }
    const auto plan = TRY(profiler::parseSweep(text));
    return runSweep(invocation, progress, plan, request, options);
}

/// Writes the report of `profile --generate`: the figures, then the table of one token.
Result<int> profileGenerations(const Invocation& invocation, const engine::RunRequest& request,
    const engine::GenerationOptions& generation, profiler::BenchmarkOptions options,
    const JsonProgress& progress)
{
    options.runs = TRY(invocation.arguments.integer<std::uint32_t>("--runs", 6, 1, 1'000'000));
    options.warmUpRuns = TRY(invocation.arguments.integer<std::uint32_t>("--warmup", 1, 0, 1'000));
    if (!invocation.arguments.has("--limit"))
        options.limit = std::chrono::minutes(2);
    if (request.device != engine::DeviceKind::Cpu)
        return failAs(
            ErrorKind::Usage, "--generate is measured on the CPU only: leave --device out");
    const auto by = TRY(groupBy(invocation.arguments));
    auto created = engine::TokenLoop::create(request, generation);
    if (!created)
        progress.error(created.error(), {});
    auto loop = TRY(std::move(created));
    progress.plan(*loop.decodePlan(), loop.preparation().report.notices);
    const auto before = loop.session().preparations();
    std::uint64_t index = 0;
    auto profiled = profiler::profileGeneration(request, loop, options, invocation.stop,
        [&](const profiler::BenchmarkProgress& step) { progress.run(index++, step); });
    if (!profiled)
        progress.error(profiled.error(), {});
    auto measured = TRY(std::move(profiled));
    const auto preparations = loop.session().preparations() - before;
    const GenerationOutcome outcome { measured.generations, loop, preparations,
        measurePromptErrors(invocation, request, loop) };
    const auto report = profiler::buildReport(measured.run.profile);
    TRY(writeFiles(invocation, measured.run, report));
    const auto samples = profiler::tokenSamples(*report.profile);
    const auto table = by == GroupBy::Operator ? stepTable(report, invocation)
                                               : groupTable(report, by, invocation);
    TRY(invocation.print(invocation.format == Format::Json
            ? document([&](JsonWriter& json) { writeSettings(json, request, measured.run.report); },
                measured.run, outcome.errors, report, by,
                [&](JsonWriter& json) { writeGeneration(json, outcome, samples); })
            : generationText(outcome, samples, invocation) + "\n"
                + generationTables(report, invocation) + "\n" + table));
    printFindings(report, invocation);
    for (const auto& errorText : errorTexts(outcome.errors))
        invocation.printStatus(errorText);
    return invocation.stop.stop_requested() ? exitInterrupted : exitDone;
}

/// The tables of a profile as text.
std::string tables(const Invocation& invocation, const profiler::Report& report, GroupBy by)
{
    const bool isOfTokens = report.profile->metadata.has(profiler::keys::generationTokens);
    return (isOfTokens ? generationTables(report, invocation) + "\n" : "")
        + loadTable(report, invocation)
        + (by == GroupBy::Operator ? stepTable(report, invocation)
                                   : groupTable(report, by, invocation));
}

/// Returns the exit code of a measurement that was written.
int codeOf(const Invocation& invocation, const profiler::Profile& profile)
{
    if (invocation.stop.stop_requested())
        return exitInterrupted;
    const bool isLossy = !profile.losses.isEmpty();
    if (isLossy)
        invocation.printStatus("some records were lost; the profile says where");
    return isLossy && invocation.arguments.has("--strict") ? exitFinding : exitDone;
}

/// Writes everything about a measurement; returns the exit code.
Result<int> writeProfile(const Invocation& invocation, const JsonProgress& progress,
    profiler::ProfiledRun& measured, const std::vector<engine::PrecisionError>& errors,
    const std::function<void(JsonWriter&)>& settings)
{
    const auto by = TRY(groupBy(invocation.arguments));
    const auto report = profiler::buildReport(measured.profile);
    const auto written = writeFiles(invocation, measured, report);
    if (!written)
        progress.error(written.error(), {});
    const bool isJson = invocation.format == Format::Json;
    if (isJson && !written)
        return written.error(); // the JSON document is the error
    TRY(invocation.print(isJson ? document(settings, measured, errors, report, by)
                                : tables(invocation, report, by)));
    printFindings(report, invocation);
    printDeviceLimits(invocation, measured.deviceLimits);
    printMissingCounters(invocation, measured.missingCounters);
    for (const auto& errorText : errorTexts(errors))
        invocation.printStatus(errorText);
    if (!written)
        return written.error();
    return codeOf(invocation, *measured.profile);
}

/// Measures on another computer. Tables, reports and traces are made here, of the profile.
Result<int> profileOnTarget(const Invocation& invocation, const JsonProgress& progress)
{
    const auto by = TRY(groupBy(invocation.arguments));
    const auto outcome = TRY(measureOnTarget(invocation, profileCommand(), progress));
    if (outcome.profile == nullptr)
        return exitDone; // --check-only
    const auto report = profiler::buildReport(outcome.profile);
    profiler::ProfiledRun measured;
    measured.profile = outcome.profile;
    auto written = saveAs(outcome.file, invocation.arguments.text("--output"));
    if (written)
        written = writeFiles(invocation, measured, report);
    if (!written) {
        progress.error(written.error(), {});
        return written.error();
    }
    TRY(invocation.print(invocation.format == Format::Json ? targetDocument(invocation, report, by)
                                                           : tables(invocation, report, by)));
    printFindings(report, invocation);
    const auto code = codeOf(invocation, *outcome.profile);
    return outcome.isStopped ? exitInterrupted : code;
}

/// Measures the model in another engine.
Result<int> profileInEngine(const Invocation& invocation, const engine::RunRequest& request,
    const profiler::EngineRequest& engine, const profiler::BenchmarkOptions& options,
    const JsonProgress& progress)
{
    const auto inputs = TRY(inputsForEngine(invocation, request));
    std::uint64_t index = 0;
    auto measured = profiler::profileEngine(engine, request, inputs, options, invocation.stop,
        [&](const profiler::BenchmarkProgress& step) { progress.run(index++, step); });
    if (!measured) {
        progress.error(measured.error(), {});
        return std::move(measured).error();
    }
    printEngineFacts(invocation, engine, measured->facts);
    invocation.printStatus(profiler::matchText(*measured->run.profile));
    return writeProfile(invocation, progress, measured->run, {}, [&](JsonWriter& json) {
        writeEngineSettings(json, engine, measured->facts, request, inputs);
        writeAttribution(json, *measured->run.profile);
    });
}

/// What the options choose, before another engine, a generation or a sweep.
struct ChosenProfile {
    engine::RunRequest request;
    profiler::BenchmarkOptions options;
    std::optional<profiler::LoadOptions> load;
};

Result<ChosenProfile> chosenProfile(const Invocation& invocation)
{
    auto options = TRY(benchmarkOptions(invocation));
    static_cast<void>(
        TRY(groupBy(invocation.arguments))); // a wrong word is refused before the work
    auto request = TRY(runRequest(invocation));
    TRY(checkDimensions(request.dims, { *request.model }));
    TRY(checkCounters(invocation, request, options));
    auto load = TRY(chosenLoad(invocation.arguments, request, options));
    return ChosenProfile { std::move(request), std::move(options), std::move(load) };
}

Result<int> runProfile(const Invocation& invocation)
{
    const JsonProgress progress(invocation.arguments.has("--json-progress"));
    watchStandardInput(invocation.arguments);
    if (invocation.remote != nullptr)
        return profileOnTarget(invocation, progress);
    auto [request, options, load] = TRY(chosenProfile(invocation));
    engine::isLowered(request.precision) ? boundHeapFor({ request, request })
                                         : boundHeapFor({ request });
    if (const auto engine = TRY(chosenEngine(invocation, request)))
        return profileInEngine(invocation, request, *engine, options, progress);
    if (const auto generation = TRY(chosenGeneration(invocation.arguments, request)))
        return profileGenerations(invocation, request, *generation, options, progress);
    if (const auto sweep = invocation.arguments.text("--sweep"))
        return sweepOver(invocation, progress, *sweep, request, options);
    const auto prepared = engine::prepare(request);
    if (!prepared.plan) {
        progress.error(prepared.plan.error(), prepared.report.unsupported);
        return refuse(invocation, request, prepared, DocumentTo::StandardOutput);
    }
    progress.plan(**prepared.plan, prepared.report.notices);
    printDefaults(invocation, prepared.report);
    if (invocation.arguments.has("--check-only"))
        return exitDone;
    std::uint64_t index = 0;
    const auto onRun
        = [&](const profiler::BenchmarkProgress& step) { progress.run(index++, step); };
    auto measured = load
        ? profiler::profileLoad(request, prepared, *load, options, invocation.stop, onRun)
        : profiler::profilePreparation(request, prepared, options, invocation.stop, onRun);
    if (!measured) {
        progress.error(measured.error(), {});
        return std::move(measured).error();
    }
    const auto errors
        = measureErrors(invocation, request, prepared.inputs, measured->result.outputs);
    const auto code = TRY(writeProfile(invocation, progress, *measured, errors,
        [&](JsonWriter& json) { writeSettings(json, request, measured->report); }));
    printNotFinite(invocation, request, measured->result.outputs);
    return code;
}

} // namespace

Result<void> checkProfile(const Invocation& invocation)
{
    auto chosen = TRY(chosenProfile(invocation));
    TRY(chosenEngine(invocation, chosen.request));
    TRY(chosenGeneration(invocation.arguments, chosen.request));
    return {};
}

Command profileCommand()
{
    auto options = runOptions();
    options.push_back(settingsOption());
    std::ranges::move(engineOptions(), std::back_inserter(options));
    std::ranges::move(generationOptions(), std::back_inserter(options));
    std::ranges::move(loadOptions(), std::back_inserter(options));
    std::ranges::move(noteOptions(), std::back_inserter(options));
    options.insert(options.end(),
        { { "--limit", "TIME", "stop measuring after this time (default: 10s)" },
            { "--until", "SHARE", "stop when the interval of the median is within ± this share" },
            { "--order-seed", "N",
                "seed of the random order of recorded and plain runs; else it is drawn, and kept" },
            { "--recorded-only", "", "no runs without recording: its cost is then not known" },
            { "--phases", "",
                "also what operators spend on dispatch, reorders and copies (recording costs "
                "more)" },
            { "--record", "LEVEL",
                "runs, operators (default), phases, or threads: also what each thread works at, "
                "and "
                "memory, clock, temperature, power and other programs ten times a second" },
            { "--counters", "SET",
                "in runs of their own, what is counted for every operator; cpu: instructions, "
                "cache misses, page faults of the processor; with --device cuda: basic (bytes of "
                "memory, tensor cores, warps) or full" },
            { "--counter-events", "NAMES",
                "with --counters cpu: also these events, separated by commas, by their names in "
                "libpfm4 (if installed), of the kernel or of its drivers" },
            { "--pin", "", "keep each thread on a core of its own, in order of the cores" },
            { "--by", "GROUP",
                "rows of the table: operator (default), type, scope, or kernel (of a GPU the "
                "kernels that "
                "ran there, else the implementations)" },
            { "--sweep", "NAME=SIZES",
                "measure once per size of a named dimension, or of \"threads\": 128:2048:*2, "
                "1:9:+2 or "
                "64,128,512; the result is the curve" },
            { "--report", "FILE", "write the HTML report", false, FileUse::Output },
            { "--trace", "FILE", "write a Chrome trace (.json or .json.gz)", false,
                FileUse::Output },
            { "--sarif", "FILE", "write what stands out as SARIF 2.1.0, for code scanning", false,
                FileUse::Output },
            { "--strict", "", "exit code 1 if records were lost" },
            { "--unsaved-edits", "N",
                "MODEL is a copy with N edits that its original has not; the profile says so" },
            timeLimitOption(), { "--check-only", "", "prepare everything, execute nothing" },
            endWithStdinOption() });
    std::ranges::move(targetOptions(), std::back_inserter(options));
    return { .name = "profile",
        .summary = "Time of every operator, with its error; -o FILE.opscope keeps everything",
        .positionals = { { "MODEL", "ONNX file" } },
        .options = std::move(options),
        .examples = { "profile model.onnx -o model.opscope --report model.html",
            "profile model.onnx --dim batch=8 --runs 200 --until 1%" },
        .formats = { Format::Text, Format::Json, Format::Csv, Format::Markdown },
        .run = runProfile,
        .limitsTime = true,
        .usesCache = true,
        .beforeSandbox = startTarget };
}

} // namespace cli
