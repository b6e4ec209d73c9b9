#pragma once

#include "profiler/comparison/comparison.h"

#include <vector>

namespace profiler {

/// Returns the differences in machine, engine and settings of two profiles. A value that only one
/// profile has is not a difference. Named dimensions count if both models have them.
std::vector<SettingDifference> settingDifferences(
    const Profile& a, const Profile& b, const CompareOptions& options);

} // namespace profiler
