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

/// Texts of any content in rows and columns.
struct FactTable {
    struct Cell {
        std::string text;
        std::optional<double> sort {}; ///< sorts by this
    };
    struct Title {
        std::string text;
        bool isNumber = false; ///< aligned right
    };
    std::string note; ///< a line above
    std::vector<Title> titles;
    std::vector<std::vector<Cell>> rows;
};

/// Everything that two models or profiles were compared in; what was not compared is absent. Names
/// are shown as they are: without folders, unless those alone tell the two apart.
struct ComparisonReport {
    std::array<std::string, 2> names;
    const Comparison* time = nullptr;
    const GateOutcome* gate = nullptr;
    const model::StructureDifference* structure = nullptr;
    std::array<const model::Model*, 2> models {}; ///< of `structure`
    const FactTable* numbers = nullptr;
    ReportOptions options;
};

/// One page with A, B and where the difference comes from (ux.md 8), in the order of a profiling
/// report. Carries both profiles inside, so that it opens again (importers/html.h).
support::Result<void> writeComparisonHtml(const ComparisonReport& report, const ExportSink& sink);
/// The same through AtomicFile.
support::Result<void> comparisonToFile(
    const ComparisonReport& report, const std::filesystem::path& target);

} // namespace profiler
