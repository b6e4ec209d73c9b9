#pragma once

#include "model/support/result.h"
#include "profiler/tables/profile.h"

#include <memory>
#include <string>
#include <string_view>

namespace profiler {

/// A whole profile as one JSON document: what the HTML report carries inside, so that it reopens.
/// Times of slices are differences. `metadata` stands in place of the profile's own: a report
/// leaves out what shall not leave the machine.
std::string profileDocument(const Profile& profile, const Metadata& metadata);

/// Fails if the text is no such document or of a newer version.
support::Result<std::shared_ptr<const Profile>> readProfileDocument(std::string_view json);

} // namespace profiler
