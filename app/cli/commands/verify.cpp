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

std::string closingLine(const std::vector<VerifiedFolder>& folders)
{
    return std::to_string(countOf(folders, VerifyOutcome::Passed)) + " passed, " + std::to_string(countOf(folders, VerifyOutcome::Failed)) + " failed, "
        + std::to_string(countOf(folders, VerifyOutcome::Unsupported)) + " unsupported\n";
}

void writeSet(JsonWriter& json, const engine::VerifiedSet& set)
{
    json.beginObject().member("set", set.name).member("outcome", engine::outcomeName(set.outcome)).member("message", set.message);
    json.member("largest_absolute", set.worst.largestAbsolute).member("largest_relative", set.worst.largestRelative);
    json.member("where", set.worst.where).member("statistical", set.isStatistical).endObject();
}

std::string document(const std::vector<VerifiedFolder>& folders)
{
    std::string text;
    JsonWriter json(text, JsonWriter::Layout::Indented);
    json.beginObject().key("tests").beginArray();
    for (const auto& folder : folders) {
        json.beginObject().member("folder", folder.folder.string()).member("outcome", engine::outcomeName(folder.outcome)).member("message", folder.message);
        json.key("sets").beginArray();
        for (const auto& set : folder.sets)
            writeSet(json, set);
        json.endArray().endObject();
    }
    json.endArray();
    json.member("passed", countOf(folders, VerifyOutcome::Passed)).member("failed", countOf(folders, VerifyOutcome::Failed));
    json.member("unsupported", countOf(folders, VerifyOutcome::Unsupported)).endObject().flush();
    return text + "\n";
}

TextTable table(const std::vector<VerifiedFolder>& folders)
{
    TextTable result { { { "test" }, { "outcome" }, { "sets", TextTable::Align::Right }, { "largest difference", TextTable::Align::Right }, { "why" } }, {}, {} };
    for (const auto& folder : folders) {
        double largest = 0;
        for (const auto& set : folder.sets)
            largest = std::max(largest, set.worst.largestAbsolute);
        result.add({ support::sanitise(folder.folder.has_filename() ? folder.folder.filename().string() : folder.folder.parent_path().filename().string()), std::string(engine::outcomeName(folder.outcome)), std::to_string(folder.sets.size()),
            support::numberText(largest, 3, support::NumberStyle::File), support::sanitise(folder.message) });
    }
    return result;
}

Result<std::vector<std::filesystem::path>> foldersOf(const Invocation& invocation)
{
    std::vector<std::filesystem::path> folders;
    for (const auto& path : invocation.arguments.all("PATH")) {
        if (!std::filesystem::exists(path))
            return failAs(ErrorKind::File, path, " does not exist");
        const auto found = engine::findTestFolders(path);
        if (found.empty())
            return failAs(ErrorKind::Usage, path, " holds no test: expected folders with model.onnx and test_data_set_0");
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
            invocation.say(folder.filename().string() + " " + std::string(engine::outcomeName(verified.back().outcome)) + " " + verified.back().message);
    }
    const bool isText = invocation.format == Format::Text;
    TRY(invocation.write(invocation.format == Format::Json ? document(verified) : table(verified).text(invocation.format) + (isText ? closingLine(verified) : "")));
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
        .positionals = { { "PATH", "test folders (model.onnx, test_data_set_N), or folders above them", Positional::Count::OneOrMore } },
        .options = { { "--against", "TIER", "reference: run with the reference kernels only" }, { "--rtol", "X", "relative tolerance, in place of the test's own" },
            { "--atol", "X", "absolute tolerance" }, { "--threads", "N", "threads (default: one per core)" }, { "--optimize", "LEVEL", "none, basic or full (default: full)" },
            { "--tolerate", "RULES", "run models although the checker finds errors of these rules (ids separated by commas, or all)" },
            { "--memory", "BYTES", "most memory a run may take" }, { "--verbose", "", "say each test's outcome as it ends" } },
        .examples = { "verify models/mnist", "verify onnx-suite --format json -o suite.json" },
        .formats = { Format::Text, Format::Json, Format::Csv, Format::Markdown },
        .run = run };
}

} // namespace cli
