#pragma once

#include "profiler/device/device_collector.h"
#include "profiler/tables/profile_builder.h"

#include <cstdint>
#include <limits>

namespace profiler {

/// How a device's trace is mapped to a profile: origin of time and range of runs.
struct DeviceTraceTarget {
    std::int64_t zeroNs = 0; ///< CLOCK_MONOTONIC; times of the profile count from here
    std::uint32_t firstRun = 0; ///< earlier runs are left out
    /// This run and later ones are left out too, for example a run that was stopped.
    std::uint32_t runs = std::numeric_limits<std::uint32_t>::max();
};

/// Adds a device's trace to a profile: slices of kind Gpu with their rows in Profile::device,
/// counters over time, losses, and the DeviceRecord. The builder must have its runs and steps.
///
/// Tracks, in this order: one per host thread that called the driver; one for steps on the device,
/// each span from the first to the last kernel or copy of a step in one run (all iterations of a
/// Loop in one span); one per stream; one for waits; one for overheads.
///
/// Work belongs to the step whose id was pushed when the host enqueued it, never by time. Work
/// without an owner gets only its run by time. A record without a valid time becomes a Drop slice
/// at the call that enqueued its work. Runs with such records are left out of statistics, unless
/// no run would be left.
void addDeviceTrace(
    ProfileBuilder& builder, const DeviceTrace& trace, const DeviceTraceTarget& target);

} // namespace profiler
