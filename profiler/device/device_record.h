#pragma once

#include "profiler/device/device_collector.h"

#include <string>
#include <string_view>

namespace profiler {

/// Text for people, `command buffer full`; also the name of such rows in DeviceTables.
std::string_view overheadName(DeviceOverheadKind kind);
/// Text for people: `3 dropped, 12 without time`; empty without losses.
std::string lossesText(const DeviceLosses& losses);
/// Text for people: `the tracer reads the host's clock; 2 kernels begin before the launch, by
/// 0.4 µs (median)`.
std::string clockText(const DeviceClockCheck& check);

} // namespace profiler
