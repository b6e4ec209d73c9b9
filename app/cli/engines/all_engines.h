#pragma once

#include "app/cli/command.h"

#include <vector>

namespace cli {

/// Returns the options of `engines MODEL`.
std::vector<Option> allEnginesOptions();

/// Measures a model in all engines in turns and writes which one is fastest (`engines MODEL`).
support::Result<int> compareAllEngines(const Invocation& invocation);

} // namespace cli
