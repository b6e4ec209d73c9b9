#pragma once

#include <array>

namespace testing {

/// Faults of the kernel that registerFaultyKernels() registers, selected by the value of Elu's
/// attribute alpha.
namespace fault {
constexpr float wrong = 0.125F; ///< the result is one per cent too large
constexpr float crash = 0.25F; ///< raises SIGSEGV
constexpr float abort = 0.375F;
constexpr float hang = 0.5F;
/// Loads the library $INTRUDER: code of the model's author in the middle of a run.
constexpr float intrude = 0.625F;
}

/// Registers a kernel with intended faults, which is chosen before all others. For tests of code
/// that finds or survives such faults.
void registerFaultyKernels();

}
