#pragma once

#include "app/cli/command.h"
#include "profiler/comparison/noise.h"

#include <string>

namespace cli {

/// Runs `selftest noise`: compares one thing with itself repeatedly. Returns the exit code of an
/// undecided gate if no usual limit would give a decision in every try.
support::Result<int> selftestNoise(const Invocation& invocation);

std::string noiseText(const profiler::Noise& noise, const Invocation& invocation);
std::string noiseJson(const profiler::Noise& noise);

} // namespace cli
