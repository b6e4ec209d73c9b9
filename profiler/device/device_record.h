#pragma once

#include "profiler/device/device_collector.h"

#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// The part of a DeviceTrace that is not events: tracer, devices, losses, limits, metrics. It is
/// the header of the device part of a profile (DeviceTables::record). Exports write it too.
struct DeviceRecord {
    /// `CUPTI 13.0.1 (130001)`, `CUDA events`; empty: no tracer, times are those of the host
    std::string tracer;
    std::vector<DeviceProperties> devices;
    DeviceLosses losses;
    DeviceClockCheck clock;
    std::vector<DeviceLimit> limits;
    DeviceMetrics metrics;
};

/// Text for people, `command buffer full`; also the name of such rows in DeviceTables.
std::string_view overheadName(DeviceOverheadKind kind);
/// Text for people: `3 dropped, 12 without time`; empty without losses.
std::string lossesText(const DeviceLosses& losses);
/// Text for people: `the tracer reads the host's clock; 2 kernels begin before the launch, by
/// 0.4 µs (median)`.
std::string clockText(const DeviceClockCheck& check);

} // namespace profiler
