#pragma once

#include "model/support/result.h"

#include <filesystem>
#include <span>
#include <string_view>

namespace testing {

/// Recordings of CUPTI (profiler/cupti/recording_writer.h), written from the definitions of its
/// records, as with a GPU: tests/data/cupti/NAME.ocb. They are the same each time.
std::span<const std::string_view> recordingNames();
support::Result<void> writeRecording(std::string_view name, const std::filesystem::path& file);

} // namespace testing
