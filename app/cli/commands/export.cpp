#include "app/cli/commands.h"

#include "profiler/exporters/export_file.h"
#include "profiler/exporters/exporter.h"
#include "profiler/importers/importer.h"

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

std::string names()
{
    std::string list;
    for (const auto& exporter : profiler::exporters())
        list += (list.empty() ? "" : "|") + std::string(exporter.name);
    return list;
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

Result<int> run(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    const auto* exporter = TRY(chosen(arguments));
    const auto profile
        = TRY(profiler::importProfile(arguments.text("PROFILE", ""), invocation.stop));
    const auto report = profiler::buildReport(profile);
    if (const auto target = arguments.text("--output")) {
        TRY(profiler::exportToFile(*exporter, report, *target));
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
        .options = { { "--to", "FORM", names() } },
        .examples = { "export model.opscope -o model.html",
            "export model.opscope --to csv -o operators.csv" },
        .formats = { Format::Text },
        .run = run,
        .readsModels = false };
}

} // namespace cli
