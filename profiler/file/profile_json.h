#pragma once

#include "model/support/json.h"
#include "profiler/tables/profile_builder.h"

namespace profiler::file {

/// The small tables of a profile as JSON, which the footer of the profile file holds. Reading never
/// fails on what is absent or of another type (older or newer files): such a member is left at its
/// default.

/// Object of metadata keys and values.
void writeMetadata(support::JsonWriter& json, const Metadata& metadata);
Metadata readMetadata(const support::JsonValue& json);

/// Array of steps.
void writeSteps(support::JsonWriter& json, const Profile& profile);
void readSteps(const support::JsonValue& json, ProfileBuilder& builder);

/// Object with tracks, provenance, memory, conditions, losses and match report. Files before
/// version 3 have the details of runs here too, as the member `runs`.
void writeTables(support::JsonWriter& json, const Profile& profile);
/// All but the details of runs, which are not known yet.
void readTables(const support::JsonValue& json, ProfileBuilder& builder);

/// Array with what each run knows besides its time.
void writeRunDetails(support::JsonWriter& json, std::span<const Run> runs);
/// Of runs that are known already, one by one as far as both go.
void readRunDetails(const support::JsonValue& json, std::span<Run> runs);

} // namespace profiler::file
