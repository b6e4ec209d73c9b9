#pragma once

#include "profiler/record/environment.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// Ticks of all processors together since the system started (`/proc/stat`).
struct ProcessorTicks {
    double busy = 0; ///< steal included
    double steal = 0; ///< the host of a virtual machine ran something else
};
/// `root` is a prefix of /sys and /proc here and below, for tests.
std::optional<ProcessorTicks> processorTicks(const std::string& root = {});

/// Counters of the system whose change over a measurement tells what disturbed it. Absent: not
/// reported by this system.
struct NoiseReading {
    std::uint64_t timeNs = 0; ///< CLOCK_MONOTONIC
    double ownSeconds = 0; ///< processor time of this process
    std::optional<ProcessorTicks> ticks;
    /// Time in which a thread waited for a processor, of any program (`/proc/pressure/cpu`), in µs.
    std::optional<double> pressureUs;
    /// Time in which the quota of the control group was used up, in µs.
    std::optional<double> quotaUs;
    std::optional<double> throttles; ///< how often cores lowered their clock because of heat
};
NoiseReading readNoise(const std::string& root = {});

/// Returns what disturbed a measurement: other programs, steal time, waiting for processors,
/// throttling. Each has an entry; if it is not known, the entry has the reason. `processors` is the
/// number of the machine.
std::vector<ConditionReading> noiseBetween(
    const NoiseReading& before, const NoiseReading& after, unsigned processors);

/// Returns the setting of transparent huge pages, and the memory of this process that is on them.
ConditionReading hugePages(const std::string& root = {});

/// Returns as text what disturbed the measurement of a profile: `other programs 1.32 of 2
/// processors, steal 3.1 %`. Empty if nothing is known that did.
std::string noiseText(const Profile& profile);

} // namespace profiler
