#include "app/cli/commands.h"
#include "app/cli/history/history_report.h"

#include "model/support/atomic_file.h"
#include "model/support/text.h"
#include "profiler/exporters/history_html.h"
#include "profiler/fleet/measured_folder.h"
#include "profiler/fleet/packed_columns.h"

#include <algorithm>
#include <filesystem>
#include <limits>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

/// Keeps the series of `--model`. Fails if there is none.
Result<void> chooseModel(const Arguments& arguments, profiler::ProfileFolder& folder)
{
    const auto model = arguments.text("--model");
    if (!model)
        return {};
    std::erase_if(folder.profiles,
        [&](const profiler::MeasuredProfile& profile) { return profile.setup.model != *model; });
    if (folder.profiles.empty())
        return failAs(ErrorKind::Usage, "--model is ", support::quote(*model),
            ", which no profile of the folder measures");
    return {};
}

void printLeftOut(const Invocation& invocation, const profiler::History& history)
{
    constexpr std::size_t shown = 5;
    for (std::size_t i = 0; i < std::min(shown, history.leftOut.size()); ++i)
        invocation.printStatus("left out: " + support::sanitise(history.leftOut[i].file) + ": "
            + support::sanitise(history.leftOut[i].reason));
    if (history.leftOut.size() > shown)
        invocation.printStatus("and " + support::countText(history.leftOut.size() - shown)
            + " more files are left out; --format json lists them");
}

Result<int> runHistory(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    const std::filesystem::path path(arguments.text("DIR", ""));
    profiler::HistoryOptions options;
    options.mostPoints = TRY(arguments.integer<std::size_t>("--last", options.mostPoints, 1, 2000));
    options.test.seed = TRY(arguments.integer<std::uint64_t>(
        "--seed", options.test.seed, 0, std::numeric_limits<std::int64_t>::max()));
    auto folder = TRY(profiler::fleet::readMeasuredFolder(path, invocation.stop));
    for (const auto& profile : folder.profiles)
        TRY(invocation.files.checkInput({ "DIR", path / profile.file }));
    if (folder.isPacked)
        for (const auto name : { profiler::fleet::profilesFile, profiler::fleet::footersFile })
            TRY(invocation.files.checkInput({ "DIR", path / name }));
    TRY(chooseModel(arguments, folder));
    if (folder.profiles.empty())
        return failAs(ErrorKind::File, path.string(), " has no profile that can be used (",
            support::countOf(folder.leftOut.size(), "file", "files"),
            folder.leftOut.empty() ? ")" : ", the first: " + folder.leftOut.front().reason + ")",
            "; expected .opscope files of `profile -o`, or what `pack` made of them");
    const auto history = TRY(profiler::buildHistory(std::move(folder), options, invocation.stop));
    printLeftOut(invocation, history);
    if (const auto target = arguments.text("--html"))
        TRY(support::writeFile(*target,
            profiler::historyHtml(
                history, std::filesystem::absolute(path).lexically_normal().filename().string())));
    TRY(invocation.write(historyDocument(history, invocation)));
    return exitDone;
}

} // namespace

Command historyCommand()
{
    return { .name = "history",
        .summary
        = "A folder of profiles over commits: where the model or an operator became slower",
        .positionals = { { "DIR", "folder with profiles, single or packed ones",
            Positional::Count::One, FileUse::None } },
        .options = { { "--model", "NAME", "only this model, as `inspect` names the file" },
            { "--last", "N", "only the newest commits (default: 400, at most 2000)" },
            { "--html", "FILE", "also write everything as one HTML page", false, FileUse::Output },
            { "--seed", "N", "seed of the random orders of the test (default: 1)" } },
        .examples = { "history profiles/nightly --html history.html",
            "history profiles --model resnet.onnx --format json" },
        .formats = { Format::Text, Format::Json, Format::Csv, Format::Markdown },
        .run = runHistory,
        .readsModels = false };
}

} // namespace cli
