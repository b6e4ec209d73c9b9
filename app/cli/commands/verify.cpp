#include "app/cli/commands.h"
#include "app/cli/run_options.h"
#include "app/cli/verify_document.h"

#include "engine/verify_folder.h"

namespace cli {

using engine::VerifiedFolder;
using engine::VerifyOutcome;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

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
    TRY(invocation.write(verifyDocument(verified, invocation.format, invocation.colours)));
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
