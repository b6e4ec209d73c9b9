#pragma once

#include <array>

namespace testing {

/// What a kernel of registerFaultyKernels() does instead of its work: it takes Elu with this alpha.
namespace fault {
constexpr float wrong = 0.125F; ///< a result that is one per cent too large
constexpr float crash = 0.25F; ///< SIGSEGV
constexpr float abort = 0.375F;
constexpr float hang = 0.5F;
}

/// Registers, before all others, a kernel that is at fault on purpose: for tests of what finds it
/// or lives through it.
void registerFaultyKernels();

}
