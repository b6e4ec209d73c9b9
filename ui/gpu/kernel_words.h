#pragma once

#include "profiler/tables/profile.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace profiler {
struct DeviceIdentity;
struct Occupancy;
}

namespace ui {

/// `copy to host`, translated.
QString deviceWorkText(profiler::DeviceWork work);
/// What a bar of a device says of itself: the short name of a kernel, `D→H 4.0 KiB` of a copy.
QString deviceLabel(const profiler::Profile& profile, std::uint32_t slice);
/// What is told of a slice of a device beside its step and times, one fact a line: whole name, grid
/// and block, registers, shared memory, occupancy; or bytes and rate; or the result of a call.
QStringList deviceFacts(const profiler::Profile& profile, std::uint32_t slice);
/// `128×1×1 × 256×1×1`.
QString geometryText(const profiler::KernelLaunch& launch);
/// `occupancy 50 %, computed: 32 warps at once on a multiprocessor, limited by registers`.
QString occupancyText(const profiler::Occupancy& occupancy);
/// The device that a slice ran on; null if the profile does not describe it.
const profiler::DeviceIdentity* deviceOf(const profiler::Profile& profile, std::uint32_t slice);
/// How long after its call began a kernel began; nothing without a recorded call.
std::optional<std::int64_t> launchDelayNs(const profiler::Profile& profile, std::uint32_t slice);

} // namespace ui
