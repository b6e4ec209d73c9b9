#pragma once

#include "model/support/json.h"
#include "profiler/tables/profile_builder.h"

namespace profiler::file {

/// The footer entry `opscope.processor`: counts per step and thread (ProcessorRecord). Files
/// without counts, and those of older versions, do not have it.
void writeProcessor(support::JsonWriter& json, const ProcessorRecord& record);
/// Reads the entry into the profile. Events of newer versions and rows of steps that do not exist
/// are left out; a count below zero is unknown.
void readProcessor(const support::JsonValue& json, ProfileBuilder& builder);

} // namespace profiler::file
