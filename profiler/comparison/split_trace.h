#pragma once

#include "profiler/device/device_collector.h"

#include <array>
#include <cstdint>

namespace profiler {

/// Splits a trace of two sides that ran alternately on one device. Runs below `base` belong to A,
/// runs from `base` on to B; `base` is subtracted from B's numbers. Records without run are
/// assigned by time: to the run that contains them, otherwise to the next one. Data of the complete
/// recording (device, clock, limits, power and clocks over time) goes to both sides, and so do
/// losses that cannot be assigned to a side.
std::array<DeviceTrace, 2> splitTrace(DeviceTrace trace, std::uint32_t base);

} // namespace profiler
