#pragma once

#include "model/support/json.h"
#include "profiler/tables/profile_builder.h"

namespace profiler::file {

/// Writes the footer's entry `opscope.device`: the DeviceRecord, and the tables of launches and
/// copies that rows refer to by number. Callers leave it out for a profile without device.
void writeDevice(support::JsonWriter& json, const Profile& profile);
/// Reads the same into the builder. Damaged values get defaults or are left out.
void readDevice(const support::JsonValue& json, ProfileBuilder& builder);

/// A row of DeviceTables as read from a file.
struct DeviceRowRead {
    DeviceWork work = DeviceWork::Kernel;
    StringId name; ///< invalid if the row has no name
    std::int64_t place = 0; ///< number of the launch or copy, or the result of a call
    std::int64_t busyNs = 0; ///< only of operators
};
/// Adds a row and returns its Slices::detail; Slices::none if its launch or copy does not exist.
std::uint32_t addDeviceRow(ProfileBuilder& builder, const DeviceRowRead& row);

} // namespace profiler::file
