#pragma once

#include "model/support/json.h"
#include "profiler/device/device_record.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace profiler {

/// Words of losses in files of every kind.
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

/// An object with a member of each.
void writeLosses(support::JsonWriter& json, const DeviceLosses& losses);
/// An array of objects: `code, message, advice`.
void writeLimits(support::JsonWriter& json, std::span<const DeviceLimit> limits);

} // namespace profiler
