#pragma once

#include "model/support/text.h"
#include "profiler/device/device_collector.h"

#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// Text for people, `command buffer full`; also the name of such rows in DeviceTables.
std::string_view overheadName(DeviceOverheadKind kind);
/// What is missing of each kind: `3 dropped`, `12 without time`; empty without losses.
std::vector<support::Sentence> lossSentences(const DeviceLosses& losses);
std::string lossesText(const DeviceLosses& losses); ///< the same in English, by commas
/// `the tracer reads the host's clock`, `2 kernels begin before the launch, by 0.4 µs (median)`.
std::vector<support::Sentence> clockSentences(const DeviceClockCheck& check);
std::string clockText(const DeviceClockCheck& check); ///< the same in English, by semicolons

} // namespace profiler
