#pragma once

#include "model/support/result.h"
#include "profiler/exporters/report.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace profiler {

/// Receives the document piece by piece; an error (full disk) ends the export.
using ExportSink = std::function<support::Result<void>(std::string_view)>;

/// One form in which a Report can leave the program. Exporters only render: what a report says is
/// decided in report.h, the same for window and command line. Every name from a file is escaped
/// here.
struct Exporter {
    std::string_view name; ///< as in `export --to`: `html`, `csv`
    std::string_view extension; ///< without dot
    std::string_view description;
    support::Result<void> (*write)(const Report& report, const ExportSink& sink);
};

/// In display order.
std::span<const Exporter> exporters();
/// Null if there is none of this name.
const Exporter* findExporter(std::string_view name);
/// By the file name's end (`.csv`, `.json.gz` counts as `chrome`): for `-o FILE` without `--to`.
/// Null if unknown.
const Exporter* exporterFor(std::string_view fileName);

/// The whole document in memory; for small ones and tests.
support::Result<std::string> exportText(const Exporter& exporter, const Report& report);

// One file each.
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
