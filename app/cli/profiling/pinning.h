#pragma once

#include "model/support/result.h"

#include <cstdint>
#include <vector>

namespace cli {

/// Prepares `--pin`: each helper thread of the engine gets a core of its own, in order of the cores
/// that the program may use. Returns the logical processors of the first core, for the engine's own
/// thread. Call before a plan is made. Fails if the system does not tell the processors.
support::Result<std::vector<std::uint32_t>> placeThreadsOnCores();

} // namespace cli
