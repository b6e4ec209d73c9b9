#include "app/cli/commands.h"
#include "app/cli/engines/engine_choice.h"
#include "app/cli/profiling/generation_options.h"
#include "app/cli/profiling/generation_report.h"
#include "app/cli/profiling/json_progress.h"
#include "app/cli/profiling/output_summary.h"
#include "app/cli/profiling/run_document.h"
#include "app/cli/profiling/run_options.h"
#include "app/cli/quantities.h"
#include "app/cli/settings_file.h"
#include "app/cli/text_table.h"
#include "app/cli/time_limit.h"

#include "engine/inputs/value_file.h"
#include "engine/plan/engine.h"
#include "engine/plugins/operator_plugin.h"
#include "model/support/hash.h"
#include "model/support/text.h"
#include "model/support/truncated_files.h"
#include "profiler/statistics/statistics.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <set>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::Result;

namespace {

struct Measured {
    engine::RunResult result;
    engine::ReplayReport replays;
    std::vector<std::int64_t> wallNs;
    std::vector<engine::PrecisionError> errors; ///< against f32
};

/// Runs once and returns the wall time in ns.
using TimedRun = std::function<Result<std::int64_t>()>;

/// Makes the warm-up runs and the measured runs. Returns the wall times of the latter.
Result<std::vector<std::int64_t>> measureRuns(
    const TimedRun& runOnce, const Invocation& invocation, const JsonProgress& progress)
{
    const auto warmup = TRY(invocation.arguments.integer("--warmup", 0, 0, 1'000'000));
    const auto runs = TRY(invocation.arguments.integer("--runs", 1, 1, 1'000'000));
    std::vector<std::int64_t> walls;
    for (std::int64_t i = 0; i < warmup + runs; ++i) {
        const auto wall = TRY(runOnce());
        progress.run(static_cast<std::uint64_t>(i), i < warmup ? "warmup" : "unprofiled", wall);
        if (i >= warmup)
            walls.push_back(wall);
    }
    return walls;
}

Result<Measured> measure(engine::Session& session, const engine::Inputs& inputs,
    const Invocation& invocation, const JsonProgress& progress)
{
    const auto values = inputs.runtimeValues();
    Measured measured;
    const auto runOnce = [&]() -> Result<std::int64_t> {
        const auto start = std::chrono::steady_clock::now();
        measured.result = TRY(session.run(values, nullptr, invocation.stop));
        return std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count();
    };
    measured.wallNs = TRY(measureRuns(runOnce, invocation, progress));
    measured.replays = session.replays();
    return measured;
}

void writeInputs(JsonWriter& json, const engine::Inputs& inputs)
{
    json.key("inputs").beginArray();
    for (const auto& input : inputs.values)
        json.object({ { "name", input.name }, { "type", valueTypeText(input.value) },
            { "from", input.how } });
    json.endArray();
}

std::string captureFile(std::size_t index) { return "capture_" + std::to_string(index) + ".pb"; }

/// Returns the first value of a captured name that is present; null if the plan does not produce
/// it.
const engine::NamedValue* findKept(const engine::RunResult& result, std::string_view name)
{
    const auto found = std::ranges::find_if(result.kept, [&](const engine::NamedValue& kept) {
        return kept.name == name && kept.value.isPresent();
    });
    return found == result.kept.end() ? nullptr : &*found;
}

void writeCaptures(
    JsonWriter& json, const engine::RunRequest& request, const engine::RunResult& result)
{
    json.key("captures").beginArray();
    for (std::size_t i = 0; i < request.keep.size(); ++i) {
        if (const auto* kept = findKept(result, request.keep[i]))
            writeSummary(json, captureFile(i), summarise(kept->value));
    }
    json.endArray();
}

void writeReplays(JsonWriter& json, const engine::RunRequest& request, const Measured& measured)
{
    const auto& replays = measured.replays;
    json.key("cuda_graph")
        .object({ { "mode", engine::settingName(engine::cudaGraphNames, request.cudaGraph) },
            { "graphs", replays.captured }, { "steps", replays.steps },
            { "launches", replays.replays }, { "reasons", replays.reasons } });
}

/// Returns `CUDA graph: 37 steps in 1 graph, launched 98 times`, and why steps are not in a graph.
std::string replaysText(const engine::ReplayReport& replays)
{
    auto text = replays.replays == 0
        ? std::string("CUDA graph: none was launched")
        : "CUDA graph: " + support::countOf(replays.steps, "step", "steps") + " in "
            + support::countOf(replays.captured, "graph", "graphs") + ", launched "
            + support::countOf(replays.replays, "time", "times");
    for (const auto& reason : replays.reasons)
        text += "; " + support::sanitise(reason);
    return text;
}

void writeMeasured(JsonWriter& json, const Measured& measured)
{
    json.member("wall_ns", measured.wallNs).key("outputs").beginArray();
    for (const auto& output : measured.result.outputs)
        writeSummary(json, output.name, summarise(output.value));
    json.endArray();
}

std::string document(const engine::RunRequest& request, const engine::Preparation& prepared,
    const Measured* measured, const std::string& sha256)
{
    return support::jsonDocument([&](JsonWriter& json) {
        json.member("model_sha256", sha256);
        writeSettings(json, request, prepared.report);
        json.member("tune", engine::tuningName(request));
        writeInputs(json, prepared.inputs);
        if (prepared.plan) {
            json.members({ { "steps", (*prepared.plan)->steps().size() },
                { "arena_bytes", (*prepared.plan)->memory().arenaBytes },
                { "weight_bytes", (*prepared.plan)->memory().weightBytes } });
        }
        if (measured != nullptr) {
            writeMeasured(json, *measured);
            writeErrors(json, measured->errors);
            if (request.device != engine::DeviceKind::Cpu)
                writeReplays(json, request, *measured);
            if (!request.keep.empty())
                writeCaptures(json, request, measured->result);
        }
    });
}

std::string table(
    const engine::RunRequest& request, const Measured& measured, const Invocation& invocation)
{
    using Align = TextTable::Align;
    TextTable table { { { "output" }, { "type" }, { "mean", Align::Right }, { "min", Align::Right },
        { "max", Align::Right } } };
    for (const auto& output : measured.result.outputs) {
        const auto summary = summarise(output.value);
        const auto number = [&](double value) {
            return summary.count > 0 ? support::numberText(value, 6)
                                     : std::string(support::notMeasured);
        };
        table.add({ support::sanitise(output.name), summary.type, number(summary.mean),
            number(summary.min), number(summary.max) });
    }
    const std::vector<double> walls(measured.wallNs.begin(), measured.wallNs.end());
    const auto runs = walls.size();
    const auto wall = invocation.duration(profiler::distributionOf(walls).median, 4);
    table.foot.push_back(
        { runs == 1 ? "wall " + wall + " (one run, error unknown)"
                    : "wall " + wall + " (median of " + std::to_string(runs) + ")" });
    for (auto& text : errorTexts(measured.errors))
        table.foot.push_back({ std::move(text) });
    if (request.device != engine::DeviceKind::Cpu && request.cudaGraph == engine::CudaGraph::On)
        table.foot.push_back({ replaysText(measured.replays) });
    return table.text(Format::Text, invocation.colours);
}

Result<void> save(const Invocation& invocation, const engine::RunRequest& request,
    const engine::RunResult& result, const std::filesystem::path& folder)
{
    TRY(makeOutputFolder(folder));
    const auto write = [&](const std::string& name, const engine::NamedValue& value) {
        const auto checked = invocation.files.checkOutput({ "--save", folder / name });
        return checked ? engine::writeValue(folder / name, value.value, value.name) : checked;
    };
    for (std::size_t i = 0; i < result.outputs.size(); ++i)
        TRY(write("output_" + std::to_string(i) + ".pb", result.outputs[i]));
    for (std::size_t i = 0; i < request.keep.size(); ++i) {
        const auto* kept = findKept(result, request.keep[i]);
        if (kept == nullptr)
            return failAs(ErrorKind::Usage, "value ", support::quote(request.keep[i]),
                " is not made by this run: the model has no such value outside of bodies, or a "
                "fused operator leaves it out; --optimize none runs every node on its own");
        TRY(write(captureFile(i), *kept));
    }
    return {};
}

} // namespace

