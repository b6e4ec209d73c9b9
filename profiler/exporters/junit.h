#pragma once

#include "profiler/comparison/gate.h"

#include <string>
#include <string_view>

namespace profiler {

/// The outcome of a gate as test cases that build servers read: a suite for the wall and one for
/// the operators. What is beyond the limit failed, what cannot be decided is an error.
std::string junitText(const GateOutcome& outcome, std::string_view title);

} // namespace profiler
