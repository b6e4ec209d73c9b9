#pragma once

#include "app/cli/text_table.h"
#include "engine/plan/plan.h"
#include "engine/verify/verify_folder.h"
#include "model/support/json.h"

#include <string>
#include <vector>

namespace cli {

/// The comparison object of docs/command-line.md: one value beside the one that was expected.
void writeComparison(support::JsonWriter& json, const engine::ComparedValue& compared);
/// Its members alone, inside an object that has others.
void writeComparisonMembers(support::JsonWriter& json, const engine::ComparedValue& compared);

/// Members that say which operator a comparison is about: `node, op, domain, version, node_ids`.
void writeStepMembers(support::JsonWriter& json, const engine::StepDescription& step);

/// A table of comparisons: these columns, then those of the value, with its largest absolute and
/// relative errors.
TextTable comparisonTable(const std::vector<std::string>& leading);
std::vector<std::string> comparisonRow(
    std::vector<std::string> leading, const engine::ComparedValue& compared);

/// An error, which may be of any decade: `2.98e-08`.
std::string errorText(double value, int digits = 3);

} // namespace cli