void printDefaults(const Invocation& invocation, const engine::PrepareReport& report)
{
    for (const auto& name : report.unboundDims) {
        const auto link = report.linkedDims.find(name);
        const auto shown = support::sanitise(name);
        const auto size = report.dims.find(name);
        invocation.printStatus("dimension " + shown + " is "
            + std::to_string(size != report.dims.end() ? size->second : 1)
            + (link == report.linkedDims.end() ? ", the default size"
                                               : ", as " + support::sanitise(link->second))
            + " (--dim " + shown + "=SIZE)");
    }
    if (!report.randomWeights.empty())
        invocation.printStatus(
            support::countOf(report.randomWeights.size(), "weight is", "weights are")
            + " missing in the file and random (seed " + std::to_string(report.seed) + ")");
    for (const auto& notice : report.notices)
        invocation.printStatus(support::sanitise(notice));
    for (const auto& name : report.missingOutputs)
        invocation.printStatus("output " + support::sanitise(name)
            + " cannot be computed: it needs an operator without implementation");
}

namespace {

/// Runs the model in another engine.
Result<int> runInEngine(const Invocation& invocation, const engine::RunRequest& request,
    const profiler::EngineRequest& engine, const JsonProgress& progress)
{
    const auto inputs = TRY(inputsForEngine(invocation, request));
    auto process = TRY(profiler::EngineProcess::start(engine.library.engine,
        profiler::settingsFor(request, engine), engine.limits, invocation.stop));
    printEngineFacts(invocation, engine, process.facts());
    TRY(process.setInputs(inputs.values, invocation.stop));
    const auto scale = profiler::calibrateClock(profiler::clockSource());
    Measured measured;
    const auto runOnce = [&]() -> Result<std::int64_t> {
        const auto ticks = TRY(process.run(false, invocation.stop));
        return scale.lengthNs(ticks.stop - ticks.start);
    };
    auto walls = measureRuns(runOnce, invocation, progress);
    if (!walls) {
        progress.error(walls.error(), {});
        return walls.error();
    }
    measured.wallNs = std::move(*walls);
    measured.result.outputs = TRY(process.outputs());
    if (const auto folder = invocation.arguments.text("--save"))
        TRY(save(invocation, request, measured.result, *folder));
    const auto sha256 = invocation.format == Format::Json
        ? TRY(support::sha256OfFile(request.model->path, invocation.stop))
        : std::string();
    TRY(invocation.write(invocation.format == Format::Json
            ? support::jsonDocument([&](JsonWriter& json) {
                  json.member("model_sha256", sha256);
                  writeEngineSettings(json, engine, process.facts(), request, inputs);
                  writeInputs(json, inputs);
                  writeMeasured(json, measured);
                  json.member("peak_bytes", process.peakBytes());
              })
            : table(request, measured, invocation)));
    return exitDone;
}

/// Returns an error with the first findings, one per line.
support::Error explainRefusal(const support::Diagnostics& refused)
{
    constexpr std::size_t shown = 10;
    std::string text = "the model is not run: "
        + support::countOf(refused.size(), "problem stops", "problems stop") + " a run";
    for (std::size_t i = 0; i < std::min(refused.size(), shown); ++i) {
        const auto& where = refused[i].where.path;
        text += "\n  " + support::sanitise(where) + (where.empty() ? "" : ": ")
            + support::sanitise(refused[i].message) + "  [" + refused[i].code + "]";
    }
    if (refused.size() > shown)
        text += "\n  … and " + std::to_string(refused.size() - shown) + " more";
    std::set<std::string> rules;
    std::ranges::transform(refused, std::inserter(rules, rules.end()), &support::Diagnostic::code);
    const auto list = support::joined(rules, ",");
    text += "\n  --tolerate " + list + " runs it all the same";
    return support::Error(text, ErrorKind::File);
}

} // namespace

