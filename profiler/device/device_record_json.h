#pragma once

#include "model/support/json.h"
#include "profiler/device/device_record.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace profiler {

/// Name of a field of DeviceLosses in JSON and in profile files.
struct LossMember {
    std::string_view name;
    std::uint64_t DeviceLosses::*member;
};
inline constexpr std::array lossMembers { LossMember { "dropped", &DeviceLosses::droppedRecords },
    LossMember { "refused_buffers", &DeviceLosses::refusedBuffers },
    LossMember { "without_time", &DeviceLosses::withoutTime },
    LossMember { "missing_launches", &DeviceLosses::missingLaunches },
    LossMember { "unlinked", &DeviceLosses::unlinked },
    LossMember { "damaged_buffers", &DeviceLosses::damagedBuffers } };

/// Writes an object with all of `lossMembers`.
void writeLosses(support::JsonWriter& json, const DeviceLosses& losses);
/// Writes an array of objects with the members `code`, `message` and `advice`.
void writeLimits(support::JsonWriter& json, std::span<const DeviceLimit> limits);

} // namespace profiler
