#pragma once

#include "app/cli/text_table.h"
#include "engine/plan/plan.h"
#include "engine/verify/verify_folder.h"
#include "model/support/json.h"

#include <string>
#include <vector>

namespace cli {

/// Writes the comparison object of docs/command-line.md: one value compared with the expected one.
void writeComparison(support::JsonWriter& json, const engine::ComparedValue& compared);
/// Writes only its members, into an open object.
void writeComparisonMembers(support::JsonWriter& json, const engine::ComparedValue& compared);

/// Writes members that identify the compared operator: `node, op, domain, version, node_ids`.
void writeStepMembers(support::JsonWriter& json, const engine::StepDescription& step);

/// Returns an empty table of comparisons: the given columns, then those of the value, with its
/// largest absolute and relative errors.
TextTable comparisonTable(const std::vector<std::string>& leading);
std::vector<std::string> comparisonRow(
    std::vector<std::string> leading, const engine::ComparedValue& compared);

/// Returns an error as text, in exponent form if needed: `2.98e-08`.
std::string errorText(double value, int digits = 3);

} // namespace cli
