#pragma once

#include "model/support/result.h"
#include "profiler/device/device_collector.h"

#include <filesystem>
#include <string>

namespace testing {

/// Returns a trace as text lines, for golden files and tests: what each row is, its times and its
/// owner.
///
///     kernel 1003000-1008000 step 4 run 0 stream 13 "f(float*)" grid 128,1,1 block 256,1,1
std::string traceText(const profiler::DeviceTrace& trace);

/// Reads the trace of a file of records (profiler/cupti/recording_writer.h).
support::Result<profiler::DeviceTrace> replayedFile(const std::filesystem::path& file);

} // namespace testing
