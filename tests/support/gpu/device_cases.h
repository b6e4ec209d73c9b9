#pragma once

#include "tests/support/engine/kernel_cases.h"

#include <string>
#include <string_view>
#include <vector>

namespace testing {

/// A node for a device, and how near to the reference kernel it must come.
struct DeviceCase {
    std::string text; ///< as KernelCase has it
    engine::Tolerance
        tolerance; ///< of what is no small float; those are held to their own rounding
    KernelBench::Numbers numbers = KernelBench::Numbers::Finite;
};

/// The cases of the native kernels and those of sizes that matter to a device (warps, blocks,
/// tiles, more rows than a grid has), each with float and, where the text has floats, with float16
/// and bfloat16.
std::vector<DeviceCase> deviceCases();

/// The text with every `float` in place of which stands `other`: `Relu-14(float16[33])`.
std::string withFloatsAs(std::string_view text, std::string_view other);

} // namespace testing
