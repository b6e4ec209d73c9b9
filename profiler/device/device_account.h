#pragma once

#include "profiler/tables/profile.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace profiler {

/// The account of a run on a device: its wall time in parts that add up exactly, in nanoseconds:
///
///     operators + copies + sets + unattributed - overlap = busy
///     busy + gaps = wall
///
/// `busy` is the union of all work of the device. A gap is a time in which no stream works. Each
/// gap has one cause, the first one in this list that applies:
///
///     lost          a record of the device is missing in the gap
///     CPU operator  steps on the CPU cover at least half of the gap
///     synchronise   the host waited for the device when the gap began, and made the call for the
///                   next work only after that wait
///     copy          the work before or after the gap is a copy between host and device, and the
///                   call of that copy overlaps the gap
///     launch        the call for the next work began inside the gap, or it ended inside the gap
///                   and less than 3 µs before the work began
///     overhead      overhead of the tracer or the driver covers at least half of the gap
///     queue full    waiting for space in the command buffer covers at least half of the gap
///     hand over     no work follows in this run: the host ends the run
///     unknown       the call for the next work was not recorded
///     device        the work was queued in time, but the device began it later
///
/// The limit of 3 µs is an upper bound of launch latencies, which are 1 to 3 µs.

/// Why no stream worked in a gap.
enum class GapCause : std::uint8_t {
    Lost,
    Synchronise,
    CopyWait,
    CpuOperator,
    Launch,
    Overhead,
    QueueFull,
    EndOfRun,
    Unknown,
    Device,
};
constexpr std::size_t gapCauseCount = 10;
/// Text for people: `wait for a launch`, `synchronise`, ...
std::string_view gapCauseName(GapCause cause);
/// One phrase for people on what to do about gaps of this cause; empty if there is no advice.
std::string_view gapCauseAdvice(GapCause cause);

/// A time in which no stream works.
struct DeviceGap {
    std::int64_t startNs = 0; ///< in the profile's time
    std::int64_t durationNs = 0;
    GapCause cause = GapCause::Device;
    /// Slice of the work that ended at the gap's start; none at the start of the run.
    std::uint32_t before = Slices::none;
    /// Slice of the work that begins at the gap's end; none at the end of the run.
    std::uint32_t after = Slices::none;
};

/// What the device did for one step, in one run.
struct DeviceOperator {
    engine::StepId step;
    std::uint32_t kernels = 0;
    std::uint32_t copies = 0; ///< includes sets
    std::uint64_t copiedBytes = 0;
    std::int64_t kernelNs = 0; ///< sum over kernels and over graph launches without kernels
    std::int64_t copyNs = 0;
    std::int64_t launchNs = 0; ///< host time in driver and runtime calls of this step
    std::int64_t gapNs = 0; ///< sum of the gaps just before its work
    std::int64_t launchGapNs = 0; ///< the part of `gapNs` with cause Launch
};

/// The parts of one run, see the top of this file.
struct DeviceAccount {
    std::uint32_t run = 0; ///< index into Profile::runs
    std::int64_t wallNs = 0;
    std::int64_t busyNs = 0;
    std::int64_t operatorsNs = 0; ///< kernels that belong to a step
    std::int64_t copiesNs = 0; ///< all copies, with and without a step
    std::int64_t setsNs = 0; ///< all fills of memory (cudaMemset)
    std::int64_t unattributedNs = 0; ///< kernels and graphs that belong to no step
    std::int64_t overlapNs = 0; ///< time counted more than once because streams ran in parallel
    std::array<std::int64_t, gapCauseCount> gapNs {}; ///< by GapCause
    std::vector<DeviceGap> gaps; ///< in order of time
    std::vector<DeviceOperator> operators; ///< sorted by step; only steps with work on the device
    std::uint32_t kernels = 0;
    std::uint32_t copies = 0;

    std::int64_t idleNs() const { return wallNs - busyNs; }
    std::int64_t gapOf(GapCause cause) const { return gapNs[static_cast<std::size_t>(cause)]; }
    double share(std::int64_t ns) const
    {
        return wallNs > 0 ? static_cast<double>(ns) / static_cast<double>(wallNs) : 0;
    }
    /// The row of a step; null if the device did no work for it.
    const DeviceOperator* of(engine::StepId step) const;
};

/// Whether a profile has records of the device's own work: kernels, copies, sets, graphs or steps.
bool hasDeviceWork(const Profile& profile);
/// Account of one run; `run` is an index into Profile::runs.
DeviceAccount deviceAccount(const Profile& profile, std::uint32_t run);
/// Account of the median run. Nothing if there is no median run or no work of a device.
std::optional<DeviceAccount> deviceAccount(const Profile& profile);

} // namespace profiler
