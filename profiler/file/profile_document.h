#pragma once

#include "model/support/result.h"
#include "profiler/profile.h"

#include <memory>
#include <string>
#include <string_view>

namespace profiler {

/// A whole profile as one JSON document: what the HTML report carries inside, so that it reopens. Times of slices are differences.
std::string profileDocument(const Profile& profile);

/// Fails if the text is no such document or of a newer version.
support::Result<std::shared_ptr<const Profile>> readProfileDocument(std::string_view json);

} // namespace profiler
