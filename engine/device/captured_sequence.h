#pragma once

#include "engine/program/program.h"
#include "engine/run/observer.h"

#include <cstddef>
#include <vector>

namespace engine {

/// Steps of the main block that lie behind each other on a device, and that it can be asked for by
/// one call: kernels are chosen, shapes known, and all memory lies where it lay the last time.
struct CapturedSequence {
    std::size_t first = 0; ///< position in the main block
    std::size_t count = 0;
    StepId step; ///< stands for all of them when they are launched as one
    std::vector<ProgramValueId> reads; ///< made before them
    std::vector<ProgramValueId> writes; ///< read after them
    std::vector<ProgramValueId> releases; ///< nobody reads after them
};

} // namespace engine
