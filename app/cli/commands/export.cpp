#include "app/cli/commands.h"

#include "profiler/exporters/exporter.h"
#include "profiler/exporters/trace_extent.h"
#include "profiler/importers/importer.h"

#include "model/support/text.h"

#include <filesystem>
#include <limits>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

std::string names()
{
    return support::joined(profiler::exporters(), "|", &profiler::Exporter::name);
}

Result<const profiler::Exporter*> chosen(const Arguments& arguments)
{
    const auto target = arguments.text("--output", "");
    const auto* exporter = arguments.has("--to")
        ? profiler::findExporter(arguments.text("--to", ""))
        : profiler::exporterFor(target);
    if (exporter == nullptr)
        return failAs(
            ErrorKind::Usage, "say the form with --to ", names(), " or by the file name's end");
    return exporter;
}

/// Limits a trace of a long recording to the first runs, which are enough for a viewer, and reports
/// that on stderr.
Result<std::shared_ptr<const profiler::Profile>> shortened(const Invocation& invocation,
    std::shared_ptr<const profiler::Profile> profile, const profiler::Exporter& exporter)
{
    const auto wanted = TRY(invocation.arguments.integer<std::uint32_t>(
        "--runs", 0, 0, std::numeric_limits<std::uint32_t>::max()));
    if (wanted > 0 && !profiler::isTrace(exporter))
        return failAs(ErrorKind::Usage, "--runs is for traces, ", exporter.name,
            " says what all runs say: leave it out");
    if (!profiler::isTrace(exporter) || invocation.arguments.has("--all"))
        return profile;
    const auto extent
        = profiler::traceExtent(profile, wanted > 0 ? std::optional(wanted) : std::nullopt);
    if (!extent.isWhole())
        invocation.printStatus("the first "
            + support::countOf(extent.recorded, "recorded run", "recorded runs") + " of "
            + support::countText(extent.recordedInAll) + " ("
            + support::countText(extent.profile->slices.size()) + " of "
            + support::countText(profile->slices.size()) + " events); --all writes all");
    return extent.profile;
}

Result<int> runExport(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    const auto* exporter = TRY(chosen(arguments));
    const auto whole = TRY(profiler::importProfile(arguments.text("PROFILE", ""), invocation.stop));
    const auto profile = TRY(shortened(invocation, whole, *exporter));
    const auto report = profiler::buildReport(profile);
    if (const auto target = arguments.text("--output")) {
        TRY(profiler::exportToFile(*exporter, report, *target));
        std::error_code ignored;
        if (std::filesystem::is_regular_file(*target, ignored)) // a pipe has no file size
            invocation.printStatus(support::sanitise(*target) + ": "
                + support::bytesText(std::filesystem::file_size(*target, ignored)));
        return exitDone;
    }
    const auto text = TRY(profiler::exportText(*exporter, report));
    TRY(invocation.write(text));
    return exitDone;
}

} // namespace

Command exportCommand()
{
    return { .name = "export",
        .summary = "A profile in another form: HTML, CSV, JSON, Chrome or Perfetto trace, Markdown",
        .positionals = { { "PROFILE", "profile file" } },
        .options = { { "--to", "FORM", names() },
            { "--runs", "N",
                "of a trace: up to the N-th recorded run (default: all up to a million "
                "events, else 20)" },
            { "--all", "", "of a trace: every run" } },
        .examples = { "export model.opscope -o model.html",
            "export model.opscope --to csv -o operators.csv" },
        .formats = { Format::Text },
        .run = runExport,
        .readsModels = false };
}

} // namespace cli
