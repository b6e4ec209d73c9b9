#pragma once

#include "profiler/tables/profile.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace profiler {

/// Where a run on a device went. The parts add exactly, in nanoseconds:
///
///     operators + copies + sets + unattributed - overlap = busy, the union of all work of the
///     device busy + gaps = wall
///
/// A gap is where no stream works; it has one cause, the first of these that is true:
///
///     lost          a record of the device is missing in it
///     CPU operator  steps on the CPU take at least half of it
///     synchronise   the host waited for the device when the gap began, and asked for the next work
///                   only after that
///     copy          before or after it is a copy between host and device, and the host was in the
///                   call of that copy
///     launch        the call that asked for the next work began after the work before had ended,
///     or
///                   ended less than 3 µs before its work began, with nothing else waiting
///     overhead      the tracer or the driver takes at least half of it
///     queue full    so does the wait for room for commands
///     hand over     there is no further work in this run: the host ends it
///     unknown       the call that asked for the next work was not recorded
///     device        the work was there, the device still began it later
///
/// Source: design of the GPU's profile; the limits are of today's launches, 1 to 3 µs.

enum class GapCause : std::uint8_t {
    Lost,
    Synchronise,
    CopyWait,
    CpuOperator,
    Launch,
    Overhead,
    QueueFull,
    HandOver,
    Unknown,
    Device,
};
constexpr std::size_t gapCauses = 10;
/// `waiting for a launch`, `synchronise`, ...
std::string_view gapCauseName(GapCause cause);
/// What can be done about it, one sentence; empty where nothing is known.
std::string_view gapCauseAdvice(GapCause cause);

struct DeviceGap {
    std::int64_t startNs = 0; ///< in the profile's time
    std::int64_t durationNs = 0;
    GapCause cause = GapCause::Device;
    std::uint32_t before = Slices::none; ///< slice of the work that ended at its start
    std::uint32_t after = Slices::none; ///< slice of the work that begins at its end
};

/// What the device did for one step, in one run.
struct DeviceOperator {
    engine::StepId step;
    std::uint32_t kernels = 0;
    std::uint32_t copies = 0; ///< sets included
    std::uint64_t copiedBytes = 0;
    std::int64_t kernelNs = 0; ///< sum over kernels (and whole graphs)
    std::int64_t copyNs = 0;
    std::int64_t launchNs = 0; ///< of the host, in calls for it
    std::int64_t gapNs = 0; ///< in gaps before its work
    std::int64_t launchGapNs = 0; ///< of them those with cause Launch
};

struct DeviceAccount {
    std::uint32_t run = 0; ///< index into Profile::runs
    std::int64_t wallNs = 0;
    std::int64_t busyNs = 0;
    std::int64_t operatorsNs = 0; ///< kernels that a step owns
    std::int64_t copiesNs = 0; ///< copies, whoever owns them
    std::int64_t setsNs = 0;
    std::int64_t unattributedNs = 0; ///< kernels and graphs that no step owns
    std::int64_t overlapNs = 0; ///< counted more than once because streams worked at once
    std::array<std::int64_t, gapCauses> gapNs {}; ///< by GapCause
    std::vector<DeviceGap> gaps; ///< in order of time
    std::vector<DeviceOperator> operators; ///< by step; those that the device worked for
    std::uint32_t kernels = 0;
    std::uint32_t copies = 0;

    std::int64_t idleNs() const { return wallNs - busyNs; }
    std::int64_t gapOf(GapCause cause) const { return gapNs[static_cast<std::size_t>(cause)]; }
    /// Gaps that a faster host would close: launches, waits, copies, the CPU's operators.
    std::int64_t hostNs() const;
    double share(std::int64_t ns) const
    {
        return wallNs > 0 ? static_cast<double>(ns) / static_cast<double>(wallNs) : 0;
    }
    /// Null if the device did nothing for it.
    const DeviceOperator* of(engine::StepId step) const;
};

/// Whether a profile tells what a device did itself: with rows of kernels or copies.
bool hasDeviceWork(const Profile& profile);
/// Of one run (an index into Profile::runs).
DeviceAccount deviceAccount(const Profile& profile, std::uint32_t run);
/// Of the median run; nothing without one, or without work of a device.
std::optional<DeviceAccount> deviceAccount(const Profile& profile);

} // namespace profiler
