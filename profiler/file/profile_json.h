#pragma once

#include "model/support/json.h"
#include "profiler/tables/profile_builder.h"

namespace profiler::file {

/// The small tables of a profile as JSON, for the footer of the profile file. Reading never fails:
/// a member that is absent or of another type (older or newer files) gets its default.

/// Return a number without sign; 0 for negative numbers and other values, the largest one beyond.
std::uint64_t unsignedOf(const support::JsonValue& json);
std::uint32_t smallOf(const support::JsonValue& json);

/// Writes an object of metadata keys and values.
void writeMetadata(support::JsonWriter& json, const Metadata& metadata);
Metadata readMetadata(const support::JsonValue& json);

/// Writes an array of steps.
void writeSteps(support::JsonWriter& json, const Profile& profile);
void readSteps(const support::JsonValue& json, ProfileBuilder& builder);

/// Writes an object with tracks, provenance, memory, conditions, losses and match report. Files
/// before version 3 have the details of runs here too, as the member `runs`.
void writeTables(support::JsonWriter& json, const Profile& profile);
/// Reads all of it except the details of runs, because the runs may not be read yet.
void readTables(const support::JsonValue& json, ProfileBuilder& builder);

/// Writes an array with number, switches, page faults, gap and handover time of each run.
void writeRunDetails(support::JsonWriter& json, std::span<const Run> runs);
/// Reads the details into `runs` in order. Surplus entries on either side are ignored.
void readRunDetails(const support::JsonValue& json, std::span<Run> runs);

} // namespace profiler::file
