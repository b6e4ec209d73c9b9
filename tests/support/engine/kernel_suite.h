#pragma once

#include "tests/support/engine/kernel_cases.h"

#include <string>

namespace testing {

/// Runs a case with every native kernel for it (each instruction set of this machine, one thread
/// and several, operands known at preparation and not) and with the library's kernel, and compares
/// the results with the reference. Returns the first error; empty if there is none.
std::string problemOf(const KernelCase& row);

/// Empty if the native kernels refuse the case with its words; else what they did instead.
std::string problemOf(const RefusedCase& row);

} // namespace testing
