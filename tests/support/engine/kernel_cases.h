#pragma once

#include "engine/verify/verify.h"
#include "tests/support/engine/kernel_bench.h"

#include <span>
#include <string_view>

namespace testing {

/// A node that a native kernel takes, and how near to the reference it must come.
struct KernelCase {
    std::string_view text;
    engine::Tolerance tolerance;
    KernelBench::Numbers numbers = KernelBench::Numbers::Finite;
    bool needsConstants
        = false; ///< the kernel takes it only if the inputs behind the first are known
};
std::span<const KernelCase> kernelCases();

/// A node that the native kernels leave to others, and words of the reason.
struct RefusedCase {
    std::string_view text;
    std::string_view words;
};
std::span<const RefusedCase> refusedCases();

} // namespace testing
