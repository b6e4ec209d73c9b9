#pragma once

#include "model/support/result.h"
#include "profiler/exporters/report.h"

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace profiler {

/// Receives the document in pieces. An error, for example a full disk, ends the export.
using ExportSink = std::function<support::Result<void>(std::string_view)>;

/// One output format of a Report. Exporters only format: buildReport() (report.h) decides the
/// contents, for window and command line alike. Exporters escape every name that comes from a file.
struct Exporter {
    std::string_view name; ///< as in `export --to`: `html`, `csv`
    std::string_view extension; ///< without dot
    std::string_view description;
    support::Result<void> (*write)(const Report& report, const ExportSink& sink);
};

/// All formats, in display order.
std::span<const Exporter> exporters();
/// Null if no format has this name.
const Exporter* findExporter(std::string_view name);
/// Finds a format by the end of a file name, for `-o FILE` without `--to`. The longest match counts
/// (`.trace.json` is `chrome`, `.json` is `json`). A `.gz` at the end is ignored. Null if unknown.
const Exporter* exporterFor(std::string_view fileName);

/// Exports to a string; for small documents and tests.
support::Result<std::string> exportText(const Exporter& exporter, const Report& report);
/// Exports to a file through AtomicFile, compressed by gzip if the name ends in `.gz`.
support::Result<void> exportToFile(
    const Exporter& exporter, const Report& report, const std::filesystem::path& target);

// The formats of exporters().
support::Result<void> writeCsv(const Report& report, const ExportSink& sink);
support::Result<void> writeNodesCsv(const Report& report, const ExportSink& sink);
support::Result<void> writeRunsCsv(const Report& report, const ExportSink& sink);
support::Result<void> writeKernelsCsv(const Report& report, const ExportSink& sink);
support::Result<void> writeJson(const Report& report, const ExportSink& sink);
support::Result<void> writeMarkdown(const Report& report, const ExportSink& sink);
support::Result<void> writeChromeTrace(const Report& report, const ExportSink& sink);
support::Result<void> writePerfetto(const Report& report, const ExportSink& sink);
support::Result<void> writeFolded(const Report& report, const ExportSink& sink);
support::Result<void> writeHtml(const Report& report, const ExportSink& sink);

} // namespace profiler
