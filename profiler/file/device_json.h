#pragma once

#include "model/support/json.h"
#include "profiler/tables/profile_builder.h"

namespace profiler::file {

/// What the footer says of a device (`opscope.device`): its tracer, losses and limits, and the
/// launches and copies that rows name by number. Nothing is written for a profile without device.
void writeDevice(support::JsonWriter& json, const Profile& profile);
/// Into the builder's tables; what is damaged or of another type is left out.
void readDevice(const support::JsonValue& json, ProfileBuilder& builder);

/// A row that was read. Its Slices::detail is `Slices::none` if its place is not there.
struct DeviceRowRead {
    DeviceWork work = DeviceWork::Kernel;
    StringId name; ///< invalid without one
    std::int64_t place = 0; ///< launch or copy by number, or the result of a call
    std::int64_t busyNs = 0; ///< of operators
};
std::uint32_t addDeviceRow(ProfileBuilder& builder, const DeviceRowRead& row);

} // namespace profiler::file
