#pragma once

#include "app/cli/command.h"
#include "engine/decode/token_loop.h"

#include <optional>
#include <vector>

namespace cli {

/// Options `--generate`, `--prompt`, `--prompt-ids` and `--stop-token`.
std::vector<Option> generationOptions();

/// Reads them; nothing without `--generate`. The prompt is `--prompt-ids`, the file of the input
/// that takes ids, or random ids with the seed.
support::Result<std::optional<engine::GenerationOptions>> chosenGeneration(
    const Arguments& arguments, engine::RunRequest& request);

} // namespace cli
