#pragma once

#include "profiler/device/device_collector.h"

#include <array>
#include <cstdint>

namespace profiler {

/// What one collector recorded of two sides that ran in turn on one device. Runs below `base` are
/// A's, those from it on are B's and lose it. What no run owns goes by time: to the run that it
/// lies in, else to the next one. What is said of the whole recording (device, clock, limits, power
/// and clocks over time) is said of both; so are losses that nobody can lead to a side.
std::array<DeviceTrace, 2> splitTrace(DeviceTrace trace, std::uint32_t base);

} // namespace profiler
