#include "profiler/exporters/exporter.h"

#include "model/support/atomic_file.h"
#include "model/support/compress.h"

#include <algorithm>
#include <array>

namespace profiler {

namespace {

constexpr std::array<Exporter, 10> table { {
    { "html", "html", "report: one page with charts, readable offline, reopens in Opscope",
        writeHtml },
    { "csv", "csv", "one row per step with median, interval, share, work", writeCsv },
    { "csv-nodes", "nodes.csv", "one row per model node and what became of it", writeNodesCsv },
    { "csv-runs", "runs.csv", "one row per run with its wall time", writeRunsCsv },
    { "csv-kernels", "kernels.csv", "one row per kernel and copy of a GPU in the median run",
        writeKernelsCsv },
    { "json", "json", "everything of the report (schema: docs/opscope-report-1.schema.json)",
        writeJson },
    { "chrome", "trace.json", "Chrome trace: for chrome://tracing, Perfetto and others",
        writeChromeTrace },
    { "perfetto", "pftrace", "Perfetto trace: protobuf for ui.perfetto.dev and trace_processor",
        writePerfetto },
    { "folded", "folded", "stacks with own time in ns: for flame graph tools", writeFolded },
    { "markdown", "md", "summary for a pull request", writeMarkdown },
} };

} // namespace

std::span<const Exporter> exporters() { return table; }

const Exporter* findExporter(std::string_view name)
{
    const auto found = std::ranges::find(table, name, &Exporter::name);
    return found == table.end() ? nullptr : &*found;
}

const Exporter* exporterFor(std::string_view fileName)
{
    if (fileName.ends_with(".gz"))
        fileName.remove_suffix(3);
    const Exporter* best = nullptr;
    for (const auto& exporter : table) {
        const bool isLonger = best == nullptr || exporter.extension.size() > best->extension.size();
        if (fileName.ends_with("." + std::string(exporter.extension)) && isLonger)
            best = &exporter;
    }
    return best;
}

support::Result<std::string> exportText(const Exporter& exporter, const Report& report)
{
    std::string text;
    TRY(exporter.write(report, [&text](std::string_view part) -> support::Result<void> {
        text += part;
        return {};
    }));
    return text;
}

support::Result<void> exportToFile(
    const Exporter& exporter, const Report& report, const std::filesystem::path& target)
{
    auto file = TRY(support::AtomicFile::create(target));
    if (target.extension() == ".gz") {
        support::Compressor gzip(support::Compression::Gzip,
            [&file](std::string_view piece) { return file.write(piece); });
        TRY(exporter.write(report, [&gzip](std::string_view part) { return gzip.write(part); }));
        TRY(gzip.finish());
    } else {
        TRY(exporter.write(report, [&file](std::string_view part) { return file.write(part); }));
    }
    return file.commit();
}

} // namespace profiler
