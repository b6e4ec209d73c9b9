#pragma once

#include "app/cli/command.h"
#include "app/cli/comparing/compare_numbers.h"
#include "model/compare/compare.h"
#include "profiler/comparison/gate.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace cli {

/// Results of `compare`; parts that were not requested are absent.
struct CompareResult {
    std::string nameA; ///< file name, with folder if both files have the same name
    std::string nameB;
    std::optional<profiler::Comparison> time;
    std::optional<profiler::GateOutcome> gate;
    std::shared_ptr<const model::Model> modelA; ///< models of `structure`
    std::shared_ptr<const model::Model> modelB;
    std::optional<model::StructureDifference> structure;
    std::optional<NumbersDifference> numbers;
};

enum class CompareRows { Notable, All };

/// Returns the document of a comparison. Text and Markdown: head, verdicts, causes of the time
/// difference, other differences. CSV: the rows of the first part that is present. JSON:
/// everything.
std::string compareDocument(
    const CompareResult& result, CompareRows rows, const Invocation& invocation);

/// Returns the JSON document with everything (docs/compare.md).
std::string compareJson(const CompareResult& result);
/// Writes all results as one HTML page.
support::Result<void> writeCompareReport(
    const CompareResult& result, const std::filesystem::path& target);

} // namespace cli
