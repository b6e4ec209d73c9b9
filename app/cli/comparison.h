#pragma once

#include "app/cli/text_table.h"
#include "engine/verify_folder.h"
#include "model/support/json.h"

#include <string>
#include <vector>

namespace cli {

/// The comparison object of docs/command-line.md: one value beside the one that was expected.
void writeComparison(support::JsonWriter& json, const engine::ComparedValue& compared);

/// A table of comparisons: these columns, then those of the value, with its largest absolute and
/// relative errors.
TextTable comparisonTable(const std::vector<std::string>& leading);
void addComparison(
    TextTable& table, std::vector<std::string> leading, const engine::ComparedValue& compared);

} // namespace cli
