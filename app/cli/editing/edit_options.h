#pragma once

#include "app/cli/command.h"
#include "model/edit/operation.h"
#include "model/edit/save.h"

#include <string>
#include <utility>
#include <vector>

namespace cli {

/// Returns the operations of `--script`, `--operation`, `--set` and `--rename`, in this order.
/// Those of one option are in the order in which they are given. Fails with ErrorKind::Usage.
support::Result<std::vector<model::edit::Operation>> chosenOperations(const Arguments& arguments);

/// `--set 'node/conv1.strides=[2,2]'`, `value/x.type=float[1]`, `model.producer_name=me`,
/// `import/ai.onnx=21`, `dimension/batch=4`.
support::Result<model::edit::Operation> assignment(std::string_view text);
/// `--rename node/a=b`, `value/a=b`, `dimension/a=b`, `function/domain.a=b`.
support::Result<model::edit::Operation> renaming(std::string_view text);

/// Pairs `NAME=VALUE` of a repeatable option. A name or a value may have a `=`, so it is said which
/// one ends the name.
enum class Equals { First, Last };
support::Result<std::vector<std::pair<std::string, std::string>>> pairsOf(
    const Arguments& arguments, std::string_view option, Equals which);
/// The value as JSON: itself if it is JSON, otherwise a text.
std::string jsonOf(std::string_view value);

/// `--external-data`, `--threshold`, `--alignment`.
support::Result<model::edit::SaveOptions> chosenSaveOptions(const Arguments& arguments);

} // namespace cli
