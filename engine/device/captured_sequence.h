#pragma once

#include "engine/program/program.h"
#include "engine/run/observer.h"

#include <cstddef>
#include <vector>

namespace engine {

/// Adjacent steps of the main block on a device that one call can launch: kernels are chosen,
/// shapes are known, and all memory is at the same place in each run.
struct CapturedSequence {
    std::size_t first = 0; ///< position in the main block
    std::size_t count = 0;
    StepId step; ///< represents all of them when they are launched as one
    std::vector<ProgramValueId> reads; ///< values made before them
    std::vector<ProgramValueId> writes; ///< values made by them and read after them
    std::vector<ProgramValueId> releases; ///< values that no step after them reads
};

} // namespace engine
