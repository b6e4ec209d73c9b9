#pragma once

#include "profiler/device/device_collector.h"
#include "profiler/tables/profile_builder.h"

#include <cstdint>
#include <limits>

namespace profiler {

/// Where a device's trace goes in a profile.
struct DeviceTraceTarget {
    std::int64_t zeroNs = 0; ///< CLOCK_MONOTONIC; times become ns after it
    std::uint32_t firstRun = 0; ///< earlier ones are left out
    /// So are this one and later ones: a run that was stopped is no run.
    std::uint32_t runs = std::numeric_limits<std::uint32_t>::max();
};

/// Adds what a device did: slices of kind Gpu with their rows in Profile::device, counters over
/// time, losses, and what the tracer says of itself. Runs and steps must be in the builder already.
///
/// Tracks, in this order: one per host thread that called the driver, one for steps on the device
/// (first to last kernel or copy of a step in one run; in a Loop the turns of a run are one span),
/// one per stream, one for waits, one for overheads.
///
/// A step owns work by the id that was pushed around it, never by time. To which run what has no
/// owner belongs is told by time: it is a fact of the clock, and shown as such. Records whose times
/// were lost become Drop slices where they were asked for, and their runs are left out of
/// statistics, unless none would be left.
void addDeviceTrace(
    ProfileBuilder& builder, const DeviceTrace& trace, const DeviceTraceTarget& target);

} // namespace profiler
