#pragma once

#include "profiler/device/device_collector.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

struct Profile;

/// What has to be known before figures of a device are trusted: what its tracer could not tell,
/// records that were lost, and clocks that were held down. The tracer's own limits come first, in
/// its words. Empty of a run on the CPU.
std::vector<DeviceLimit> deviceNotes(const Profile& profile);

/// The series of `clockEvents` among a profile's counters.
inline constexpr std::string_view clockEventsCounter = "GPU clock event reasons";
/// Those bits of a value of that series that hold clocks down: an idle device and clocks that
/// somebody chose do not.
std::uint64_t heldDownBy(double value);
/// The same in words: `power cap, temperature`. Empty if nothing does.
std::string clockEventsText(std::uint64_t bits);

} // namespace profiler
