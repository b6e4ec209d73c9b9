#pragma once

#include "tests/support/engine/kernel_cases.h"

#include <string>

namespace testing {

/// Runs a case with every native kernel there is for it (each instruction set of this machine, one
/// thread and several, operands known and not) and with the library's, and compares with the
/// reference. Returns the first thing that is wrong; empty if nothing is.
std::string problemOf(const KernelCase& row);

/// Empty if the native kernels refuse the case in the words that it names.
std::string problemOf(const RefusedCase& row);

} // namespace testing
