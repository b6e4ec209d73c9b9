#pragma once

#include "profiler/tables/profile.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace profiler {
struct DeviceProperties;
struct Occupancy;
}

namespace ui {

/// The kind of device work, translated: `copy to host`.
QString deviceWorkText(profiler::DeviceWork work);
/// Label of a device slice in the timeline: the short name of a kernel, `D→H 4.0 KiB` for a copy.
QString deviceLabel(const profiler::Profile& profile, std::uint32_t slice);
/// Facts about a device slice beside its step and times, one per entry: full name, grid and block,
/// registers, shared memory and occupancy; or bytes and rate; or the result of a call.
QStringList deviceFacts(const profiler::Profile& profile, std::uint32_t slice);
/// Grid and block of a launch: `128×1×1 × 256×1×1`.
QString geometryText(const profiler::KernelLaunch& launch);
/// `occupancy 50 %, computed: 32 warps at once on a multiprocessor, limited by registers`.
QString occupancyText(const profiler::Occupancy& occupancy);
/// The device of a slice; null if the profile does not describe it.
const profiler::DeviceProperties* deviceOf(const profiler::Profile& profile, std::uint32_t slice);
/// Time from the start of the launching API call to the start of the kernel, in nanoseconds. Empty
/// if the call was not recorded.
std::optional<std::int64_t> launchDelayNs(const profiler::Profile& profile, std::uint32_t slice);

} // namespace ui
