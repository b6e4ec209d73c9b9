#include "app/cli/commands.h"
#include "app/cli/comparing/compare_outcome.h"
#include "app/cli/comparing/pair_options.h"
#include "app/cli/comparing/side_options.h"
#include "app/cli/engines/engine_choice.h"
#include "app/cli/profiling/json_progress.h"
#include "app/cli/profiling/run_document.h"
#include "app/cli/profiling/run_options.h"
#include "app/cli/quantities.h"
#include "app/cli/time_limit.h"

#include "model/onnx/parser.h"
#include "profiler/file/profile_file.h"
#include "profiler/importers/html.h"
#include "profiler/importers/importer.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace fs = std::filesystem;

namespace {

/// One side of a comparison of models.
struct Side {
    std::string letter;
    engine::RunRequest request;
    std::optional<profiler::EngineRequest> engine; ///< nothing: Opscope's
};

/// Returns the file names, with folders if the names are equal.
std::array<std::string, 2> namesOf(const fs::path& a, const fs::path& b)
{
    const auto name = [](const fs::path& path, bool isLong) {
        const auto folder = fs::absolute(path).parent_path().filename();
        return (isLong ? folder / path.filename() : path.filename()).string();
    };
    const bool isLong = a.filename() == b.filename();
    return { name(a, isLong), name(b, isLong) };
}

Result<Side> sideOf(const Invocation& invocation, std::string_view letter, const std::string& path)
{
    const auto option = "--" + std::string(letter);
    auto own = invocation;
    own.arguments
        = TRY(sideArguments(invocation.arguments, option, invocation.arguments.text(option, "")));
    TRY(own.files.addInputs(sideOptions(), own.arguments));
    own.arguments.set("MODEL", { path });
    Side side;
    side.letter = letter == "a" ? "A" : "B";
    side.request = TRY(runRequest(own).within(side.letter));
    side.engine = TRY(chosenEngine(own, side.request).within(side.letter));
    return side;
}

/// Measures two sides in Opscope's engine.
Result<profiler::ProfiledPair> measurePlans(const Invocation& invocation,
    const std::array<Side, 2>& sides, const profiler::PairOptions& options,
    const JsonProgress& progress, const profiler::OnPairRun& onRun)
{
    std::array prepared { engine::prepare(sides[0].request), engine::prepare(sides[1].request) };
    for (std::size_t i = 0; i < prepared.size(); ++i) {
        if (!prepared[i].plan) {
            progress.error(prepared[i].plan.error(), prepared[i].report.unsupported);
            return explainUnsupported(prepared[i]).within(sides[i].letter);
        }
        printDefaults(invocation, prepared[i].report);
    }
    return profiler::profilePair({ &sides[0].request, &sides[1].request }, std::move(prepared),
        options, invocation.stop, onRun);
}

Result<std::unique_ptr<profiler::EngineSide>> openEngine(
    const Invocation& invocation, const Side& side)
{
    const auto inputs = TRY(inputsForEngine(invocation, side.request));
    return profiler::openOtherSide(*side.engine, side.request, inputs, invocation.stop);
}

/// Measures two sides of which one at least is another engine.
Result<profiler::ProfiledPair> measureEngines(const Invocation& invocation,
    const std::array<Side, 2>& sides, const profiler::PairOptions& options,
    const profiler::OnPairRun& onRun)
{
    std::array<std::unique_ptr<profiler::EngineSide>, 2> opened;
    for (std::size_t i = 0; i < 2; ++i) {
        const auto& side = sides[i];
        auto open = side.engine ? openEngine(invocation, side)
                                : profiler::openOwnSide(side.request, invocation.stop);
        opened[i] = TRY(std::move(open).within(side.letter));
        if (side.engine)
            printEngineFacts(invocation, *side.engine, *opened[i]->facts());
    }
    return profiler::profileEnginePair(
        { opened[0].get(), opened[1].get() }, options, invocation.stop, onRun);
}

Result<void> measure(const Invocation& invocation, const std::array<Side, 2>& sides,
    const model::NodeAlignment& alignment, CompareResult& result)
{
    const auto& arguments = invocation.arguments;
    const JsonProgress progress(arguments.has("--json-progress"));
    const auto options = TRY(pairOptions(arguments));
    auto comparing = TRY(recordedOptions(arguments));
    std::uint64_t index = 0;
    const auto onRun = [&](const profiler::PairProgress& run) {
        progress.phase(run.round == 0 ? "warm-up" : "measuring", run.round, run.rounds);
        progress.run(index++, profiler::sideName(run.side), run.wallNs);
    };
    const auto pair = TRY(sides[0].engine || sides[1].engine
            ? measureEngines(invocation, sides, options, onRun)
            : measurePlans(invocation, sides, options, progress, onRun));
    if (const auto folder = arguments.text("--profiles")) {
        TRY(makeOutputFolder(*folder));
        for (std::size_t i = 0; i < pair.profiles.size(); ++i) {
            const auto file = fs::path(*folder) / (i == 0 ? "a.opscope" : "b.opscope");
            TRY(invocation.files.checkOutput({ "--profiles", file }));
            TRY(profiler::writeProfileFile(file, *pair.profiles[i]));
        }
    }
    printDeviceLimits(invocation, pair.deviceLimits);
    comparing.labels
        = profiler::pairedLabels(*sides[0].request.model, *sides[1].request.model, alignment);
    result.time = profiler::compareProfiles(pair.profiles[0], pair.profiles[1], comparing);
    return {};
}

Result<void> compareValues(const Invocation& invocation, const std::array<Side, 2>& sides,
    const model::NodeAlignment& alignment, std::uint64_t capBytes, CompareResult& result)
{
    const auto& arguments = invocation.arguments;
    NumbersOptions options;
    options.relative = TRY(arguments.real("--rtol"));
    options.absolute = TRY(arguments.real("--atol"));
    options.capBytes = capBytes;
    std::array requests { sides[0].request, sides[1].request };
    if (!arguments.has("--optimize"))
        for (auto& request : requests)
            request.optimisation = engine::Optimisation::None; // keeps all tensors
    const JsonProgress progress(arguments.has("--json-progress"));
    result.numbers = TRY(compareNumbers(requests[0], requests[1], alignment, options,
        invocation.stop, [&](std::string_view what, std::uint64_t done, std::uint64_t total) {
            progress.phase(what, done, total);
        }));
    return {};
}

Result<void> compareModels(
    const Invocation& invocation, const std::array<std::string, 2>& paths, CompareResult& result)
{
    const auto& arguments = invocation.arguments;
    auto a = TRY(sideOf(invocation, "a", paths[0]));
    auto b = TRY(sideOf(invocation, "b", paths[1]));
    const std::array sides { std::move(a), std::move(b) };
    result.modelA = sides[0].request.model;
    result.modelB = sides[1].request.model;
    for (const auto& side : sides)
        TRY(checkDimensions(side.request.dims, { *result.modelA, *result.modelB }));
    auto structure = model::compareStructure(*result.modelA, *result.modelB, invocation.stop);
    if (invocation.stop.stop_requested())
        return support::failAs(support::ErrorKind::Cancelled, "comparing was stopped");
    const auto capBytes = TRY(bytesOf(arguments, "--cap")).value_or(defaultCapBytes);
    if (arguments.has("--measure") || arguments.has("--numbers"))
        boundHeapFor({ sides[0].request, sides[1].request }, capBytes);
    if (arguments.has("--measure"))
        TRY(measure(invocation, sides, structure.alignment, result));
    if (arguments.has("--numbers") && (sides[0].engine || sides[1].engine))
        return failAs(ErrorKind::Usage,
            "--numbers compares tensors of Opscope's engine; `verify MODEL --against onnxruntime` "
            "compares with another engine");
    if (arguments.has("--numbers"))
        TRY(compareValues(invocation, sides, structure.alignment, capBytes, result));
    const bool isAlone = !result.time && !result.numbers;
    if (arguments.has("--structure") || arguments.has("--report") || isAlone)
        result.structure = std::move(structure);
    return {};
}

Result<void> compareRecorded(
    const Invocation& invocation, const std::array<std::string, 2>& paths, CompareResult& result)
{
    for (const auto* option : { "--measure", "--numbers", "--structure", "--a", "--b" })
        if (invocation.arguments.has(option))
            return failAs(ErrorKind::Usage, option, " is for models, these are profiles");
    const auto options = TRY(recordedOptions(invocation.arguments));
    if (paths[1].empty()) { // one file with both sides
        const auto both = TRY(profiler::readComparison(paths[0]));
        result.nameA = both[0]->metadata.text(profiler::keys::modelName);
        result.nameB = both[1]->metadata.text(profiler::keys::modelName);
        result.time = profiler::compareProfiles(both[0], both[1], options);
        return {};
    }
    const auto a = TRY(profiler::importProfile(paths[0], invocation.stop));
    const auto b = TRY(profiler::importProfile(paths[1], invocation.stop));
    result.time = profiler::compareProfiles(a, b, options);
    return {};
}

/// Returns two files. A single file is a model with two settings (the file twice), or a report that
/// has both sides (the second path is empty).
Result<std::array<std::string, 2>> pathsOf(const Arguments& arguments)
{
    const auto a = arguments.text("A", "");
    if (!arguments.has("B") && profiler::looksLikeComparison(a))
        return std::array { a, std::string() };
    std::array paths { a, arguments.text("B", a) };
    const std::array areProfiles { profiler::looksLikeProfile(paths[0]),
        profiler::looksLikeProfile(paths[1]) };
    if (areProfiles[0] != areProfiles[1])
        return failAs(ErrorKind::Usage, paths[areProfiles[0] ? 0 : 1], " is a profile and ",
            paths[areProfiles[0] ? 1 : 0], " is not, expected two of a kind");
    if (!arguments.has("B") && (areProfiles[0] || (!arguments.has("--a") && !arguments.has("--b"))))
        return failAs(ErrorKind::Usage,
            "one file alone is compared under two settings: add --b \"--threads 2\", or a second "
            "file");
    return paths;
}

Result<int> runCompare(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    const auto limits = TRY(gateLimits(invocation)); // before long work
    const auto paths = TRY(pathsOf(arguments));
    CompareResult result;
    const auto names = namesOf(paths[0], paths[1]);
    result.nameA = names[0];
    result.nameB = names[1];
    if (const auto own = arguments.text("--a"))
        result.nameA += " (" + *own + ")";
    if (const auto own = arguments.text("--b"))
        result.nameB += " (" + *own + ")";
    TRY(profiler::looksLikeProfile(paths[0]) ? compareRecorded(invocation, paths, result)
                                             : compareModels(invocation, paths, result));
    return writeOutcome(invocation, result, limits, paths[1].empty() ? paths[0] : paths[1]);
}

std::vector<Option> compareOptions()
{
    std::vector<Option> result {
        { "--structure", "", "nodes that were added, removed, changed or renamed" },
        { "--numbers", "", "run both on the same inputs and compare every tensor" },
        { "--measure", "", "run both now, interleaved, and compare their times" },
        { "--rounds", "N", "rounds of ABBA or BAAB when measuring (default: 20, at most 1000)" },
        { "--limit", "TIME", "end measuring after this time, after 8 rounds at least" },
        { "--order-seed", "N",
            "seed of the random order of the rounds; else it is drawn, and kept" },
        { "--a", "OPTIONS",
            "run options of A alone, as one text: \"--threads 1 --data 'my dir'\"" },
        { "--b", "OPTIONS", "run options of B alone" },
        { "--profiles", "DIR",
            "write the measured profiles to a.opscope and b.opscope in this folder", false,
            FileUse::OutputFolder },
        { "--rtol", "X", "relative tolerance of --numbers; exit code 1 past it" },
        { "--atol", "X", "absolute tolerance of --numbers" },
        { "--cap", "BYTES", "most memory for tensors to compare (default: 512MiB)" },
        timeLimitOption(),
    };
    std::ranges::move(outcomeOptions(), std::back_inserter(result));
    for (auto& option : sideOptions()) {
        if (option.flag == "--runs")
            option.help = "runs in a row on one side (default: by their length)";
        if (option.flag == "--warmup")
            option.help = "runs of each before, not counted (default: until steady)";
        result.push_back(std::move(option));
    }
    return result;
}

} // namespace

Command compareCommand()
{
    return { .name = "compare",
        .summary = "What differs between two models or two profiles: time, structure, numbers",
        .positionals = { { "A", "ONNX file or profile; or a report of --report, alone" },
            { "B", "another one; without it A under two settings (--b)",
                Positional::Count::ZeroOrOne } },
        .options = compareOptions(),
        .examples = { "compare base.onnx new.onnx --measure --gate 3% --gate-op 10%",
            "compare model.onnx --measure --a \"--threads 1\" --b \"--threads 2\" --report "
            "F.html" },
        .formats = { Format::Text, Format::Json, Format::Csv, Format::Markdown },
        .run = runCompare,
        .limitsTime = true,
        .usesCache = true };
}

} // namespace cli
