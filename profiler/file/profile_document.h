#pragma once

#include "model/support/result.h"
#include "profiler/tables/profile.h"

#include <memory>
#include <string>
#include <string_view>

namespace profiler {

/// Writes a profile as one JSON document. The HTML report contains it, so that the report can be
/// opened as a profile. Start times of slices are stored as differences. `metadata` replaces the
/// profile's own, because a report leaves out private entries.
std::string profileDocument(const Profile& profile, const Metadata& metadata);

/// Reads such a document. Fails if the text is not one, or has a newer version.
support::Result<std::shared_ptr<const Profile>> readProfileDocument(std::string_view json);

} // namespace profiler
