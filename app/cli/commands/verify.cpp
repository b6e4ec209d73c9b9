#include "app/cli/commands.h"
#include "app/cli/run_options.h"
#include "app/cli/text_table.h"

#include "engine/verify_folder.h"
#include "model/support/json.h"
#include "model/support/text.h"

#include <algorithm>

namespace cli {

using engine::VerifiedFolder;
using engine::VerifyOutcome;
using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::Result;

namespace {

std::size_t countOf(const std::vector<VerifiedFolder>& folders, VerifyOutcome outcome)
{
    return static_cast<std::size_t>(std::ranges::count(folders, outcome, &VerifiedFolder::outcome));
}

/// The last line is a contract: programs read it.
std::string closingLines(const std::vector<VerifiedFolder>& folders)
{
    std::string text;
    if (const auto ran = countOf(folders, VerifyOutcome::Ran); ran > 0)
        text = support::countOf(ran, "model", "models")
            + " without data sets ran with seeded inputs\n";
    return text + std::to_string(countOf(folders, VerifyOutcome::Passed)) + " passed, "
        + std::to_string(countOf(folders, VerifyOutcome::Failed)) + " failed, "
        + std::to_string(countOf(folders, VerifyOutcome::Unsupported)) + " unsupported\n";
}

void writeSet(JsonWriter& json, const engine::VerifiedSet& set)
{
    json.beginObject()
        .member("set", set.name)
        .member("outcome", engine::outcomeName(set.outcome))
        .member("message", set.message);
    json.member("largest_absolute", set.worst.largestAbsolute)
        .member("largest_relative", set.worst.largestRelative);
    json.member("where", set.worst.where).member("statistical", set.isStatistical).endObject();
}

void writeFolder(JsonWriter& json, const VerifiedFolder& folder)
{
    json.beginObject()
        .member("folder", folder.folder.string())
        .member("outcome", engine::outcomeName(folder.outcome));
    json.member("opens", folder.isOpen)
        .member("runs", folder.hasRun())
        .member("agrees", folder.agrees())
        .member("message", folder.message);
    json.key("sets").beginArray();
    for (const auto& set : folder.sets)
        writeSet(json, set);
    json.endArray().endObject();
}

std::string document(const std::vector<VerifiedFolder>& folders)
{
    std::string text;
    JsonWriter json(text, JsonWriter::Layout::Indented);
    json.beginObject().key("tests").beginArray();
    for (const auto& folder : folders)
        writeFolder(json, folder);
    json.endArray();
    for (const auto outcome : { VerifyOutcome::Passed, VerifyOutcome::Failed,
             VerifyOutcome::Unsupported, VerifyOutcome::Ran })
        json.member(engine::outcomeName(outcome), countOf(folders, outcome));
    json.endObject().flush();
    return text + "\n";
}

std::string nameOf(const std::filesystem::path& folder)
{
    return (folder.has_filename() ? folder.filename() : folder.parent_path().filename()).string();
}

std::string largestDifference(const VerifiedFolder& folder)
{
    if (!folder.agrees())
        return std::string(support::notMeasured);
    double largest = 0;
    for (const auto& set : folder.sets)
        largest = std::max(largest, set.worst.largestAbsolute);
    return support::numberText(largest, 3, support::NumberStyle::File);
}

TextTable table(const std::vector<VerifiedFolder>& folders)
{
    using Align = TextTable::Align;
    TextTable result { { { "test" }, { "outcome" }, { "opens" }, { "runs" }, { "agrees" },
                           { "sets", Align::Right }, { "largest difference", Align::Right },
                           { "why" } },
        {}, {} };
    const auto word = [](bool truth) { return std::string(truth ? "yes" : "no"); };
    for (const auto& folder : folders) {
        const auto agrees = folder.agrees();
        result.add({ support::sanitise(nameOf(folder.folder)),
            std::string(engine::outcomeName(folder.outcome)), word(folder.isOpen),
            word(folder.hasRun()), agrees ? word(*agrees) : std::string(support::notMeasured),
            std::to_string(folder.sets.size()), largestDifference(folder),
            support::sanitise(folder.message) });
    }
    return result;
}

engine::WithoutData withoutData(const Arguments& arguments)
{
    return arguments.has("--all") ? engine::WithoutData::RunSeeded : engine::WithoutData::Fail;
}

Result<std::vector<std::filesystem::path>> foldersOf(const Invocation& invocation)
{
    std::vector<std::filesystem::path> folders;
    for (const auto& path : invocation.arguments.all("PATH")) {
        if (!std::filesystem::exists(path))
            return failAs(ErrorKind::File, path, " does not exist");
        const auto found = engine::findTestFolders(path, withoutData(invocation.arguments));
        if (found.empty())
            return failAs(ErrorKind::Usage, path,
                " holds no test: expected folders with model.onnx and test_data_set_0 (--all takes "
                "models without data too)");
        folders.insert(folders.end(), found.begin(), found.end());
    }
    return folders;
}

Result<engine::VerifyOptions> verifyOptions(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    engine::VerifyOptions options;
    if (arguments.has("--rtol"))
        options.relative = TRY(arguments.real("--rtol", 0));
    if (arguments.has("--atol"))
        options.absolute = TRY(arguments.real("--atol", 0));
    options.settings = TRY(runSettings(invocation));
    options.withoutData = withoutData(arguments);
    if (const auto tier = arguments.text("--against")) {
        if (*tier != "reference")
            return failAs(ErrorKind::Usage, "--against is \"", *tier, "\", expected reference");
        options.settings.tiers = { engine::Tier::Reference };
    }
    return options;
}

Result<int> run(const Invocation& invocation)
{
    const auto options = TRY(verifyOptions(invocation));
    const auto folders = TRY(foldersOf(invocation));
    std::vector<VerifiedFolder> verified;
    for (const auto& folder : folders) {
        verified.push_back(engine::verifyFolder(folder, options, invocation.stop));
        if (invocation.stop.stop_requested())
            break;
        if (invocation.arguments.has("--verbose"))
            invocation.say(folder.filename().string() + " "
                + std::string(engine::outcomeName(verified.back().outcome)) + " "
                + verified.back().message);
    }
    const bool isText = invocation.format == Format::Text;
    TRY(invocation.write(invocation.format == Format::Json
            ? document(verified)
            : table(verified).text(invocation.format, invocation.colours)
                + (isText ? closingLines(verified) : "")));
    if (invocation.stop.stop_requested())
        return exitInterrupted;
    if (countOf(verified, VerifyOutcome::Failed) > 0)
        return exitFinding;
    return countOf(verified, VerifyOutcome::Unsupported) > 0 ? exitCannotRun : exitDone;
}

} // namespace

Command verifyCommand()
{
    return { .name = "verify",
        .summary = "Runs models on their test data and compares the outputs",
        .positionals
        = { { "PATH", "test folders (model.onnx, test_data_set_N), or folders above them",
            Positional::Count::OneOrMore } },
        .options = { { "--against", "TIER", "reference: run with the reference kernels only" },
            { "--rtol", "X", "relative tolerance, in place of the test's own" },
            { "--atol", "X", "absolute tolerance" },
            { "--threads", "N", "threads (default: one per core)" },
            { "--optimize", "LEVEL", "none, basic or full (default: full)" },
            { "--tolerate", "RULES",
                "run models although the checker finds errors of these rules (ids separated by "
                "commas, or all)" },
            { "--all", "", "also models without data sets: they run with seeded inputs" },
            { "--seed", "N", "seed of those inputs (default: 0)" },
            { "--missing-weights", "random",
                "run with seeded random weights where the file has none" },
            { "--memory", "BYTES", "most memory a run may take" },
            { "--verbose", "", "say each test's outcome as it ends" } },
        .examples = { "verify models/mnist", "verify models --all --format markdown -o models.md" },
        .formats = { Format::Text, Format::Json, Format::Csv, Format::Markdown },
        .run = run };
}

} // namespace cli
