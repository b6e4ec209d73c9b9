#pragma once

#include "model/support/json.h"
#include "profiler/tables/profile_builder.h"

namespace profiler::file {

/// The footer entry `opscope.load`: LoadRecord. Only files of measurements under load have it.
void writeLoad(support::JsonWriter& json, const LoadRecord& record);
/// Reads the entry into the profile. Numbers that cannot be (negative, beyond a bucket) are left
/// out; so are medians of steps that do not exist.
void readLoad(const support::JsonValue& json, ProfileBuilder& builder);

} // namespace profiler::file
