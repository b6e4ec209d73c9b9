#pragma once

#include "app/cli/comparing/compare_document.h"
#include "profiler/comparison/comparison.h"

#include <string>
#include <vector>

/// Verdict, outputs and exit code of a comparison; shared by `compare` and `baseline compare`.
namespace cli {

/// The options that the functions below read.
std::vector<Option> outcomeOptions();

/// Returns the limits of the gate. Fails with ErrorKind::Usage for values and combinations of the
/// options that cannot be used.
support::Result<profiler::GateLimits> gateLimits(const Invocation& invocation);

/// Returns what is compared, from the options.
support::Result<profiler::CompareOptions> recordedOptions(const Arguments& arguments);

/// Applies the gate, writes everything that was asked for, and returns the exit code. `file` is the
/// file of B.
support::Result<int> writeOutcome(const Invocation& invocation, CompareResult& result,
    const profiler::GateLimits& limits, const std::string& file);

} // namespace cli
