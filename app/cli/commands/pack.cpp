#include "app/cli/commands.h"

#include "model/support/json.h"
#include "model/support/text.h"
#include "profiler/fleet/pack.h"

#include <algorithm>
#include <filesystem>

namespace cli {

using profiler::fleet::NewFolder;
using profiler::fleet::PackReport;
using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::Result;

namespace fs = std::filesystem;

namespace {

std::string reportJson(const PackReport& report, const fs::path& target)
{
    return support::jsonDocument([&](JsonWriter& json) {
        json.members({ { "folder", target.string() }, { "profiles", report.profiles },
            { "rows", report.rows }, { "files", report.files }, { "bytes", report.bytes } });
        json.key("left_out").beginArray();
        for (const auto& [file, reason] : report.leftOut)
            json.object({ { "file", file }, { "reason", reason } });
        json.endArray();
    });
}

void printLeftOut(const Invocation& invocation, const PackReport& report)
{
    constexpr std::size_t shown = 20;
    const auto count = report.leftOut.size();
    for (std::size_t i = 0; i < std::min(shown, count); ++i)
        invocation.printStatus("left out: " + support::sanitise(report.leftOut[i].file) + ": "
            + support::sanitise(report.leftOut[i].reason));
    if (count > shown)
        invocation.printStatus("and " + support::countText(count - shown)
            + " more files are left out; --format json lists them");
}

Result<int> pack(const Invocation& invocation, const fs::path& folder, const fs::path& target)
{
    profiler::fleet::PackOptions options;
    for (const auto& list : invocation.arguments.all("--partition"))
        for (const auto name : support::split(list, ','))
            options.partitions.emplace_back(name);
    if (invocation.arguments.has("--force"))
        options.replace = NewFolder::Replace::Yes;
    const auto report
        = TRY(profiler::fleet::packProfiles(folder, target, options, invocation.stop));
    printLeftOut(invocation, report);
    if (invocation.format == Format::Json)
        TRY(invocation.print(reportJson(report, target)));
    else
        TRY(invocation.print(support::countOf(report.profiles, "profile", "profiles") + ", "
            + support::countOf(report.rows, "row", "rows") + " in "
            + support::countOf(report.files, "file", "files") + ", "
            + support::bytesText(report.bytes) + "\n"));
    return report.leftOut.empty() ? exitDone : exitFinding;
}

Result<int> runPack(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    const fs::path folder(arguments.text("DIR", ""));
    const auto target = arguments.text("--output");
    if (!target)
        return failAs(ErrorKind::Usage,
            arguments.has("--extract") ? "say where the profile goes: -o FILE.opscope"
                                       : "say where the packed profiles go: -o DIR");
    if (!arguments.has("--extract"))
        return pack(invocation, folder, *target);
    if (arguments.has("--partition"))
        return failAs(ErrorKind::Usage, "--extract writes one profile: leave out --partition");
    TRY(profiler::fleet::extractProfile(
        folder, arguments.text("--extract", ""), *target, invocation.stop));
    return exitDone;
}

} // namespace

Command packCommand()
{
    return { .name = "pack",
        .summary = "Joins many profiles to few Parquet files that SQL engines read fast, with an "
                   "index; nothing is lost",
        .positionals = { { "DIR", "folder with profiles; with --extract: the packed ones",
            Positional::Count::One, FileUse::None } },
        .options = { { "--partition", "LIST",
                         "folders in the packed rows, such as machine,month: any of "
                             + support::joined(profiler::fleet::partitionColumns(), ", "),
                         true },
            { "--extract", "NAME",
                "write one packed profile as it was: its file (column `file` of profiles.parquet) "
                "or its id (column `profile`)" } },
        .examples = { "pack results -o packed --partition machine,month",
            "pack packed --extract nightly/resnet.opscope -o resnet.opscope" },
        .formats = { Format::Text, Format::Json },
        .run = runPack,
        .readsModels = false,
        .output = FileUse::OutputFolder };
}

} // namespace cli
