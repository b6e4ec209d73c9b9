#include "app/cli/engines/all_engines.h"

#include "app/cli/engines/engine_choice.h"
#include "app/cli/profiling/json_progress.h"
#include "app/cli/profiling/profile_groups.h"
#include "app/cli/profiling/run_options.h"
#include "app/cli/quantities.h"
#include "app/cli/text_table.h"
#include "model/support/hash.h"
#include "profiler/engines/engine_comparison.h"
#include "profiler/engines/engine_options.h"
#include "profiler/file/profile_file.h"

#include <algorithm>
#include <iterator>

namespace cli {

using profiler::EngineComparison;
using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::Result;

namespace {

constexpr std::string_view ownEngine = "opscope";

Result<std::vector<int>> threadCounts(const Arguments& arguments, int threads)
{
    const auto text = arguments.text("--thread-counts");
    if (!text)
        return std::vector<int> { threads };
    std::vector<int> counts;
    for (const auto& word : support::split(*text, ',')) {
        const auto count = support::numberFrom<int>(word);
        if (!count || *count < 1 || *count > 4096)
            return failAs(ErrorKind::Usage, "--thread-counts is ", support::quote(*text),
                ", expected numbers of threads such as 1,2,8");
        counts.push_back(*count);
    }
    return counts;
}

/// Adds `openvino:hint=throughput` to the options of its engine.
Result<void> addOption(std::vector<profiler::EngineEntry>& entries, const std::string& text)
{
    const auto dot = text.find(':');
    const auto at = text.find('=');
    const auto entry
        = std::ranges::find(entries, text.substr(0, dot), &profiler::EngineEntry::name);
    if (dot == std::string::npos || at == std::string::npos || at < dot || entry == entries.end()
        || !entry->engine)
        return failAs(ErrorKind::Usage, "--engine-option is ", support::quote(text),
            ", expected ENGINE:NAME=VALUE, for example openvino:hint=throughput");
    const auto name = text.substr(dot + 1, at - dot - 1);
    const auto value = text.substr(at + 1);
    TRY(profiler::checkEngineOption(entry->engine->library.engine, name, value));
    entry->engine->options[name] = value;
    return {};
}

Result<std::vector<profiler::EngineEntry>> entriesOf(
    const Invocation& invocation, const engine::RunRequest& request)
{
    const auto& arguments = invocation.arguments;
    std::string wanted(ownEngine);
    for (const auto engine : profiler::allOtherEngines())
        wanted += "," + std::string(engineWord(engine));
    wanted = arguments.text("--engines", wanted);
    std::vector<profiler::EngineEntry> entries;
    for (const auto word : support::split(wanted, ',')) {
        if (word == ownEngine) {
            entries.push_back({ std::string(word), "Opscope", std::nullopt, {} });
            continue;
        }
        const auto engine = profiler::engineOfWord(word);
        if (!engine)
            return failAs(ErrorKind::Usage, "--engines names ", support::quote(word),
                ", expected opscope, onnxruntime, openvino or tensorrt, separated by commas");
        auto library = profiler::findEngineLibrary(*engine);
        profiler::EngineEntry entry { std::string(word), std::string(engineTitle(*engine)),
            profiler::EngineRequest(), {} };
        entry.engine->library.engine = *engine;
        entry.engine->limits.memory = request.memoryLimit;
        if (library)
            entry.engine->library = *library;
        else
            entry.found = library.error();
        entries.push_back(std::move(entry));
    }
    for (const auto& option : arguments.all("--engine-option"))
        TRY(addOption(entries, option));
    return entries;
}

std::string profileName(const profiler::EngineResult& engine, int threads)
{
    return engine.name + "-" + std::to_string(threads) + ".opscope";
}

void writeEngine(JsonWriter& json, const EngineComparison& result, std::size_t place)
{
    const auto& engine = result.engines[place];
    json.beginObject().members({ { "name", engine.name }, { "title", engine.title },
        { "version", engine.version }, { "found", engine.where },
        { "reason", support::orNull(!engine.problem.empty(), engine.problem) } });
    const auto measured
        = std::ranges::find(result.measurements, place, &profiler::EngineMeasurement::engine);
    if (measured != result.measurements.end()) {
        const auto& settings = engine.facts.settings;
        const auto precision = settings.find("precision");
        json.member("precision", precision != settings.end() ? precision->second : "f32");
        json.key("settings").beginObject();
        for (const auto& [name, value] : settings)
            json.member(name, value);
        json.endObject().member("notices", engine.facts.notices);
        if (engine.difference)
            json.members({ { "largest_difference", engine.difference->largestAbsolute },
                { "is_within_tolerance", engine.difference->isWithin } });
        json.members({ { "open_ns", engine.openNs }, { "first_run_ns", engine.firstRunNs },
            { "peak_bytes", engine.peakBytes }, { "steps", engine.steps } });
        if (measured->profile)
            writeAttribution(json, *measured->profile);
    }
    json.endObject();
}

void writeMeasurement(JsonWriter& json, const EngineComparison& result,
    const profiler::EngineMeasurement& measured, bool hasFiles)
{
    const auto& engine = result.engines[measured.engine];
    const auto& interval = measured.wall.interval;
    json.beginObject().members({ { "engine", engine.name }, { "threads", measured.threads },
        { "wall_ns", measured.wallNs }, { "round_ns", measured.roundNs },
        { "median_ns", measured.wall.median } });
    json.member("low_ns", interval ? std::optional(interval->low) : std::nullopt)
        .member("high_ns", interval ? std::optional(interval->high) : std::nullopt);
    if (hasFiles && measured.profile)
        json.member("profile", profileName(engine, measured.threads));
    json.endObject();
}

std::string document(const EngineComparison& result, const std::string& sha256, bool hasFiles)
{
    return support::jsonDocument([&](JsonWriter& json) {
        json.members({ { "model_sha256", sha256 }, { "rounds", result.rounds },
            { "order_seed", std::to_string(result.orderSeed) },
            { "end", profiler::benchmarkEndName(result.end) },
            { "thread_counts", result.threadCounts } });
        json.key("engines").beginArray();
        for (std::size_t i = 0; i < result.engines.size(); ++i)
            writeEngine(json, result, i);
        json.endArray().key("measurements").beginArray();
        for (const auto& measured : result.measurements)
            writeMeasurement(json, result, measured, hasFiles);
        json.endArray().key("verdicts").beginArray();
        for (const auto& verdict : result.verdicts) {
            json.beginObject().members({ { "threads", verdict.threads },
                { "fastest", result.engines[verdict.fastest].name } });
            json.member("next",
                    verdict.next ? std::optional(result.engines[*verdict.next].name) : std::nullopt)
                .members({ { "difference", verdict.difference }, { "p", verdict.p },
                    { "is_shown", verdict.isShown } });
            if (verdict.interval)
                json.members(
                    { { "low", verdict.interval->low }, { "high", verdict.interval->high } });
            json.endObject();
        }
        json.endArray();
    });
}

std::string verdictText(const EngineComparison& result, const profiler::EngineVerdict& verdict)
{
    const auto threads
        = support::countOf(static_cast<std::uint64_t>(verdict.threads), "thread", "threads") + ": ";
    const auto& fastest = result.engines[verdict.fastest].title;
    if (!verdict.next)
        return threads + "only " + fastest + " ran";
    const auto& next = result.engines[*verdict.next].title;
    const auto interval = verdict.interval
        ? "95 % of differences " + support::shareText(verdict.interval->low) + " … "
            + support::shareText(verdict.interval->high) + ", p "
        : std::string("p ");
    const auto p = verdict.p < 0.001 ? "< 0.001" : "= " + support::numberText(verdict.p, 2);
    return threads
        + (verdict.isShown ? fastest + " is fastest, by " + support::shareText(verdict.difference)
                    + " before " + next
                           : "no difference shown between " + fastest + " and " + next)
        + " (" + interval + p + ")";
}

std::string text(const EngineComparison& result, const Invocation& invocation)
{
    using Align = TextTable::Align;
    TextTable table { { { "engine" }, { "threads", Align::Right }, { "wall", Align::Right },
        { "95 %", Align::Right }, { "first run", Align::Right }, { "peak memory", Align::Right },
        { "operators", Align::Right }, { "largest difference", Align::Right } } };
    for (const auto& measured : result.measurements) {
        const auto& engine = result.engines[measured.engine];
        table.add({ engine.title + (engine.version.empty() ? "" : " " + engine.version),
            std::to_string(measured.threads), invocation.duration(measured.wall.median, 4),
            intervalCell(invocation, measured.wall.measurement()),
            invocation.duration(static_cast<double>(engine.firstRunNs)),
            support::bytesText(engine.peakBytes), std::to_string(engine.steps),
            engine.difference ? support::numberText(engine.difference->largestAbsolute, 2)
                    + (engine.difference->isWithin ? "" : ", past the tolerance")
                              : "" });
    }
    auto written = table.text(invocation.format, invocation.colours);
    if (invocation.format == Format::Csv)
        return written;
    written += "\n";
    for (const auto& verdict : result.verdicts)
        written += "\n" + support::sanitise(verdictText(result, verdict));
    for (const auto& engine : result.engines)
        if (!engine.problem.empty())
            written
                += "\n" + support::sanitise(engine.title + " is not compared: " + engine.problem);
    return written + "\n";
}

Result<void> writeProfiles(const Invocation& invocation, const EngineComparison& result,
    const std::filesystem::path& folder)
{
    TRY(makeOutputFolder(folder));
    for (const auto& measured : result.measurements) {
        if (!measured.profile)
            continue;
        const auto file = folder / profileName(result.engines[measured.engine], measured.threads);
        TRY(invocation.files.checkOutput({ "--profiles", file }));
        TRY(profiler::writeProfileFile(file, *measured.profile));
    }
    return {};
}

} // namespace

std::vector<Option> allEnginesOptions()
{
    std::vector<Option> options {
        { "--engines", "LIST",
            "engines to compare, separated by commas: opscope, onnxruntime, openvino, tensorrt "
            "(default: all that are found)" },
        { "--thread-counts", "LIST",
            "numbers of threads to compare with: 1,2 (default: --threads)" },
        { "--rounds", "N", "rounds in which all engines take turns (default: 20)" },
        { "--limit", "TIME", "end the rounds of one number of threads after this time" },
        { "--order-seed", "N",
            "seed of the random order in the rounds; else it is drawn, and kept" },
        { "--engine-option", "ENGINE:NAME=VALUE",
            "setting of an engine, for example openvino:hint=throughput", true },
        { "--profiles", "DIR", "write a profile of each engine into this folder", false,
            FileUse::OutputFolder },
    };
    constexpr std::array<std::string_view, 11> shared { "--input", "--data", "--dim", "--shape",
        "--seed", "--threads", "--precision", "--memory", "--runs", "--allow-folder",
        "--json-progress" };
    for (auto& option : runOptions(shared)) {
        if (option.flag == "--runs")
            option.help = "runs of an engine in a row (default: by their length)";
        if (option.flag == "--precision")
            option.help = "of Opscope's engine: f32, f32-strict or bf16 (default: f32)";
        options.push_back(std::move(option));
    }
    return options;
}

Result<int> compareAllEngines(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    const auto request = TRY(runRequest(invocation));
    TRY(checkDimensions(request.dims, { *request.model }));
    const auto entries = TRY(entriesOf(invocation, request));
    profiler::EngineComparisonOptions options;
    options.threadCounts = TRY(threadCounts(arguments, engine::threadCount(request)));
    options.rounds = TRY(arguments.integer<std::uint32_t>("--rounds", 20, 1, 1000));
    options.runsPerBlock = TRY(arguments.integer<std::uint32_t>("--runs", 0, 1, 100'000));
    options.limit = TRY(durationOf(arguments, "--limit")).value_or(options.limit);
    options.orderSeed = TRY(orderSeed(arguments));
    const auto inputs = TRY(inputsForEngine(invocation, request));
    const JsonProgress progress(arguments.has("--json-progress"));
    const auto result = TRY(profiler::compareEngines(entries, request, inputs, options,
        invocation.stop, [&](const profiler::EngineProgress& run) { progress.engineRun(run); }));
    const auto folder = arguments.text("--profiles");
    if (folder)
        TRY(writeProfiles(invocation, result, *folder));
    const auto sha256 = TRY(support::sha256OfFile(request.model->path, invocation.stop));
    TRY(invocation.write(invocation.format == Format::Json
            ? document(result, sha256, folder.has_value())
            : text(result, invocation)));
    return invocation.stop.stop_requested() ? exitInterrupted : exitDone;
}

} // namespace cli
