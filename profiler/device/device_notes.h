#pragma once

#include "profiler/device/device_collector.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

struct Profile;

/// Returns notes on how far a device's figures can be trusted: limits of the tracer, lost records
/// and lowered clocks. The tracer's limits come first, unchanged. Empty for a run on the CPU.
std::vector<DeviceLimit> deviceNotes(const Profile& profile);

/// Name of the series of `clockEvents` in Profile::counters.
inline constexpr std::string_view clockEventsCounter = "GPU clock event reasons";
/// The bits of `value` that lower the clocks; `value` is one of that series. The bits `idle` and
/// `applicationClocks` are left out.
std::uint64_t clockLimitReasons(double value);
/// Text for people: `power cap, temperature`. Empty if no such bit is set.
std::string clockEventsText(std::uint64_t bits);

} // namespace profiler
