#pragma once

#include "app/cli/command.h"
#include "engine/passes/derived_operations.h"
#include "model/edit/save.h"
#include "model/support/json.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cli {

/// Adds the options of commands that write an edited model: `--dry-run`, `--save-script`,
/// `--external-data`, `--threshold` and `--alignment`.
std::vector<Option> withOutputOptions(std::vector<Option> options);

/// Returns the file that a model is written to; nothing with --dry-run. `opened`: the file that
/// --in-place replaces, of commands that have this option. Fails unless one of the options says it.
support::Result<std::optional<std::string>> chosenTarget(
    const Arguments& arguments, const std::string* opened = nullptr);

/// What saving a model did beside the model: a line for each file with weights that was written, or
/// is no longer read.
std::string savedLines(const model::edit::SavedModel& saved);
/// The same as members `data_files` and `unused_files`.
void writeSaved(support::JsonWriter& json, const model::edit::SavedModel& saved);

/// Opens a model, applies operations and saves the result to `-o FILE`, with `--in-place` to the
/// model itself, or nowhere with `--dry-run`. Reports what was done, and findings of `check` that
/// are new or gone. Nothing is written if an operation fails. `derived` follow the operations, in
/// order.
support::Result<int> applyAndSave(const Invocation& invocation, const std::string& path,
    std::span<const model::edit::Operation> operations,
    std::span<const engine::DerivedOperations> derived = {});

} // namespace cli
