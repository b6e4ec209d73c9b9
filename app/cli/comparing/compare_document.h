#pragma once

#include "app/cli/command.h"
#include "app/cli/comparing/compare_numbers.h"
#include "model/compare/compare.h"
#include "profiler/comparison/gate.h"

#include <memory>
#include <optional>
#include <string>

namespace cli {

/// Everything that `compare` found out; parts that nobody asked for are absent.
struct CompareResult {
    std::string nameA; ///< file, with its folder where both are called the same
    std::string nameB;
    std::optional<profiler::Comparison> time;
    std::optional<profiler::GateOutcome> gate;
    std::shared_ptr<const model::Model> modelA; ///< of `structure`
    std::shared_ptr<const model::Model> modelB;
    std::optional<model::StructureDifference> structure;
    std::optional<NumbersDifference> numbers;
};

enum class CompareRows { Notable, All };

/// Text and Markdown: head, verdicts, where the difference comes from, what differs besides. CSV:
/// the rows of the first part there is. JSON: everything.
std::string compareDocument(
    const CompareResult& result, CompareRows rows, const Invocation& invocation);

} // namespace cli
