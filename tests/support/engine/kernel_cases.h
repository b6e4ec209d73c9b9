#pragma once

#include "engine/verify/verify.h"
#include "tests/support/engine/kernel_bench.h"

#include <span>
#include <string_view>

namespace testing {

/// A node that a native kernel takes, and the tolerance relative to the reference.
struct KernelCase {
    std::string_view text;
    engine::Tolerance tolerance;
    KernelBench::Numbers numbers = KernelBench::Numbers::Finite;
    /// The kernel takes it only if the inputs after the first are known at preparation.
    bool needsConstants = false;
};
std::span<const KernelCase> kernelCases();

/// A node that the native kernels refuse, and words of the reason.
struct RefusedCase {
    std::string_view text;
    std::string_view words;
};
std::span<const RefusedCase> refusedCases();

} // namespace testing
