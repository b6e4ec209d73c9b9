#pragma once

#include "profiler/comparison/comparison.h"

#include <vector>

namespace profiler {

/// Machine, engine and settings, as the profiles have them; what only one of them knows is no
/// difference. Named dimensions count where both models have them.
std::vector<SettingDifference> settingDifferences(
    const Profile& a, const Profile& b, const CompareOptions& options);

} // namespace profiler
