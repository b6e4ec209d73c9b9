#pragma once

#include "model/compare/compare.h"
#include "profiler/comparison/comparison.h"
#include "profiler/comparison/gate.h"
#include "profiler/exporters/exporter.h"
#include "profiler/exporters/report.h"

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// A table of texts. The card escapes cells, which may come from files, but not titles.
struct FactTable {
    struct Cell {
        std::string text;
        std::optional<double> sort {}; ///< key for sorting; without it the text is the key
    };
    struct Title {
        std::string text;
        bool isNumber = false; ///< aligned right
    };
    std::string note; ///< a line above the table
    std::vector<Title> titles;
    std::vector<std::vector<Cell>> rows;
};

/// All results of comparing two models or profiles. A part that was not compared is null.
struct ComparisonReport {
    /// Shown unchanged. The caller leaves out folders, unless only the folders differ.
    std::array<std::string, 2> names;
    const Comparison* time = nullptr;
    const GateOutcome* gate = nullptr;
    const model::StructureDifference* structure = nullptr;
    std::array<const model::Model*, 2> models {}; ///< of `structure`
    const FactTable* numbers = nullptr;
    ReportOptions options;
};

/// Writes one HTML page with A, B and the causes of the difference, in the order of a profiling
/// report. If times were compared, the page contains both profiles and can be opened again
/// (importers/html.h). docs/compare.md describes it.
support::Result<void> writeComparisonHtml(const ComparisonReport& report, const ExportSink& sink);
/// Writes the page to a file through AtomicFile.
support::Result<void> comparisonToFile(
    const ComparisonReport& report, const std::filesystem::path& target);

} // namespace profiler
