#pragma once

#include "profiler/tables/profile.h"

#include <memory>
#include <utility>

namespace testing {

/// A copy of a profile whose metadata `change` has changed.
template <typename Change>
std::shared_ptr<const profiler::Profile> withMetadata(
    const profiler::Profile& profile, Change change)
{
    auto copy = std::make_shared<profiler::Profile>(profile);
    change(copy->metadata);
    return copy;
}

} // namespace testing
