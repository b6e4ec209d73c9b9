#pragma once

#include "model/support/json.h"
#include "profiler/tables/profile_builder.h"

namespace profiler::file {

/// The tables of a profile that are small, as JSON: in the footer of the profile file and inside
/// the HTML report. Reading never fails on what is absent or of another type (older or newer
/// files): such a member is left at its default.

/// Object of metadata keys and values.
void writeMetadata(support::JsonWriter& json, const Metadata& metadata);
Metadata readMetadata(const support::JsonValue& json);

/// Array of steps.
void writeSteps(support::JsonWriter& json, const Profile& profile);
void readSteps(const support::JsonValue& json, ProfileBuilder& builder);

/// Where the details of runs are: the profile file has them apart since version 3, as they grow
/// while it is written.
enum class RunDetails { Inside, Apart };
/// Object with tracks, provenance, memory, conditions, losses, match report, and details of runs as
/// the member `runs`.
void writeTables(support::JsonWriter& json, const Profile& profile, RunDetails runs);
/// All but the details of runs, which are not known yet.
void readTables(const support::JsonValue& json, ProfileBuilder& builder);

/// Array with what each run knows besides its time.
void writeRunDetails(support::JsonWriter& json, std::span<const Run> runs);
/// Of runs that are known already, one by one as far as both go.
void readRunDetails(const support::JsonValue& json, std::span<Run> runs);

} // namespace profiler::file
