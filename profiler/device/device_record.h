#pragma once

#include "profiler/device/device_collector.h"

#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// What the tracer of a device said besides what happened when: header of the device part of a
/// profile (DeviceTables::record). Goes into every export.
struct DeviceRecord {
    /// `CUPTI 13.0 (130001)`, `CUDA events`; empty: none, times are those of the host
    std::string tracer;
    std::vector<DeviceIdentity> devices;
    DeviceLosses losses;
    DeviceClockCheck clock;
    std::vector<DeviceLimit> limits;
    DeviceMetrics metrics;
};

/// `command buffer full`; also the name of such rows in DeviceTables.
std::string_view overheadName(DeviceOverheadKind kind);
/// `3 dropped, 12 without time`; empty without losses.
std::string lossesText(const DeviceLosses& losses);
/// `agrees with the host's clock`, `2 kernels begin before their launch, by 0.4 µs`.
std::string clockText(const DeviceClockCheck& check);

} // namespace profiler
