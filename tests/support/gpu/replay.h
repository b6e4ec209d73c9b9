#pragma once

#include "profiler/cupti/recording_writer.h"

#include <span>
#include <vector>

namespace testing {

/// A recording of CUPTI (profiler/cupti/recording_writer.h) with its buffers.
struct ReadRecording : profiler::cupti::Recording {
    profiler::cupti::RecordSizes sizes = profiler::cupti::sizesOf130;
    std::vector<std::span<const std::byte>> buffers; ///< views into the bytes of the file
};

/// Reads a file. It is not trusted: every length is checked. The result has views into `bytes`.
support::Result<ReadRecording> readRecording(std::span<const std::byte> bytes);

/// Decodes a recording to a trace. Times keep the clock of the recording: those of
/// DeviceClock::Realtime are not converted.
profiler::DeviceTrace replay(const ReadRecording& recording);

} // namespace testing
