#pragma once

#include "model/process/child_process.h"

#include <string>
#include <string_view>

namespace profiler {

/// Returns how a process ended, as the middle of a sentence: `crashed (Aborted)`, `ended with exit
/// code 3`.
std::string endText(const support::ProcessEnd& end);

/// Returns the last three lines of what a program printed, as one line for a message.
std::string lastLines(std::string_view printed);

} // namespace profiler
