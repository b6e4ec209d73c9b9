#pragma once

#include "model/support/result.h"

#include <cstdint>
#include <vector>

namespace cli {

/// Prepares `--pin`: each thread of the engine gets a core of its own. The threads belong to GCC's
/// OpenMP, which reads where to put them from its environment when the program starts. So the first
/// call starts the program again, with the same arguments, and does not return. In the program that
/// was started again it returns the processors of the first core, for the engine's own thread.
/// Fails if the program cannot be started again.
support::Result<std::vector<std::uint32_t>> startPinned();

} // namespace cli
