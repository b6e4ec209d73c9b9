#pragma once

#include "app/cli/command.h"
#include "profiler/comparison/noise.h"

#include <string>

namespace cli {

/// `selftest noise`: one thing against itself, again and again. The exit code is that of an
/// undecided gate if no usual limit would have been decided.
support::Result<int> selftestNoise(const Invocation& invocation);

std::string noiseText(const profiler::Noise& noise, const Invocation& invocation);
std::string noiseJson(const profiler::Noise& noise);

} // namespace cli
