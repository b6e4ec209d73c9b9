#pragma once

#include "profiler/comparison/gate.h"

#include <string>
#include <string_view>

namespace profiler {

/// The outcome of a gate as JUnit XML, which build servers read. There is a suite for the wall
/// time, one for the operators, and one for advice. A row beyond its limit is a failure; a row that
/// cannot be decided is an error.
std::string junitText(const GateOutcome& outcome, std::string_view title);

} // namespace profiler
