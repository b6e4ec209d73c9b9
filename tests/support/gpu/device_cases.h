#pragma once

#include "tests/support/engine/kernel_cases.h"

#include <string>
#include <string_view>
#include <vector>

namespace testing {

/// A node to run on a device, and how far its result may differ from the reference kernel's.
struct DeviceCase {
    std::string text; ///< in the syntax of KernelCase
    engine::Tolerance
        tolerance; ///< for all types but small floats, which are compared within their own rounding
    KernelBench::Numbers numbers = KernelBench::Numbers::Finite;
};

/// Returns the cases of the native kernels and cases of sizes that matter to a device (warps,
/// blocks, tiles, more rows than blocks in a grid). Each is given with float and, if its text has
/// floats, with float16 and bfloat16.
std::vector<DeviceCase> deviceCases();

/// Returns the text with every `float` replaced by `other`: `Relu-14(float16[33])`.
std::string withFloatsAs(std::string_view text, std::string_view other);

} // namespace testing