support::Error explainUnsupported(const engine::Preparation& prepared)
{
    const auto& error = prepared.plan.error();
    if (!prepared.report.refused.empty())
        return explainRefusal(prepared.report.refused);
    if (prepared.report.unsupported.empty())
        return error;
    std::string text = error.message();
    for (const auto& row : prepared.report.unsupported)
        text += "\n  " + unsupportedText(row);
    const auto isForeign = [](const engine::UnsupportedOperator& row) {
        return engine::isOpenToPlugins(row.domain);
    };
    if (std::ranges::any_of(prepared.report.unsupported, isForeign))
        text += "\n  --plugin FILE brings operators of other domains";
    text += "\n  --partial runs what does not depend on them";
    return support::Error(text, error.kind());
}

namespace {

/// Adds the default sizes of dimensions to an error, because they may be its cause.
support::Error withSizes(const support::Error& error, const engine::PrepareReport& report)
{
    if (error.kind() != ErrorKind::Failed || report.unboundDims.empty())
        return error;
    std::string sizes;
    std::string options;
    for (const auto& name : report.unboundDims) {
        const auto found = report.dims.find(name);
        const auto size = std::to_string(found != report.dims.end() ? found->second : 1);
        sizes += (sizes.empty() ? "" : ", ") + support::sanitise(name) + " = " + size;
        options += " --dim " + support::sanitise(name) + "=SIZE";
    }
    return support::Error(error.message() + "\n  nobody chose these sizes: " + sizes
            + "; the model may want others:" + options,
        error.kind());
}

Result<int> runModel(const Invocation& invocation)
{
    const JsonProgress progress(invocation.arguments.has("--json-progress"));
    auto request = TRY(runRequest(invocation));
    TRY(checkDimensions(request.dims, { *request.model }));
    request.keep = invocation.arguments.all("--capture");
    if (request.cudaGraph == engine::CudaGraph::Auto)
        request.cudaGraph = engine::CudaGraph::On;
    if (!request.keep.empty() && !invocation.arguments.has("--save"))
        return failAs(ErrorKind::Usage, "--capture needs a folder to write into: add --save DIR");
    engine::isLowered(request.precision) ? boundHeapFor({ request, request })
                                         : boundHeapFor({ request });
    if (const auto engine = TRY(chosenEngine(invocation, request)))
        return runInEngine(invocation, request, *engine, progress);
    if (const auto generation = TRY(chosenGeneration(invocation.arguments, request)))
        return runGeneration(invocation, request, *generation, progress);
    const auto prepared = engine::prepare(request);
    if (!prepared.plan) {
        progress.error(prepared.plan.error(), prepared.report.unsupported);
        return refuse(invocation, request, prepared, DocumentTo::OutputFile);
    }
    progress.plan(**prepared.plan, prepared.report.notices);
    printDefaults(invocation, prepared.report);
    const auto sha256 = invocation.format == Format::Json
        ? TRY(support::sha256OfFile(request.model->path, invocation.stop))
        : std::string();
    if (invocation.arguments.has("--check-only")) {
        TRY(invocation.write(document(request, prepared, nullptr, sha256)));
        return exitDone;
    }
    auto session = TRY(engine::Session::create(*prepared.plan));
    auto measured = measure(session, prepared.inputs, invocation, progress);
    if (!measured) {
        const auto error = withSizes(measured.error(), prepared.report);
        progress.error(error, {});
        return error;
    }
    TRY(support::checkMappedFiles());
    measured->errors
        = measureErrors(invocation, request, prepared.inputs, measured->result.outputs);
    if (const auto folder = invocation.arguments.text("--save"))
        TRY(save(invocation, request, measured->result, *folder));
    TRY(invocation.write(invocation.format == Format::Json
            ? document(request, prepared, &*measured, sha256)
            : table(request, *measured, invocation)));
    printNotFinite(invocation, request, measured->result.outputs);
    return exitDone;
}

} // namespace

Command runCommand()
{
    auto options = runOptions();
    options.push_back(settingsOption());
    std::ranges::move(engineOptions(), std::back_inserter(options));
    std::ranges::move(generationOptions(), std::back_inserter(options));
    options.insert(options.end(),
        { { "--save", "DIR", "write the outputs as output_<i>.pb", false, FileUse::OutputFolder },
            { "--capture", "NAME", "also write the value of this name, as capture_<i>.pb", true },
            timeLimitOption(), { "--check-only", "", "prepare everything, execute nothing" } });
    return { .name = "run",
        .summary = "Outputs and wall times of a model; nothing is recorded",
        .positionals = { { "MODEL", "ONNX file" } },
        .options = std::move(options),
        .examples = { "run model.onnx --dim batch=1 --format json",
            "run model.onnx --data test_data_set_0 --save outputs" },
        .formats = { Format::Text, Format::Json },
        .run = runModel,
        .limitsTime = true,
        .usesCache = true };
}

} // namespace cli
