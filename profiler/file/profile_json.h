#pragma once

#include "model/support/json.h"
#include "profiler/profile_builder.h"

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

/// Object with what a run knows besides its time, tracks, provenance, memory, conditions, losses,
/// match report.
void writeTables(support::JsonWriter& json, const Profile& profile);
void readTables(const support::JsonValue& json, ProfileBuilder& builder);
/// The part of the tables about runs, once the runs themselves are known.
void readRunDetails(const support::JsonValue& tables, std::vector<Run>& runs);

} // namespace profiler::file
